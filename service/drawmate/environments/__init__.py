"""The games as PettingZoo environments; needs the extra ``drawmate[environments]``.

``env("dekalko")`` is an AEC environment, ``parallel_env("dekalko")`` the same game with all agents at once. Every
game of the catalogue is played through one adapter, by the rules that tables play by; see ``table.py`` for what
a cycle is and who plays the referee and the clock.
"""

from drawmate.environments.referee import Referee, random_referee
from drawmate.environments.table import TableEnv, env, parallel_env

__all__ = ["Referee", "TableEnv", "env", "parallel_env", "random_referee"]
