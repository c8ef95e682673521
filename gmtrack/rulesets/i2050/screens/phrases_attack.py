"""The sentences of attacks."""

PHRASES: dict[str, str] = {
    # the declaration
    "attack": "{who} attacks {target} ({weapon}{place})",
    "attack.burst": "{who} fires a burst of {shots} at {target} ({weapon}{place})",
    "attack.split": "{target} set upon {who} ({weapon}{place})",
    "attack.shot": "shot {number}, at {target}",
    "attack.by": "{who} attacks {target}",
    "surprised": "{who} does not see it coming",
    # what comes of it
    "miss": "{who} misses",
    "tie": "{who} and {other} are equal: two losers",
    "both-miss": "{who} and {other} both miss: two losers",
    "countered": "{other} strikes {who} instead ({weapon})",
    "dodged": "{who} dodges",
    "overdone": "a {roll} is above {edex}: off balance",
    "value": "a {roll} counts as {value}: the skill is above 20",
    "fumble": "{who} fumbles",
    "critical": "{who} has a critical",
    "doubled": "the critical makes {dice} of {plain}",
    "raised": "the critical makes {blow} of {base}",
    "shifted": "the aim moves it by {shift} to {roll}",
    "struck": "{who} is hit in the {place}: {blow}{less}",
    "struck.none": "{who} is hit in the {place}: {blow}{less}, nothing gets through",
    "waits": "it befalls {who} in the Losers Phase",
    "resisted": "{who} keeps the {place} free",
}
