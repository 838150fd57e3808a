"""Grids as people type them: sixteen cards with their sides in reading order, rows parted by a slash or not."""

from collections.abc import Sequence

from shoal.engine.errors import UnknownText
from shoal.engine.texts import Texts

from .notation import CARDS, SIDE, face_text, text_face


def read_layout(text: str, names: tuple[str, ...], texts: Texts) -> list[int]:
    """The faces of a typed grid; UnknownText says which card is unknown, doubled or missing.

    A leading `deal`, slashes, commas and comments from # are allowed, letters may be small, and arrows stand for sides.
    """
    faces = read_part(text, names, texts)
    dealt = {face >> 1 for face in faces}
    missing = [name for card, name in enumerate(names) if card not in dealt]
    if missing and len(faces) >= CARDS - SIDE:
        raise UnknownText(texts("refuse.deal.missing", cards=", ".join(missing)))
    if missing:
        raise UnknownText(texts("refuse.deal.number", cards=CARDS, n=len(faces)))
    return faces


def read_part(text: str, names: tuple[str, ...], texts: Texts) -> list[int]:
    """The faces of a grid that may not be complete yet, from a1 on."""
    faces = [_face(word, at, names, texts) for at, word in enumerate(_words(text), 1)]
    where: dict[int, int] = {}
    for at, face in enumerate(faces, 1):
        first = where.setdefault(face >> 1, at)
        if first != at:
            raise UnknownText(texts("refuse.deal.doubled", card=names[face >> 1], first=first, second=at))
    return faces


def read_layouts(text: str, names: tuple[str, ...], texts: Texts) -> list[list[int]]:
    """Several grids in a row."""
    words = _words(text)
    parts = [words[i : i + CARDS] for i in range(0, max(len(words), 1), CARDS)]
    return [read_layout(" ".join(part), names, texts) for part in parts]


def layout_text(faces: Sequence[int], names: tuple[str, ...]) -> str:
    """Rows parted by slashes."""
    rows = [" ".join(face_text(face, names) for face in faces[at : at + SIDE]) for at in range(0, len(faces), SIDE)]
    return " / ".join(rows)


def _words(text: str) -> list[str]:
    bare = " ".join(line.split("#")[0] for line in text.splitlines())
    for sign, meant in (("/", " "), (",", " "), ("→", ">"), ("←", "<")):
        bare = bare.replace(sign, meant)
    words = bare.split()
    return words[1:] if words and words[0].lower() == "deal" else words


def _face(word: str, at: int, names: tuple[str, ...], texts: Texts) -> int:
    try:
        return text_face(word.upper(), names)
    except UnknownText:
        raise UnknownText(texts("refuse.deal.unknown", at=at, text=word, cards=", ".join(names))) from None
