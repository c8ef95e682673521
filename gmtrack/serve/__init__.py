"""The players' page: a small server for phones and televisions on the table's own network. It sends
what players may know and takes nothing but the dice that a player is asked for."""
