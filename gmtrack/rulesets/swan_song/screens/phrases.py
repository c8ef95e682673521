"""The sentences for what happens, by the keys of the facts; labels for what changes."""

from collections.abc import Mapping

from gmtrack.core.report import Phrase, aside, story_sentences
from gmtrack.rulesets.kit.references import PHRASES as GONE
from gmtrack.rulesets.kit.references import STORY as COMMON_STORY

EARLIER = {
    "act.evade": "{who} slips past {count}",
    "paid": "{who} pays {ap} AP for {what}: {before} to {after}",
    "applied.shield": "{who}: shield {before} to {after}",
    "applied.armored": "{who}: armored {before} to {after}",
    "applied.flesh": "{who}: flesh {before} to {after}",
    "applied.strain": "{who}: strain {before} to {after}",
    "healed.shield": "{who}: shield {before} to {after}",
    "healed.armored": "{who}: armored {before} to {after}",
    "healed.flesh": "{who}: flesh {before} to {after}",
    "healed.strain": "{who}: strain {before} to {after}",
    "may-interrupt": "can still interrupt (`what WHO`): {who}",
    "buckled": "{who} buckles and stays down for {rounds} rounds",
    "act.say": "{who}, {what}: {text}",
    "act.plain": "{who}: {what} {text}",
}
"""Phrases that earlier versions told and that histories still hold."""

