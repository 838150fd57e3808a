import pytest

from tests.contract.walks import all_cases, plain_cases


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`case`: every game, variant and number of players; `plain_case`: the defaults of every game and number of players."""
    for name, cases in (("case", all_cases), ("plain_case", plain_cases)):
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, cases(), ids=str)
