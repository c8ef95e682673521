"""Hit points, locations, what fails, who falls; weapons that are out of use; effects."""
