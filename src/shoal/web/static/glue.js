/* The page's own script: newest view wins, pieces travel, focus survives, commands are kept, polling while the socket is down. */
(() => {
  const by = (id) => document.getElementById(id), root = document.documentElement;
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  if (matchMedia('(hover: none)').matches) root.toggleAttribute('data-touch', true);
  let focusId = '', swapping = Promise.resolve();

  // Motion: first, last, invert, play. A piece is known by data-vt and travels only when its zone (nearest ancestor with an id) has changed.
  const pieces = () => [...document.querySelectorAll('#view [data-vt]')], zone = (e) => e.parentElement.closest('[id]').id;
  function travel(e, from) {
    e.getAnimations().forEach((m) => m.id === 'travel' && m.cancel());
    const to = e.getBoundingClientRect();
    if (!to.width) return;
    const frames = from ? { transform: [`translate(${from.x - to.x}px,${from.y - to.y}px) scale(${from.width / to.width},${from.height / to.height})`, 'none'], transformOrigin: ['0 0', '0 0'], zIndex: [5, 5] }
      : { transform: ['rotateY(90deg)', 'none'] };
    e.animate(frames, { id: 'travel', duration: +(e.dataset.ms ?? (from ? 420 : 320)), delay: +(e.dataset.delay ?? 0), fill: 'backwards', easing: 'cubic-bezier(.2,.8,.2,1)' });
  }
  // What is asked next comes into view, where nothing of it is.
  const glowing = () => [...document.querySelectorAll('#board .is-legal, #board .ghost')];
  const asks = () => `${document.querySelector('#do [name=question]')?.value} ${document.querySelector('#prompt h2')?.textContent}`;
  const reveal = (e) => e?.scrollIntoView({ block: 'center', behavior: still.matches ? 'auto' : 'smooth' });
  function inView(e) {
    const r = e.getBoundingClientRect(), prompt = by('prompt'), fixed = getComputedStyle(prompt).position === 'fixed';
    return r.bottom > 0 && r.bottom <= (fixed ? prompt.getBoundingClientRect().top : innerHeight) + r.height / 2;
  }
  const follow = () => { const list = by('steps-list'), now = list?.querySelector('[aria-current]'); if (now) list.scrollTop = now.offsetTop - list.clientHeight / 2 };
  async function swap(text) {
    const moves = !still.matches && !document.hidden;
    const was = new Map(moves ? pieces().map((e) => [e.dataset.vt, [zone(e), e.getBoundingClientRect()]]) : []);
    const asked = asks();
    await htmx.swap({ sourceElement: document.body, target: '#view', swap: 'outerMorph', text });
    if (by('where')) by('where').textContent = by('view').dataset.where ?? '';
    follow();
    again();
    if (asks() !== asked && innerWidth <= 860 && !glowing().some(inView)) reveal(glowing()[0]);
    if (moves) for (const e of pieces()) {
      const [place, from] = was.get(e.dataset.vt) ?? [];
      if (place !== zone(e)) travel(e, from);
    }
  }
  follow();
  const show = (text) => (swapping = swapping.then(() => swap(text)));

  // Focus: the morph keeps it unless its element went away.
  addEventListener('focusin', (e) => { focusId = e.target.id });
  addEventListener('htmx:after:settle', () => {
    for (const id of [focusId, 'prompt']) if (focusId && document.activeElement === document.body) by(id)?.focus({ preventScroll: true });
  });

  // Of equal cards the one that was tapped stays the chosen one.
  let tapped = {};
  function again() {
    const here = by(tapped.id), there = here?.parentElement.querySelector(':scope > .is-chosen[name=cmd]');
    if (!there || there === here || here.value !== there.value) return;
    for (const [b, on] of [[there, false], [here, true]]) { b.classList.toggle('is-chosen', on); b.name = on ? 'cmd' : 'select'; b.ariaPressed = on }
  }

  // What cannot be tapped says why; the main button leads to what can.
  addEventListener('click', (e) => {
    const b = e.target.closest('[data-why]');
    for (const shown of document.querySelectorAll('[data-why].show')) shown.classList.remove('show');
    if (!b) return;
    b.classList.add('show');
    setTimeout(() => b.classList.remove('show'), 4000);
    if (b.closest('#prompt .main')) reveal(glowing()[0]);
  });

  // A refusal goes away by itself, or by a tap.
  let fading = 0;
  const quiet = () => { by('why').textContent = '' };
  if (by('why')) new MutationObserver(() => { clearTimeout(fading); if (by('why').textContent) fading = setTimeout(quiet, 12000) }).observe(by('why'), { childList: true });
  by('why')?.addEventListener('click', quiet);

  // A tap shows at once what was chosen; the view that follows has the last word.
  addEventListener('click', (e) => {
    const b = e.target.closest('#board button[name=select]');
    if (!b || b.matches('[aria-disabled=true]')) return;
    tapped = { id: b.id };
    document.querySelectorAll('#board .is-chosen').forEach((x) => x.classList.remove('is-chosen'));
    b.classList.add('is-chosen');
  });

  // Steps of a replay or of a score sheet: whole views too, asked for one at a time.
  let wanted = null;
  async function step(url) {
    const idle = wanted === null;
    wanted = url;
    if (!idle) return;
    for (let now = ''; now !== wanted;) {
      now = wanted;
      const answer = await fetch(now, { headers: { 'HX-Request': 'true' } }).catch(() => null);
      if (!answer?.ok) { location.href = now; break }
      history.replaceState(null, '', now);
      await show(await answer.text());
    }
    wanted = null;
  }
  addEventListener('click', (e) => {
    const a = e.target.closest('a[data-step]');
    if (a && !(e.ctrlKey || e.metaKey || e.shiftKey)) { e.preventDefault(); step(a.href) }
  });
  let playing = 0;                                          // a replay goes on by itself until somebody steps in
  function play(on) {
    clearInterval(playing);
    playing = on ? setInterval(() => { const next = document.querySelector('#to-arrowright[href]'); next ? step(next.href) : play(false) }, 1500) : 0;
    root.toggleAttribute('data-playing', on);
  }
  addEventListener('click', (e) => {
    const b = e.target.closest('#play-steps'), on = b && !playing;
    if (b || e.target.closest('a[data-step]')) play(on);
    if (on) step((document.querySelector('#to-arrowright[href]') ?? { href: b.dataset.from }).href);
  });
  addEventListener('input', (e) => { if (e.target.matches('input[data-step]')) { play(false); step(`${e.target.dataset.step}${e.target.value}`) } });

  addEventListener('submit', (e) => {                       // light or dark: at once, and remembered
    if (!e.target.matches('[action="/theme"]')) return;
    e.preventDefault();
    const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
    document.cookie = `theme=${root.dataset.theme = dark ? 'light' : 'dark'};path=/;max-age=31536000;samesite=lax`;
  });
  addEventListener('focusin', (e) => { if (e.target.matches('.link-text')) e.target.select() });

  // A link to send: the phone's own way of sharing, else the clipboard, else (without https) the old way of copying.
  async function share(b) {
    const url = b.dataset.share, input = b.parentElement.querySelector('input');
    if (navigator.share && matchMedia('(pointer: coarse)').matches) return navigator.share({ url }).catch(() => {});
    input?.select();
    await (navigator.clipboard?.writeText(url) ?? Promise.resolve(document.execCommand('copy'))).catch(() => document.execCommand('copy'));
    b.textContent = b.dataset.done;
  }
  addEventListener('click', (e) => {
    const b = e.target.closest('[data-share]'), jump = e.target.closest('a[href="#links"]');
    if (b) share(b);
    if (jump && by('links')) by('links').open = true;
  });

  if (!by('live')) return;
  const { ws, view } = by('live').dataset;
  let gone = false, socket = null, heard = 0, tries = 0, timer = 0, poll = 0, kept = [], retry = 0, sending = false;
  const empty = (sent) => { for (const e of [by('say'), by('talk-say')]) if (e?.value && sent?.get(e.name) === e.value) e.value = '' };     // what was typed since then stays
  const refuse = (text) => { by('why').textContent = text };
  const ask = async () => { const r = await fetch(`${view}?have=${by('view').dataset.v}`).catch(() => null); if (r?.status === 200) show(await r.text()) };
  async function resend() {                                 // in the order in which it was given; what arrives twice counts once
    if (sending) return;
    clearTimeout(retry);
    sending = true;
    let r = true;
    while (kept.length && (r = await fetch(...kept[0]).catch(() => null))) {
      const [, { body }] = kept.shift();
      r.status === 422 ? refuse(await r.text()) : empty(body);
    }
    sending = false;
    retry = r ? 0 : setTimeout(resend, 1500);
    if (!r) return;
    by('lost').hidden = socket?.readyState === 1;
    ask();
  }
  function connect() {
    clearTimeout(timer);
    if (gone || socket?.readyState < 2) return;
    const s = socket = new WebSocket(`${ws}?have=${by('view').dataset.v}`);
    s.onopen = () => { heard = Date.now(); tries = 0; by('lost').hidden = true; clearInterval(poll); poll = 0; if (kept.length) resend() };
    s.onmessage = (e) => { heard = Date.now(); if (e.data) show(e.data) };        // an empty text is a heartbeat
    s.onclose = (e) => { if (s !== socket || (gone ||= e.code === 4404)) return; by('lost').hidden = false; poll ||= setInterval(ask, 2000); timer = setTimeout(connect, Math.min(250 * 2 ** tries++, 4000) * (0.7 + 0.6 * Math.random())) };
  }
  const hurry = () => { tries = 0; if (!document.hidden) connect() };
  addEventListener('online', hurry); addEventListener('pageshow', hurry); document.addEventListener('visibilitychange', hurry);
  setInterval(() => { if (Date.now() - heard > 40000 && socket.readyState === 1) { const s = socket; socket = null; s.close(); connect() } }, 5000);
  connect();

  addEventListener('htmx:error', ({ detail: { ctx } }) => {
    if (ctx?.request?.method !== 'POST') return;
    kept.push([ctx.request.action, { method: 'POST', body: ctx.request.body, headers: ctx.request.headers }]);
    by('lost').hidden = false;
    retry ||= setTimeout(resend, 1500);
  });
  addEventListener('htmx:after:request', ({ detail: { ctx } }) => {
    if (ctx.response.status < 400) { refuse(''); empty(ctx.request.body) }
    if (poll) ask();
  });
})();
