"""The body of a combatant: sheet, hit points, what works, armor (IN-WND, IN-LIMB,
IN-R19 to IN-R25)."""

from collections.abc import Iterable

from gmtrack.core.draft import Path
from gmtrack.core.standing import Standing
from gmtrack.dice.port import judged
from gmtrack.rulesets.i2050.rulings.house import House
from gmtrack.rulesets.i2050.sheet.records import LiveState
from gmtrack.rulesets.i2050.sheet.sheet import Sheet, read_sheet
from gmtrack.rulesets.i2050.tables.locations import FELLING, FRACTIONS, LEGS, LOCATIONS, Location
from gmtrack.rulesets.i2050.tables.wounds import BANDS, QUARTERS, Band
from gmtrack.rulesets.kit.rounding import ceil_div
from gmtrack.rulesets.kit.seated import Combatant

POINTS = ("hp", *(f"at_{place}" for place in LOCATIONS))
"""The fields that hold hit points."""


class Body(LiveState, Combatant[Sheet, House]):
    """A combatant as far as it is flesh and armor."""

    READ = staticmethod(read_sheet)

    # --- the sheet's own numbers ---

    @property
    def total(self) -> int:
        """The normal total (IN-R22)."""
        sheet = self.sheet
        if sheet.hp is not None:
            return sheet.hp
        whole = sheet.con + sheet.siz
        return ceil_div(whole, 2) if self.house.hp_formula == "average" else whole

    def rating(self, place: Location) -> int:
        """IN-R23: the normal points of a location."""
        told = self.sheet.location_hp.get(place)
        over, under = FRACTIONS[place]
        return ceil_div(over * self.total, under) if told is None else int(told)

    @property
    def unconscious_value(self) -> int:
        """Below this many points somebody is out (IN-R20)."""
        told = self.sheet.unconscious
        return ceil_div(self.total, 4) if told is None else told

    @property
    def knockdown_value(self) -> int:
        """From this blow on somebody may fall (IN-R21)."""
        told = self.sheet.knockdown
        return self.sheet.siz if told is None else told

    # --- hit points ---

    def at(self, place: Location) -> int:
        """The points that a location has left."""
        points: int = getattr(self, f"at_{place}")
        return points

    def set_at(self, place: Location, points: int) -> None:
        setattr(self, f"at_{place}", points)

    def points(self) -> dict[Path, int]:
        """All hit points as they are read, by where they are kept."""
        return {self.place(field): getattr(self, field) for field in POINTS}

    @property
    def band(self) -> Band:
        """IN-WND, IN-R25."""
        return self.band_at(self.hp)

    def band_at(self, points: int) -> Band:
        """With so many points left."""
        if points <= 0:
            return "dying"
        lost = 4 * max(0, self.total - points)
        if not lost:
            return "healthy"
        heavier = self.house.band_border == "heavier"
        for quarters, band in enumerate(QUARTERS, 1):
            if lost < quarters * self.total or (lost == quarters * self.total and not heavier):
                return band
        return "mortal"

    def as_bad_as(self, band: Band) -> bool:
        """Wounded so much or worse."""
        least = BANDS.index(band)
        return judged(lambda points: BANDS.index(self.band_at(points)) >= least, self.hp)

    @property
    def grievous(self) -> bool:
        """IN-WND-04: skills are halved."""
        return self.as_bad_as("grievous")

    def put_out(self, place: Location) -> bool:
        """IN-LIMB-01, IN-R43, IN-R24: the location itself does not work."""
        if place in self.disabled:
            return True
        if self.house.location_damage == "single_blow":
            return place in self.crippled
        return self.at(place) <= 0

    def useless(self, place: Location) -> bool:
        """Put out, or a leg under an abdomen that is (IN-LIMB-02)."""
        return self.put_out(place) or (place in LEGS and self.put_out("abdomen"))

    @property
    def cannot_stand(self) -> bool:
        """IN-LIMB-02, IN-LIMB-06."""
        return any(self.put_out(place) for place in FELLING)

    @property
    def status(self) -> str:
        """How they are, in a word: `up`, or why they are out."""
        return self.out or "up"

    @property
    def standing(self) -> Standing:
        status = self.status
        return self.away_or(Standing(status, status != "up", status == "dead"))

    @property
    def able(self) -> bool:
        return self.out is None

    # --- armor ---

    def armor(self, place: Location, tags: Iterable[str] | None = None) -> int:
        """IN-DMG-01, IN-DMG-02, IN-R19: against a weapon with these tags; None: what stops
        everything."""
        held = tuple(tags or ())
        pieces = [piece.at(place) for piece in self.sheet.armor if piece.stops(held)]
        return max(pieces, default=0) if self.house.armor_layers == "best" else sum(pieces)

    @property
    def dodge_armor(self) -> int:
        """IN-R36: the points of armor worn."""
        best = self.house.armor_layers == "best"
        layers = [[piece.at(place) for piece in self.sheet.armor] for place in LOCATIONS]
        points = [max(one, default=0) if best else sum(one) for one in layers]
        rule = self.house.dodge_armor
        if rule == "highest":
            return max(points)
        return sum(points) if rule == "sum" else sum(points) // len(points)
