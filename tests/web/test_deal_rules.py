"""The house rules of a deal go along where it is shared, played and solved."""

import html
import re

from .site import HTTP, Hand, Site

DEAL = "PL> SN> D1< PU< / A4< D3> G1< G4> / G3< G2< D4> A3> / RA> A1> A2> D2>"
RULES = {"option.example_ten": "true", "option.chips_path": "stops_with_corners"}


def test_they_stand_in_the_address_and_are_played_by(site: Site) -> None:
    form = {"players": "1", "hot_seat": "yes", "who1": "", "seed": "5", **RULES}
    hand = Hand(site, HTTP.post(f"{site.url}/new/pocket_aquarium", data=form).headers["location"])
    link = re.search(r'href="(/deals/pocket_aquarium[^"]*)"', hand.view())
    assert link is not None
    address = html.unescape(link[1])
    assert "option.example_ten=true" in address and "option.chips_path=stops_with_corners" in address and "reuse_ban" not in address
    page = site.get(address).text
    assert 'id="house-rules"' in page and page.count('name="option.example_ten" value="true"') == 2
    back = re.search(r'href="(/deals[^"]*)#entered">Take', page)
    assert back is not None and "option.example_ten=true" in back[1]
    answer = HTTP.post(f"{site.url}/deals/pocket_aquarium", data={"cards": DEAL, **RULES})
    match = site.app.state.tables._open[answer.headers["location"].split("/")[2]].match
    assert match.options["example_ten"] is True and match.options["chips_path"] == "stops_with_corners"


def test_todays_deal_is_the_same_for_everybody(site: Site) -> None:
    answer = HTTP.post(f"{site.url}/deals/pocket_aquarium", data={"number": "7", **RULES})
    assert site.app.state.tables._open[answer.headers["location"].split("/")[2]].match.options["example_ten"] is False


def test_what_is_no_option_is_said(site: Site) -> None:
    for wrong in ("option.example_ten=perhaps", "option.unicorns=true"):
        answer = site.get(f"/deals/pocket_aquarium?cards={DEAL}&{wrong}")
        assert answer.status_code == 422 and 'role="alert">' in answer.text
    assert HTTP.post(f"{site.url}/deals/pocket_aquarium", data={"cards": DEAL, "option.unicorns": "<b>"}).status_code == 422
    assert site.get(f"/deals/pocket_aquarium/solved?cards={DEAL}&option.unicorns=1").status_code == 404
    assert "house-rules" not in site.get(f"/deals/pocket_aquarium?cards={DEAL}&option.example_ten=false").text
