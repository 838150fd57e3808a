import pytest

from tests.contract.walks import all_cases, daily_cases, plain_cases


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`case`: every game and number of players, and every variant (nightly: with every number of players); `plain_case`: the defaults only."""
    nightly = metafunc.config.getoption("--nightly") or "nightly" in (metafunc.config.getoption("-m") or "").replace("not nightly", "")
    for name, cases in (("case", all_cases if nightly else daily_cases), ("plain_case", plain_cases)):
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, cases(), ids=str)
