"""Which packages are shipped; all else stands in setup.cfg, which cannot both find packages and add one."""

from setuptools import find_packages, setup

setup(
    packages=find_packages(include=["pbem", "pbem.*"]) + ["pbem.schemas"],
    package_dir={"pbem.schemas": "schemas"},
)
