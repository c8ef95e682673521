"""What the book tells apart: attributes, weapons, how they fire and load, eyes, light."""

from typing import Literal

Attribute = Literal["body", "quickness", "strength", "intelligence", "willpower"]
WeaponClass = Literal["firearm", "shotgun", "bow", "crossbow", "heavy", "other"]
Mode = Literal["ss", "sa", "bf", "fa"]
Loading = Literal["clip", "break", "internal", "cylinder", "belt"]
AmmoType = Literal["normal", "flechette", "explosive", "gel", "apds", "shot"]
Vision = Literal["normal", "low_light", "thermographic"]
VisionSource = Literal["natural", "cybernetic"]
Light = Literal["full_darkness", "minimal_light", "partial_light", "glare"]
Haze = Literal["mist", "light_haze", "heavy_haze", "thermal_light", "thermal_heavy"]

ATTRIBUTES: tuple[Attribute, ...] = ("body", "quickness", "strength", "intelligence", "willpower")
AMMO_TYPES: tuple[AmmoType, ...] = ("normal", "flechette", "explosive", "gel", "apds", "shot")
LIGHTS: tuple[Light, ...] = ("full_darkness", "minimal_light", "partial_light", "glare")
HAZES: tuple[Haze, ...] = ("mist", "light_haze", "heavy_haze", "thermal_light", "thermal_heavy")
