"""The stock: ready combatants, weapons, armor and effects, named `@name` in files and commands."""
