"""The loaders by name: all that read files of a stranger, but for programs, which may do anything anyway."""

from tests.fuzz.loaders_of_components import Components, FilledTables, Maps, PlaysOfPeople
from tests.fuzz.loaders_of_records import Records
from tests.fuzz.loaders_of_runs import Manifests, Notes, Parts
from tests.fuzz.loaders_of_settings import Configurations, Leaves, Plans, Trainings, Tunings
from tests.fuzz.trying import Loader

__all__ = ["LOADERS"]

GAMES = ("zhanguo", "first_empire", "qin", "middle_kingdom", "toy")
LOADERS: dict[str, Loader] = {
    loader.name: loader
    for loader in (
        *map(Components, GAMES), FilledTables(), PlaysOfPeople(), Maps(),
        *map(Records, GAMES), Plans(), Leaves(), Configurations(), Tunings(), Trainings(),
        Manifests(), Notes(), Parts(),
    )
}  # fmt: skip
