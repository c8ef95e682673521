"""The one thing that pyproject.toml cannot say of a package that is found, not listed: the folder
`encounters` beside it is its data package `gmtrack.encounters`."""

from setuptools import find_packages, setup

setup(
    packages=[*find_packages(include=["gmtrack", "gmtrack.*"]), "gmtrack.encounters"],
    package_dir={"gmtrack.encounters": "encounters"},
)
