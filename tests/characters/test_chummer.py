"""Chummer5a's characters as plain values."""

import pytest
from characters_support import FILES, foreign, thing

from gmtrack.characters.chummer import read_character
from gmtrack.characters.file import MOST_BYTES, ForeignFile
from gmtrack.errors import BadFile


def of(text: str) -> ForeignFile:
    return ForeignFile(text.encode(), "x.chum5", "x")


def with_parts(*parts: str) -> ForeignFile:
    one = (
        "<attributes><attribute><name>BOD</name><totalvalue>3</totalvalue></attribute></attributes>"
    )
    return of(f"<character>{one}{''.join(parts)}</character>")


def test_who_it_is() -> None:
    ratte = foreign("samurai.chum5")
    assert (ratte.name, ratte.program, ratte.player) == ("Ratte", "Chummer 5.214.0", True)
    assert ratte.system == "shadowrun5"
    assert ratte.traits == ("smartlink",)
    assert ratte.metatype == ("ork", "metatype")


def test_long_limbs_and_a_variant() -> None:
    reach = "<val>1</val><improvementttype>Reach</improvementttype>"
    found = read_character(
        with_parts(
            "<metatype>Troll</metatype><metavariant>Minotaur</metavariant>",
            f"<improvements><improvement>{reach}</improvement></improvements>",
        )
    )
    assert found.others["reach"].number == 1
    assert "metavariant Minotaur" in [one.what for one in found.lost]


def test_attributes_are_the_augmented_totals() -> None:
    numbers = {name: one.number for name, one in foreign("samurai.chum5").attributes.items()}
    assert numbers == {
        "body": 6, "agility": 7, "reaction": 6, "strength": 5,
        "charisma": 2, "intuition": 4, "logic": 3, "willpower": 3,
    }  # fmt: skip


def test_where_a_value_stood_is_told() -> None:
    ratte = foreign("samurai.chum5")
    assert ratte.attributes["agility"].at == "attributes/AGI"
    assert thing(ratte.weapons, "Katana").at == "weapons/weapon[3]"
    assert thing(foreign("mage.chum5").magic, "Stunball").at == "spells/spell[2]"


def test_a_skill_is_points_group_and_dice_from_ware() -> None:
    skills = foreign("samurai.chum5").skills
    assert skills["automatics"].number == 1 + 4 + 1
    assert skills["automatics"].why == "1 own points + 4 skill group + 1 dice from ware and powers"
    assert skills["pistols"].number == 4  # what is switched off gives nothing
    assert skills["blades"].number == 5  # nor what holds under a condition
    assert "running" not in skills
    assert "bars" not in skills


def test_of_two_initiative_boosts_with_one_mark_the_better_counts() -> None:
    assert foreign("samurai.chum5").others["initiative_dice"].number == 3


def test_dice_that_add_come_on_top_of_the_best() -> None:
    def improvement(kind: str, mark: str, amount: int) -> str:
        told = f"<unique>{mark}</unique><val>{amount}</val><improvementttype>{kind}"
        return f"<improvement>{told}</improvementttype></improvement>"

    all_ = (
        improvement("InitiativeDice", "precedence0", 2),
        improvement("InitiativeDice", "precedence0", 1),
        improvement("InitiativeDice", "precedence-1", 1),
        improvement("InitiativeDice", "initiativedice", 3),
        improvement("InitiativeDiceAdd", "initiativediceadd", 1),
    )
    found = read_character(with_parts(f"<improvements>{''.join(all_)}</improvements>"))
    assert found.others["initiative_dice"].number == 1 + 2 + 1 + 1


def test_edge_and_condition_monitors() -> None:
    others = foreign("samurai.chum5").others
    assert {name: others[name].number for name in ("edge", "physical_boxes", "stun_boxes")} == {
        "edge": 3,
        "physical_boxes": 12,
        "stun_boxes": 10,
    }


