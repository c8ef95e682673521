"""The stock: ready combatants, weapons and armor, named `@name` wherever one is wanted."""