PHRASES: Mapping[str, str] = {
    # rest
    "rest.tried": Phrase(
        "{who}: first aid has been tried (`--force`: again)", "SS-REST-09"
    ),
    "rest.lost-day": Phrase("{who}: this day heals nothing", "SS-REST-06"),
    "rest.karma": Phrase("{who}: karma {points}/{most}", "SS-REST-16"),
    # rounds, passes, phases
    "round": aside("Round {round}", "SS-INIT-02, SS-INIT-17"),
    "pass": aside(
        "Pass {number}: every Score drops by 10", "SS-INIT-15, R-INIT-10"
    ),
    "phase.normal": aside("{who} acts at {score} with {ap} AP", "SS-INIT-14"),
    "phase.delayed": aside(
        "{who} takes the delayed action: Score {score}, {ap} AP",
        "SS-DELAY-02, SS-DELAY-03, R-DEL-2",
    ),
    "phase.carried": aside(
        "{who} takes the action delayed since the last pass, with {ap} AP",
        "SS-DELAY-02, SS-DELAY-03, R-DEL-2",
    ),
    "phase-skipped": Phrase(
        "{who} is stunned by surprise and loses this phase",
        "SS-SUR-11, R-SUR-3",
    ),
    "holding": aside("delaying: {who}", "SS-INIT-11, SS-DELAY-02"),
    "waiting": aside(
        "Everybody has acted. {who} can still `intervene`; `next` ends the pass",
        "R-DEL-11",
    ),
    "delay": Phrase("{who} delays", "SS-DELAY-01"),
    "delay.before": Phrase(
        "{who} acts before {other}", "SS-DELAY-02, R-DEL-6, R-DEL-10"
    ),
    "delay.after": Phrase(
        "{who} will act after {other}", "SS-DELAY-02, R-DEL-6, R-DEL-10"
    ),
    "delay.together": Phrase(
        "{who} will act together with {other}", "SS-DELAY-02, R-DEL-6, R-DEL-10"
    ),
    "delay.last": Phrase(
        "{who} will act last in this pass", "SS-DELAY-07, SS-DELAY-08"
    ),
    "delay.lost": Phrase(
        "{who} did not use the delayed action: it is lost", "SS-DELAY-12"
    ),
    "item.due": aside(
        "{item} goes off now", "SS-TIMED-01, SS-TIMED-04, R-TIM-4"
    ),
    "item.blast": Phrase("{what} goes off", "SS-TIMED-05, R-TIM-4"),
    "act.item.phase": Phrase(
        "{who} sets {what}: round {round}, pass {number}, Score {score}",
        "SS-TIMED-01, SS-TIMED-03, SS-TIMED-05",
        story="{who} sets {what}",
    ),
    "act.item.start": Phrase(
        "{who} sets {what}: at the start of round {round}",
        "SS-TIMED-01, SS-TIMED-03, SS-TIMED-05",
        story="{who} sets {what}",
    ),
    "act.item.end": Phrase(
        "{who} sets {what}: at the end of round {round}",
        "SS-TIMED-01, SS-TIMED-03, SS-TIMED-05",
        story="{who} sets {what}",
    ),
    "act.item.radio": Phrase(
        "{who} sets {what}: goes off by radio",
        "SS-TIMED-01, SS-TIMED-03, SS-TIMED-05",
        story="{who} sets {what}, to go off by radio",
    ),
    "act.carry-body": Phrase(
        "{who} holds {what} as a shield", "SS-ACT-30, SS-BAR-30, SS-BAR-31"
    ),
    "act.slip": Phrase("{who} slips past {foes}", "SS-INT-07, R-INT-3"),
    "intercepted": Phrase(
        "{who} is intercepted: their movement ends here",
        "SS-INT-05, R-INT-1, R-INT-2",
    ),
    "barrier.through": Phrase(
        "{barrier} (armor {armor}): damage value {dv}, {taken} taken by the barrier,"
        " {through} goes through",
        "SS-BAR-06, SS-BAR-07, SS-BAR-08, SS-BAR-09, R-BAR-10",
        story="It goes through the {barrier}.",
    ),
    "barrier.stopped": Phrase(
        "{barrier} (armor {armor}): damage value {dv} does not get through",
        "SS-BAR-06, SS-BAR-07, SS-BAR-08, SS-BAR-09, R-BAR-10",
        story="The {barrier} holds.",
    ),
    "barrier.broken": Phrase(
        "{barrier} (armor {armor}): {taken} damage taken, hole now {hole} m2",
        "SS-BAR-18, SS-BAR-19, R-BAR-10, R-BAR-12",
    ),
    "surprise.aware": Phrase(
        "{who} sees it coming: no Surprise Test", "SS-SUR-13"
    ),
    "surprise.passed": Phrase("{who} is not surprised", "SS-SUR-06"),
    "surprise.failed": Phrase(
        "{who} is surprised", "SS-SUR-07, R-SUR-4, R-SUR-5"
    ),
    "surprise.critical": Phrase(
        "{who} is stunned and loses the next phase", "SS-SUR-11, R-SUR-3"
    ),
    "surprise.shaken": Phrase(
        "{who} shakes off the surprise", "SS-KAR-02, SS-SUR-09, R-SUR-2"
    ),
    "ffyl": Phrase(
        "Fight for your Life: {who} stays conscious until the end of the round",
        "SS-FFYL-01, SS-FFYL-02, R-FFYL-1, R-FFYL-8",
        story="{who} fights for their life",
    ),
    "ffyl.kill": Phrase(
        "{who} strikes a killing blow and will survive", "SS-FFYL-05, R-FFYL-4"
    ),
    "ffyl.saved": Phrase("{who} pulls through", "SS-FFYL-05, R-FFYL-6"),
    "ffyl.lost": Phrase(
        "{who} loses the fight for life", "SS-FFYL-06, R-FFYL-7"
    ),
    "phase-lost": aside(
        "{who} has no AP left and loses this phase; one Free Action remains",
        "SS-ACT-15, R-ACT-6",
    ),
    "round-over": aside(
        "End of round {round}. `next` starts the next round", "SS-INIT-17"
    ),
    "round-over.final": aside("End of round {round}", "SS-INIT-17"),
    "end": aside("The encounter is over", "R-DMG-7"),
    "effects.stay": aside(
        "Effects counted in rounds stay: {who}. `act WHO rest` (an hour) takes 720 rounds off",
        "R-DMG-7",
    ),
    "item.stays": aside(
        "{item}: no round comes for it now; you say when it goes off (`{line}`)",
        "R-DMG-7, SS-TIMED-02",
    ),
    "initiative": aside(
        "{who}: Score {score} = {attribute} attribute + {dice} rolled{rest}",
        "SS-INIT-07",
    ),
    "coins": aside("{who} wins the tie", "SS-INIT-09"),
    "shield-back": aside("{who}: shield back to {after}", "SS-DMG-09, R-DMG-7"),
    # attack
    "attack": Phrase("{who} attacks {target} with {weapon}", "SS-ATK-03"),
    "attack.multiple": Phrase(
        "{who} attacks {count} times with {weapon}: {target}", "SS-MULTI-01"
    ),
    "attack.area": Phrase(
        "{who} attacks with {weapon}, an area effect: {target}",
        "SS-DEF-28, R-ATK-9",
    ),
    "attack.called": Phrase(
        "{who} attacks {target} with {weapon}: called shot, {place}",
        "SS-ATK-03, SS-CALL-01",
        story="{who} attacks {target} with {weapon} (called shot: {place})",
    ),
    "attack.no-dice": aside(
        "no dice are left for this attack: 0 hits (`undo` takes it back)",
        "SS-TEST-07, R-TEST-5",
    ),
    "aid.no-dice": aside(
        "{who} has no dice for the first aid of {patient}: nothing is used up",
        "SS-REST-09",
    ),
    "act.no-dice": aside(
        "no dice are left for this: 0 hits (`undo` takes it back)",
        "SS-TEST-07, R-TEST-5",
    ),
    "net.hit": Phrase(
        "hit: {attack} against {defense}, {net} net",
        "SS-ATK-05, SS-ATK-06",
        story="{attack} against {defense}, {net} net",
    ),
    "net.through": Phrase(
        "hit through cover: {attack} against {defense}, 0 net (a tie in cover hits, and no"
        " barrier is named that would stop it)",
        "SS-ATK-07, SS-COV-07, R-COV-3",
        story="{attack} against {defense}, through the cover",
    ),
    "net.through.barrier": Phrase(
        "hit through cover: {attack} against {defense}, 0 net (a tie in cover has to get"
        " through the barrier)",
        "SS-ATK-07, SS-COV-07, R-COV-3",
        story="{attack} against {defense}, through the cover",
    ),
    "net.laid": Phrase("the blast catches {target}", "R-ATK-9"),
    "net.miss": Phrase(
        "miss: {attack} against {defense}", "SS-ATK-05, SS-ATK-06"
    ),
    "net.tie": Phrase(
        "grazing hit: {attack} against {defense}, contact but no damage",
        "SS-ATK-07, R-ATK-1",
    ),
    "dv": Phrase(
        "damage value {base} + {net} net = {modified}", "SS-ATK-08, SS-ATK-09"
    ),
    "armor": Phrase(
        "armor {av}, armor penetration {arp}: modified armor {armor}",
        "SS-ATK-10",
    ),
    "gate": Phrase(
        "damage value {dv} is below the modified armor {armor}: it bounces off",
        "SS-ARM-03, SS-ATK-16, R-ARM-1",
    ),
    "graze.armor": Phrase(
        "grazing hit: no damage to {target}", "SS-ARM-03, SS-ATK-16, R-ARM-1"
    ),
    "graze.soak": Phrase(
        "grazing hit: {target} soaks it all, no damage", "SS-ATK-14, SS-ATK-16"
    ),
    "nothing.armor": Phrase(
        "no damage to {target}", "SS-ARM-03, SS-ATK-16, R-ARM-1"
    ),
    "nothing.soak": Phrase(
        "{target} soaks it all: no damage", "SS-ATK-14, SS-ATK-16"
    ),
    "dealt": Phrase(
        "{dv} - {soaked} soaked = {dealt} {type} damage ({track})", "SS-ATK-14"
    ),
    "dealt.capped": Phrase(
        "{dv} - {soaked} soaked = {left}, limit of this place {dealt}: {dealt} {type}"
        " damage ({track})",
        "SS-ATK-14, SS-CALL-05, R-CALL-6",
    ),
    "contact": Phrase("on contact: {text}", "SS-ATK-17, R-ATK-7"),
    "unopposed": Phrase("no defense: {target} {why}", "SS-ATK-18"),
    "laid-on": Phrase(
        "laid on the barrier, or a rocket: damage value {base} x 2",
        "SS-BAR-15, SS-BAR-16, SS-BAR-17, R-BAR-11",
    ),
    "unknown-type": aside(
        "no multiplier is known for {type} damage: it counts in full", "R-DMG-4"
    ),
    "nothing-to-heal": aside(
        "{who}: nothing to heal there", "SS-DMG-11, R-EFF-16"
    ),
    # harm
    "pool.shield": Phrase(
        "{who}: shield {points}/{most} left", "SS-DMG-02, SS-DMG-03, SS-DMG-04"
    ),
    "pool.armored": Phrase(
        "{who}: armored {points}/{most} left", "SS-DMG-02, SS-DMG-03, SS-DMG-04"
    ),
    "pool.flesh": Phrase(
        "{who}: flesh {points}/{most} left", "SS-DMG-02, SS-DMG-03, SS-DMG-04"
    ),
    "pool.strain": Phrase(
        "{who}: strain {points}/{most} filled", "SS-ATK-15, SS-DMG-01"
    ),
    "strain-immune": Phrase("{who} is immune to strain", "SS-DMG-01"),
    "wounds": Phrase(
        "{who}: wound modifier {after} (was {before})",
        "SS-WND-01, SS-WND-02, SS-WND-03, SS-WND-06",
    ),
    "score": aside("{who}: Score {after} (was {before})", "SS-INIT-21"),
    "place.after": aside(
        "{who} now acts after {other}", "SS-INIT-09, SS-INIT-21"
    ),
    "place.level": aside(
        "{who} is now level with {other} in the order", "SS-INIT-09, SS-INIT-21"
    ),
    "place.next": aside("{who} acts next", "SS-INIT-09, SS-INIT-21"),
    "place.none": aside(
        "{who} has no more phases in this round", "SS-INIT-21, SS-INIT-22"
    ),
    "cost": aside("{who}: {ap} AP ({what}), {left} left", "SS-ACT-02"),
    "free-used": aside(
        "{who}: Free Action used ({what})", "SS-ACT-07, SS-ACT-21"
    ),
    "critical-injury": Phrase(
        "{who} suffers a critical injury: -1 until healed",
        "SS-CRIT-01, SS-WND-06, R-CRIT-2",
    ),
    "critical-injuries": Phrase(
        "{who} suffers {count} critical injuries: -{count} until healed",
        "SS-CRIT-01, SS-WND-06, R-CRIT-2",
    ),
    "prone": Phrase("{who} is knocked down", "SS-KD-03"),
    "status.up": Phrase("{who} is up again", "R-DIE-6"),
    "status.unconscious": Phrase(
        "{who} falls unconscious", "SS-DMG-08, SS-DIE-01, R-DIE-1"
    ),
    "status.dying": Phrase(
        "{who} goes down, dying", "SS-DMG-07, SS-DIE-03, R-DIE-4, R-DIE-8"
    ),
    "status.dead": Phrase(
        "{who} is dead", "SS-DIE-04, SS-DIE-07, R-DIE-7, R-DIE-8"
    ),
    "status.machine.unconscious": Phrase(
        "{who} shuts down", "SS-DMG-08, SS-DIE-01, R-DIE-1"
    ),
    "status.machine.dying": Phrase(
        "{who} shuts down", "SS-DMG-07, SS-DIE-03, R-DIE-4, R-DIE-8"
    ),
    "status.machine.dead": Phrase(
        "{who} is destroyed", "SS-DIE-04, SS-DIE-07, R-DIE-7, R-DIE-8"
    ),
    "bleedout.tick": Phrase(
        "{who} is bleeding out: 1 point lost",
        "SS-EFF-16, R-EFF-10",
        story="{who} is bleeding out",
    ),
    "dying.tick": Phrase(
        "{who} is dying: 1 point lost",
        "SS-DIE-06, R-DIE-5",
        story="{who} is dying",
    ),
    "slow-death.tick": Phrase(
        "{who} is dying slowly: {strain} strain",
        "SS-EFF-13, R-EFF-11",
        story="{who} is dying slowly",
    ),
    "dropped": Phrase("{who} drops {weapon}", "SS-EFF-08"),
    # effects
    "effect": Phrase(
        "{who}: {effect}{place}, {left}",
        "SS-CALL-06",
        story="{who} is affected: {effect}{place}",
    ),
    "effect.same": aside(
        "{who}: {effect} already, nothing changes", "SS-CALL-06, R-EFF-4"
    ),
    "effect.over": Phrase("{who}: {effect}{place} is over", "R-EFF-2"),
    "stun.resisted": Phrase("{who} shakes it off: not stunned", "SS-EFF-07"),
    "buckles": Phrase(
        "{who} buckles: cannot stand up for {rounds}",
        "SS-EFF-12, R-EFF-14",
        story="{who} buckles",
    ),
    "fatigued": Phrase(
        "{who} is fatigued: {strain} strain, {rest} after resistance",
        "SS-EFF-19, R-EFF-12",
    ),
    "glitch.glitch": Phrase(
        "{who}: glitch on {roll}", "SS-TEST-08, R-TEST-1, R-TEST-2, R-TEST-4"
    ),
    "glitch.critical": Phrase(
        "{who}: critical glitch on {roll}",
        "SS-TEST-08, R-TEST-1, R-TEST-2, R-TEST-4",
    ),
    "glitch.glitch.open": Phrase(
        "{who}: glitch on {roll}; what goes wrong is up to you",
        "SS-TEST-08, R-TEST-1, R-TEST-2, R-TEST-4",
        story="{who}: glitch on {roll}",
    ),
    "glitch.critical.open": Phrase(
        "{who}: critical glitch on {roll}; what goes wrong is up to you",
        "SS-TEST-08, R-TEST-1, R-TEST-2, R-TEST-4",
        story="{who}: critical glitch on {roll}",
    ),
    # actions
    "act.walk": Phrase(
        "{who} walks {metres:g} m, {left:g} m left this round",
        "SS-ACT-20, SS-MOVE-02, R-MOV-1",
        story="{who} walks {metres:g} m",
    ),
    "act.run": Phrase(
        "{who} runs {metres:g} m",
        "SS-ACT-23, SS-MOVE-03, SS-MOVE-04",
        story="{who} runs {metres:g} m",
    ),
    "act.sprint": Phrase(
        "{who} sprints {metres:g} m more",
        "SS-ACT-23, SS-MOVE-03, SS-MOVE-04",
        story="{who} sprints {metres:g} m more",
    ),
    "act.drop-prone": Phrase("{who} drops prone", "SS-ACT-20, SS-EFF-20"),
    "act.stand-up": Phrase("{who} stands up", "SS-ACT-30, SS-EFF-20, R-EFF-15"),
    "act.stand-up.failed": Phrase(
        "{who} tries to stand up and fails", "SS-ACT-30, SS-EFF-20, R-EFF-15"
    ),
    "leaves-cover": Phrase("{who} leaves {level} cover", "R-COV-2"),
    "act.reload": Phrase("{who} reloads {weapon}", "SS-ACT-30"),
    "act.take-cover": Phrase(
        "{who} takes {level} cover",
        "SS-ACT-30, SS-COV-01, SS-COV-02, SS-COV-03",
    ),
    "act.take-cover.concealed": Phrase(
        "{who} takes {level} cover, completely hidden",
        "SS-ACT-30, SS-COV-01, SS-COV-02, SS-COV-03",
    ),
    "act.speak": Phrase(
        "{who} says: {text}", "SS-ACT-07, SS-ACT-20, SS-EFF-15"
    ),
    "act.speak.bare": Phrase("{who} speaks", "SS-ACT-07, SS-ACT-20, SS-EFF-15"),
    "act.gesture": Phrase(
        "{who} gestures: {text}", "SS-ACT-07, SS-ACT-20, SS-EFF-15"
    ),
    "act.gesture.bare": Phrase(
        "{who} gives a sign", "SS-ACT-07, SS-ACT-20, SS-EFF-15"
    ),
    "act.drop-item": Phrase("{who} drops {what}", "SS-ACT-07, SS-ACT-20"),
    "act.ready-weapon": Phrase(
        "{who} readies {what} ({hand})", "SS-ACT-30, R-ACT-15"
    ),
    "act.does": Phrase(
        "{who}: {what} ({text})", "SS-ACT-30", story="{who}: {what} ({text})"
    ),
    "act.does.bare": Phrase(
        "{who}: {what}", "SS-ACT-30", story="{who}: {what}"
    ),
    "act.extended.done": Phrase(
        "{who} finishes {what}: {cost} AP in all",
        "SS-ACT-12, R-ACT-8",
        story="{who} finishes {what}",
    ),
    "act.extended.paid": Phrase(
        "{who} works on {what}: {paid} of {cost} AP paid",
        "SS-ACT-12, R-ACT-8",
        story="{who} works on {what}",
    ),
    "extended.cancelled": Phrase(
        "{who} breaks off {what}", "SS-ACT-13, R-ACT-7"
    ),
    "extended.lost": Phrase(
        "{who} did not finish {what} in this round: the work is lost",
        "SS-ACT-12, R-ACT-8",
    ),
    "act.full-defense": Phrase(
        "{who} goes on Full Defense until the end of the round",
        "SS-ACT-34, R-ACT-10",
    ),
    "act.rest": Phrase("{who} rests for an hour", "SS-DMG-12, R-DMG-8"),
    "act.treat.failed": Phrase(
        "{who} cannot help {patient} this time", "SS-EFF-16"
    ),
    "act.treat.goes-on": Phrase(
        "{who} works on {patient}: {hits} of {needed} hits so far",
        "SS-EFF-13, SS-TEST-09",
        story="{who} works on {patient}",
    ),
    "act.stable": Phrase("{who} stabilises {patient}", "SS-DIE-05, R-DIE-6"),
    # tests, and what the GM enters
    "test": Phrase("{who} tests {what}", "SS-TEST-01"),
    "test.success": Phrase(
        "{who} succeeds: {hits}",
        "SS-TEST-01, SS-TEST-03",
        story="{who} succeeds",
    ),
    "test.failure": Phrase(
        "{who} fails: {hits}", "SS-TEST-01, SS-TEST-03", story="{who} fails"
    ),
    "test.done": aside("{who} gets {hits}", "SS-TEST-01, SS-TEST-03"),
    "hand.damage": Phrase(
        "{who} takes {amount} {type} damage (GM)",
        "R-DMG-9",
        story="{who} takes {amount} {type} damage",
    ),
    "hand.heal": Phrase(
        "{who} heals {pool} (GM)",
        "SS-DMG-09, SS-DMG-10, SS-DMG-11, SS-DMG-12",
        story="{who} heals {pool}",
    ),
    "healed.injury": Phrase(
        "{who}: critical injuries left: {after}",
        "SS-CRIT-01, SS-WND-06",
        story="{who} recovers from a critical injury",
    ),
    "set": "The GM changes {who}",
    "set.value": "{what} = {value}",
    "add": "{who} joins, known as {id}",
    "remove": "{who} leaves the fight",
    **GONE,
    "gone.body": Phrase(GONE["gone.body"], "SS-BAR-30, SS-BAR-31"),
    "gone.load": Phrase(GONE["gone.load"], "SS-BAR-30, SS-BAR-31, R-BAR-16"),
    "gone.shield": Phrase(GONE["gone.shield"], "SS-BAR-30, R-BAR-16"),
    **EARLIER,
}

LABELS: Mapping[str, str] = {"karma": "Karma"}
"""Fields of the live state that are told as a change: they have no sentence above and are no
bookkeeping."""

STORY: Mapping[str, str] = {
    **COMMON_STORY,
    **story_sentences(PHRASES),
    "may-interrupt": "",
}
"""The phrases of the story, which leaves out the numbers of the screen."""
