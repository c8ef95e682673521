"""ST-R01 to ST-R12: dice, contests, derived numbers, initiative, surprise."""

from gmtrack.rulesets.rulings import Ruling

ROLLS: tuple[Ruling, ...] = (
    Ruling("ST-R01","G","What are a success, 10-again and a chance die?","8 and up; a 10 rolls one more; chance die: 10 or 1, never rolled again",key="chance_die_again",values=(False, True),),
    Ruling("ST-R01","G","What are a success, 10-again and a chance die?","8 and up; a 10 rolls one more; chance die: 10 or 1, never rolled again",key="again",values=(10, 9, 8, "none"),),
    Ruling("ST-R02","G","What is an exceptional success?","5 and up: own successes in a contest, what a dodge leaves in attacks and grabs",key="exceptional_margin",values=(False, True),),
    Ruling("ST-R03","G","Who wins a tie in a contest?","who tries to achieve something fails; in a grapple nobody moves",key="contest_tie",values=("actor_fails", "actor_wins", "reroll"),),
    Ruling("ST-R04","A","Control is no attribute of the parent game, Composure is missing","control takes the place of Composure",key="notice_attribute",values=("control", "composure"),),
    Ruling("ST-R05","A","Turn and round are mixed up","decay ends with the own next turn, all else that is said to last a turn with the round",key="turn_scope",values=("round", "own_turn"),),
    Ruling("ST-R06","G","Defense, Speed, Health, Willpower are never derived","as in the parent game; the sheet has the last word",key="defense_formula",values=("lower_plus_athletics", "lower", "higher_plus_athletics"),),
    Ruling("ST-R07","G","What may the GM add to a pool?","any number, without a cap",key="mod_cap",values=("none", 5),),
    Ruling("ST-R08","G","What comes of Quick Combat?","the winner"s lead and weapon as damage; 5 and up give 1 willpower back",key="quick_combat_armor",values=(True, False),),
    Ruling("ST-R09","G","How often is initiative rolled, what of ties and several weapons?","once a fight; higher modifier, then a roll-off; the worst malus",key="initiative_each_round",values=(False, True),),
    Ruling("ST-R10","A","Willpower to go first is only an idea","off",key="willpower_initiative",values=(False, True),),
    Ruling("ST-R11","A","One action or two after a delay past the end?","one, at any point of the next round",key="delay_bonus",values=("none", "early_extra"),),
    Ruling("ST-R12","G","Several ambushers or targets","one roll of the ambush against all",key="ambush_roll",values=("one", "each_attacker"),),
)
