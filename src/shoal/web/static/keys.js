/* Keys. An element says its key by aria-keyshortcuts; inside [data-arrows] the arrows go to the nearest button in that direction. */
(() => {
  const by = (id) => document.getElementById(id), root = document.documentElement;
  const field = (e) => e.matches('input:not([type=range],[type=checkbox],[type=radio]), select, textarea');
  const seen = (e) => e.getClientRects().length > 0 && !e.matches('[aria-disabled=true]');
  const keyed = (key) => [...document.querySelectorAll('[aria-keyshortcuts]')].find((e) => e.getAttribute('aria-keyshortcuts').split(' ').includes(key) && seen(e));

  // A press while the answer to another one is awaited waits for the view that comes of that: it means what stands there then.
  // The same press twice counts once, and nothing is played right after what was played without being seen.
  const commands = (e) => e?.closest('button[form=do]:not([name=say], [aria-disabled=true])'), sign = (b) => b.id || `${b.name} ${b.value}`;
  const again = (b) => (b.id ? by(b.id) : [...document.querySelectorAll('button[form=do]')].find((x) => sign(x) === sign(b)))?.click();
  const serial = () => by('view')?.dataset.serial, plays = (b) => b?.name === 'cmd';
  let busy = null, held = [], patience = 0;
  function begin(b) { busy = { name: sign(b), plays: plays(b), serial: serial() }; clearTimeout(patience); patience = setTimeout(free, 4000) }
  function hold(name, playing, act) {
    const last = held.at(-1) ?? busy;
    if (name !== last.name && !(playing && last.plays)) held.push({ name, plays: playing, act });
  }
  function free() { clearTimeout(patience); busy = null; while (!busy && held.length) held.shift().act() }
  addEventListener('click', (e) => {
    const b = commands(e.target);
    if (!b || serial() === undefined) return;
    if (!busy) return begin(b);
    e.preventDefault();
    e.stopImmediatePropagation();
    hold(sign(b), plays(b), () => again(b));
  }, true);
  addEventListener('htmx:after:settle', () => { if (busy && serial() !== busy.serial) free() });
  addEventListener('htmx:after:request', ({ detail: { ctx } }) => {
    if (!busy) return;
    if (ctx.response.status >= 400) { held = []; free() } else { clearTimeout(patience); patience = setTimeout(free, 800) }
  });
  addEventListener('htmx:error', () => { held = []; free() });

  function press(e, key) {
    const target = keyed(key);
    if (busy && (!target || commands(target))) {
      e.preventDefault();
      return hold(target ? sign(target) : key, plays(target), () => now(key));
    }
    if (target) { e.preventDefault(); now(key) }
  }
  function now(key) {
    const target = keyed(key);
    if (!target) return;
    if (field(target)) { target.focus(); return target.select?.() }
    target.click();
    if (target.matches('summary')) target.focus();
  }

  function arrow(e) {
    const from = document.activeElement, box = from.closest('[data-arrows]');
    if (!box) return false;
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
    const middle = (x) => { const r = x.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] }, [x0, y0] = middle(from);
    let best = null, least = Infinity;
    for (const b of box.querySelectorAll('button, a, [tabindex]')) {
      const [x, y] = middle(b), along = (x - x0) * dx + (y - y0) * dy, aside = Math.abs((x - x0) * dy) + Math.abs((y - y0) * dx);
      if (along > 4 && along + 3 * aside < least) { least = along + 3 * aside; best = b }
    }
    best?.focus();
    e.preventDefault();
    return true;
  }

  function typing(e) {                                      // in the notation field: through the moves possible now
    if (e.key === 'Escape') return by('prompt') ? by('prompt').focus({ preventScroll: true }) : e.target.blur();   // a new view gives focus back to what had it
    if (e.target.id !== 'say' || !['ArrowUp', 'ArrowDown'].includes(e.key)) return;
    const texts = [...document.querySelectorAll('#moves-list code, #ahead-list code')].map((c) => c.textContent), n = texts.length;
    if (!n) return;
    const at = texts.indexOf(e.target.value);
    e.target.value = texts[e.key === 'ArrowDown' ? (at + 1) % n : (Math.max(at, 0) + n - 1) % n];
    e.preventDefault();
  }

  addEventListener('keydown', (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey || e.isComposing) return;
    if (field(e.target)) return typing(e);
    if (e.key.startsWith('Arrow') && arrow(e)) return;
    if (e.repeat) return;                                   // a key that is held down counts once
    if (e.key === 'Enter') {                                // on what is chosen already, or on nothing: the main button
      const on = document.activeElement;
      if (on === document.body || on.id === 'prompt' || on.matches('#board .is-chosen')) press(e, 'Enter');
    } else if (e.key.length > 1 || root.dataset.keys !== 'off') press(e, e.key.length === 1 ? e.key.toUpperCase() : e.key);
  });
  by('keys-open')?.addEventListener('click', () => by('keys-box').showModal());
})();
