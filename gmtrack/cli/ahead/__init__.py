"""What lies ahead: the chances of an attack or a roll, and how the whole fight will go."""
