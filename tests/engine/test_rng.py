"""Random numbers: ours, so that they are the same everywhere and for ever."""

import pickle

import pytest

from shoal.engine.state import Rng


def test_the_numbers_never_change() -> None:
    """Seeds in records of experiments stay good."""
    rng = Rng(7, "deal")
    assert [rng.pick(1000) for _ in range(8)] == [618, 498, 432, 349, 822, 328, 43, 784]


def test_streams_with_other_labels_or_seeds_differ() -> None:
    def stream(seed: int, label: str) -> list[int]:
        rng = Rng(seed, label)
        return [rng.pick(1000) for _ in range(10)]

    streams = [stream(seed, label) for seed in (1, 2, -1, 10**30) for label in ("", "a", "b")]
    assert len({tuple(s) for s in streams}) == len(streams)
    assert stream(1, "a") == stream(1, "a")


@pytest.mark.parametrize("n", [1, 2, 3, 7, 10, 99])
def test_each_number_is_equally_likely(n: int) -> None:
    rng, times = Rng(3, f"uniform {n}"), 400
    found = [0] * n
    for _ in range(n * times):
        found[rng.pick(n)] += 1
    assert sum((k - times) ** 2 / times for k in found) < n - 1 + 5 * (2 * n) ** 0.5


@pytest.mark.parametrize("wrong", [0, -1, 2**31, 1.5, "3", None, True])
def test_nonsense_is_refused(wrong: object) -> None:
    with pytest.raises(ValueError):
        Rng(1).pick(wrong)  # type: ignore[arg-type]


def test_large_ranges() -> None:
    rng = Rng(5)
    found = [rng.pick(2**31 - 1) for _ in range(1000)]
    assert min(found) >= 0 and max(found) < 2**31 - 1 and len(set(found)) > 990


def test_a_twin_goes_on_with_the_same_numbers() -> None:
    rng = Rng(9)
    rng.pick(5)
    twin = rng.twin()
    assert [rng.pick(100) for _ in range(5)] == [twin.pick(100) for _ in range(5)]


def test_dumped_numbers_are_those_of_the_generator() -> None:
    rng = Rng(9, "x")
    other = Rng(1)
    other.load(pickle.loads(pickle.dumps(rng.dump())))
    assert other == rng and other.pick(10**6) == rng.pick(10**6)
