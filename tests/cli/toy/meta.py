"""What is known of the toy without its rules."""

from gmtrack.rulesets.port import ExtraOption, Meta

META = Meta(
    id="toy",
    title="Toy",
    summary="as many dice as skill, 4 and more hit",
    options=(
        ExtraOption(name="luck", commands=("attack",), metavar="N", help="Lucky dice."),
        ExtraOption(name="karma", commands=("roll-init",), metavar="WHO", help="Of the toy."),
    ),
)