def test_a_weapon_with_what_is_built_onto_it() -> None:
    weapon = thing(foreign("samurai.chum5").weapons, "Ares Predator V")
    assert (weapon.kind, weapon.text("form"), weapon.text("damage")) == (
        "heavy pistols",
        "ranged",
        "8P",
    )
    assert (weapon.number("ap"), weapon.number("accuracy"), weapon.number("accuracy_bonus")) == (
        -1,
        5,
        2,
    )
    assert weapon.words("modes") == ("SA",)
    assert weapon.text("ammo") == "15(c)"
    assert weapon.words("accessories") == ("smartgun system, internal",)


def test_a_smartgun_without_a_smartlink_adds_nothing() -> None:
    text = (FILES / "samurai.chum5").read_text(encoding="utf-8")
    plain = read_character(
        of(text.replace("<improvementttype>Smartlink<", "<improvementttype>Text<"))
    )
    assert thing(plain.weapons, "Ares Predator V").number("accuracy_bonus") is None
    assert thing(plain.weapons, "AK-97").number("accuracy_bonus") == 1


def test_damage_codes_lose_their_braces() -> None:
    weapons = foreign("samurai.chum5").weapons
    assert thing(weapons, "Katana").text("damage") == "STR+3P"
    assert thing(weapons, "Defiance T-250").text("damage") == "10P(f)"
    assert thing(weapons, "Yamaha Pulsar").text("damage") == "7S(e)"


def test_armor_that_adds_and_armor_that_is_not_worn() -> None:
    armor = foreign("samurai.chum5").armor
    assert [(one.name, one.number("rating")) for one in armor] == [
        ("Armor Jacket", 12),
        ("Helmet", 2),
        ("Lined Coat", 9),
    ]
    assert [one.is_so("adds") for one in armor] == [False, True, False]
    assert [one.is_so("equipped") for one in armor] == [True, True, False]


def test_what_has_no_place_is_told() -> None:
    lost = [one.what for one in foreign("samurai.chum5").lost]
    assert "ware Wired Reflexes 2" in lost
    assert "quality Code of Honor (children)" in lost
    assert "specialization Blades: Swords" in lost
    assert "+2 Blades (Only against drones)" in lost
    assert "2 boxes of physical damage" in lost
    assert "gear Medkit 3" in lost


def test_an_old_file_without_names_and_totals() -> None:
    old = foreign("old.chum5")
    assert old.name == "Old Timer"
    assert {name: one.number for name, one in old.attributes.items()} == {
        "body": 5, "agility": 5, "reaction": 5, "strength": 3,
        "charisma": 2, "intuition": 4, "willpower": 3,
    }  # fmt: skip
    assert {name: one.number for name, one in old.skills.items()} == {"pistols": 5, "clubs": 2}
    assert old.others["initiative_dice"].number == 2
    assert any(one.what.startswith("skill of 6 points") for one in old.lost)


def armor_of_body(*sources: tuple[str, int]) -> str:
    """Improvements that add armor, each by the name of the thing that it comes from."""
    parts = [
        f"<improvement><sourcename>{name}</sourcename><val>{by}</val>"
        "<improvementttype>Armor</improvementttype></improvement>"
        for name, by in sources
    ]
    return f"<improvements>{''.join(parts)}</improvements>"


def test_armor_of_ware_and_powers_is_nothing_that_is_worn() -> None:
    ware = "<cyberwares><cyberware><name>Dermal Plating</name></cyberware></cyberwares>"
    found = read_character(with_parts(ware, armor_of_body(("Dermal Plating", 3), ("unknown", 2))))
    assert found.armor == ()
    assert found.others["armor"].number == 5
    assert found.others["armor"].parts == (
        ("Dermal Plating", 3), ("armor of ware and powers", 2),
    )  # fmt: skip


def piece(name: str, rating: str, override: str = "", fitted_to: str = "", worn: str = "") -> str:
    fit = f"<name>Custom Fit (Stack)</name><extra>{fitted_to}</extra>"
    return (
        f"<armor><name>{name}</name><armor>{rating}</armor><equipped>{worn or 'True'}</equipped>"
        f"<armoroverride>{override}</armoroverride>"
        f"<armormods><armormod>{fit if fitted_to else ''}</armormod></armormods></armor>"
    )


