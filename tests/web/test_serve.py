"""Starting the site: ports, addresses and codes."""

import socket
import sys

import pytest

from shoal.web import invite, serve
from shoal.web.serve import CannotServe


def test_a_taken_port_is_told_with_a_free_one() -> None:
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]
        with pytest.raises(CannotServe) as refused:
            serve.run(port=port, browser=False)
    words = str(refused.value)
    free = int(words.rsplit(" ", 1)[1])
    assert f"Port {port} is in use" in words and free != port
    serve.listen("127.0.0.1", free).close()


@pytest.mark.parametrize("port", [0, -1, 70000])
def test_a_port_is_a_port(port: int) -> None:
    with pytest.raises(CannotServe, match="1 to 65535"):
        serve.listen("127.0.0.1", port)


@pytest.mark.parametrize("host", ["203.0.113.7", "no.such.host.invalid"])
def test_a_foreign_address_is_refused(host: str) -> None:
    with pytest.raises(CannotServe, match=host):
        serve.listen(host, 8000)


def test_the_address_is_announced_with_a_code(capsys: pytest.CaptureFixture[str]) -> None:
    serve.announce("http://localhost:8000/", True, "http://192.0.2.7:8000/", "tables.db")
    said = capsys.readouterr().out
    assert "http://localhost:8000/" in said and "http://192.0.2.7:8000/" in said and "▀" in said and "tables.db" in said
    serve.announce("http://localhost:8000/", True, "", "tables.db")
    assert "no address in a home network" in capsys.readouterr().out


def test_codes_have_no_style_attribute() -> None:
    code = str(invite.code("http://192.0.2.7:8000/"))
    assert code.startswith("<svg") and "style=" not in code and "<path" in code
    assert invite.code("") == ""


def test_no_browser_without_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not serve.has_display()
    monkeypatch.setenv("DISPLAY", ":0")
    assert serve.has_display()