@pytest.mark.parametrize(
    ("pieces", "counted", "told"),
    [
        # fitted to what is worn: what it adds, if that comes to more
        ((piece("Suit", "9"), piece("Coat", "10", "+3", "Suit")), [(9, False), (3, True)], 0),
        ((piece("Suit", "6"), piece("Coat", "10", "+3", "Suit")), [(6, False), (10, False)], 1),
        # two of them, and one for another suit
        (
            (
                piece("Suit", "9"),
                piece("Coat", "10", "+3", "Suit"),
                piece("Shirt", "4", "+2", "Suit"),
                piece("Cape", "8", "+2", "Gown"),
            ),
            [(9, False), (3, True), (2, True), (8, False)],
            1,
        ),
        # to what is not worn, to nothing, without the modification
        (
            (piece("Suit", "9", worn="False"), piece("Coat", "10", "+3", "Suit")),
            [(9, False), (10, False)],
            1,
        ),
        ((piece("Suit", "9"), piece("Coat", "10", "+3")), [(9, False), (10, False)], 0),
    ],
)
def test_armor_that_is_fitted_to_other_armor_adds_to_it(
    pieces: tuple[str, ...], counted: list[tuple[int, bool]], told: int
) -> None:
    found = read_character(with_parts(f"<armors>{''.join(pieces)}</armors>"))
    assert [(one.number("rating"), one.is_so("adds")) for one in found.armor] == counted
    assert sum("over other armor" in one.what for one in found.lost) == told


@pytest.mark.parametrize(
    ("name", "damage", "more", "kind", "code", "blast"),
    [
        ("Throwing Knife", "({STR}+1)P", "", "throwing weapons", "STR+1P", ""),
        ("Shuriken", "({STR})P", "<range>Shuriken</range>", "throwing weapons", "STRP", ""),
        ("Javelin", "({STR}+3)P", "", "throwing weapons", "STR+3P", ""),
        ("Grenade: Fragmentation", "18P(f)(-1/m)", "", "grenades", "18P(f)", "-1/m"),
        ("Flash-Bang", "10S (10m Radius)", "", "grenades", "10S", "10m Radius"),
        ("Concussion", "8S", "<range>Standard Grenade</range>", "grenades", "8S", ""),
    ],
)
def test_what_is_thrown_has_a_blast_only_if_it_is_a_grenade(
    name: str, damage: str, more: str, kind: str, code: str, blast: str
) -> None:
    parts = f"<name>{name}</name><category>Gear</category><damage>{damage}</damage>{more}"
    skill = "<type>Ranged</type><useskill>Throwing Weapons</useskill>"
    found = read_character(with_parts(f"<weapons><weapon>{parts}{skill}</weapon></weapons>"))
    weapon = found.weapons[0]
    assert (weapon.kind, weapon.text("damage"), weapon.text("blast")) == (kind, code, blast)
    assert weapon.is_so("area") is (kind == "grenades")


def test_gear_that_is_not_thrown_goes_by_its_skill() -> None:
    parts = "<name>Survival Knife</name><category>Gear</category><type>Melee</type>"
    parts += "<damage>({STR}+2)P</damage><useskill>Blades</useskill>"
    [knife] = read_character(with_parts(f"<weapons><weapon>{parts}</weapon></weapons>")).weapons
    assert (knife.kind, knife.text("form"), knife.text("skill")) == ("", "melee", "blades")


def test_a_weapon_below_a_barrel_is_one_more() -> None:
    inner = "<weapon><name>Grenade</name><damage>9P</damage></weapon>"
    gun = f"<weapon><name>Rifle</name><underbarrel>{inner}</underbarrel></weapon>"
    found = read_character(with_parts(f"<weapons>{gun}</weapons>"))
    assert [one.name for one in found.weapons] == ["Rifle", "Grenade (underbarrel)"]


def test_a_bow_is_as_strong_as_its_rating() -> None:
    code = "<damage>({Rating}+2)P</damage><rating>6</rating><ap>-({Rating}/4)</ap>"
    bow = f"<weapon><name>Bow</name><category>Bows</category>{code}</weapon>"
    found = read_character(with_parts(f"<weapons>{bow}</weapons>"))
    assert found.weapons[0].text("damage") == "6+2P"
    assert found.weapons[0].number("rating") == 6
    assert found.weapons[0].text("ap") == "-({Rating}/4)"


def test_a_critter_is_no_player_character() -> None:
    assert not read_character(with_parts("<critter>True</critter>")).player


def test_without_any_name_it_is_called_after_the_file() -> None:
    assert read_character(with_parts()).name == "x"


def test_a_name_is_one_line_that_a_screen_can_show() -> None:
    assert (
        read_character(with_parts("<alias>Ra&#x200b;tte\n  &#x202e;X</alias>")).name == "Ra tte X"
    )


BOMB = """<?xml version="1.0"?>
<!DOCTYPE lolz [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>
<character><alias>&b;</alias></character>"""
OUTSIDE = """<!DOCTYPE c [<!ENTITY x SYSTEM "file:///etc/passwd">]><character>&x;</character>"""


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (BOMB, "declares a document type or entities"),
        (OUTSIDE, "declares a document type or entities"),
        ("<!DOCTYPE character><character/>", "declares a document type or entities"),
        ("<character>", "not XML"),
        ("<character><a></b></character>", "not XML"),
        ("<html><body/></html>", "begins with <html>"),
        ("<character/>", "no attribute"),
        ("<character><gameedition>SR4</gameedition></character>", "made for SR4"),
        ("<character><appversion>0.0.0.494</appversion></character>", "for Shadowrun 4"),
        ("<characters><character/></characters>", "an export of Chummer"),
        ('<?xml version="1.0" encoding="foo"?><character/>', "not XML"),
        (f"<character>{'<a>' * 200}{'</a>' * 200}</character>", "deeper"),
    ],
)
def test_what_is_no_character_is_one_clear_error(text: str, told: str) -> None:
    with pytest.raises(BadFile, match=r"x\.chum5") as caught:
        read_character(of(text))
    assert told in caught.value.message
    assert len(caught.value.faults) == 1


@pytest.mark.parametrize("name", ["x.chum", "x.xml"])
def test_a_character_of_shadowrun_4_is_named(name: str) -> None:
    text = '<?xml version="1.0" encoding="utf-16"?><character><metatype>Ork</metatype></character>'
    with pytest.raises(BadFile, match="Chummer for Shadowrun 4"):
        read_character(ForeignFile(text.encode("utf-16"), name, "x"))
    with pytest.raises(BadFile, match="Chummer for Shadowrun 4"):
        read_character(ForeignFile(text.encode("utf-16-le"), name, "x"))
    plain = text.replace("utf-16", "utf-8").encode()
    told = "Shadowrun 4" if name == "x.chum" else "no attribute"
    with pytest.raises(BadFile, match=told):
        read_character(ForeignFile(plain, name, "x"))


def test_an_early_file_in_utf_16_is_read() -> None:
    text = with_parts("<gameedition>SR5</gameedition>").content.decode()
    declared = f'<?xml version="1.0" encoding="utf-16"?>{text}'
    assert (
        read_character(ForeignFile(declared.encode("utf-16"), "x.chum5", "x"))
        .attributes["body"]
        .number
        == 3
    )


def test_a_file_that_is_too_long_is_not_read() -> None:
    with pytest.raises(BadFile, match="longer than 16 MiB"):
        read_character(ForeignFile(b"<character>" + b" " * MOST_BYTES, "x.chum5", "x"))


def test_a_huge_number_is_no_number() -> None:
    huge = "<attributes><attribute><name>AGI</name><totalvalue>9999999999</totalvalue></attribute>"
    ok = "<attribute><name>BOD</name><totalvalue>3</totalvalue></attribute></attributes>"
    assert list(read_character(of(f"<character>{huge}{ok}</character>")).attributes) == ["body"]


def test_of_improvements_with_one_mark_the_highest_counts() -> None:
    def reach(amount: int, mark: str) -> str:
        kind = "<improvementttype>Reach</improvementttype>"
        return f"<improvement><val>{amount}</val>{kind}<unique>{mark}</unique></improvement>"

    marked = reach(1, "limbs") + reach(3, "limbs") + reach(2, "limbs")
    found = read_character(with_parts(f"<improvements>{marked}{reach(1, '')}</improvements>"))
    assert found.others["reach"].number == 3 + 1
