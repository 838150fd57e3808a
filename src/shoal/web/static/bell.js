/* A browser notification when it is your turn and you look elsewhere, for those who ask for it; and the time that is left to think. */
(() => {
  const kept = () => localStorage.getItem('bell') === 'on' && window.Notification?.permission === 'granted';
  function show() {
    const b = document.querySelector('[data-bell]');
    if (!b) return;
    const on = kept(), denied = !window.Notification || Notification.permission === 'denied';
    b.setAttribute('aria-pressed', on);
    b.textContent = denied ? b.dataset.denied : on ? b.dataset.on : b.dataset.off;
  }
  addEventListener('click', async (e) => {
    if (!e.target.closest('[data-bell]') || !window.Notification) return;
    const on = kept();
    if (!on) await Notification.requestPermission();
    localStorage.setItem('bell', on ? 'off' : 'on');
    show();
  });
  const asked = () => { const view = document.querySelector('#view[data-turn]'); return view ? document.querySelector('#do [name=question]')?.value : '' };
  let before = asked();
  addEventListener('htmx:after:settle', () => {
    show();
    const now = asked();
    if (now && now !== before && document.hidden && kept()) new Notification(document.querySelector('#view').dataset.turn, { tag: location.pathname });
    before = now;
  });
  show();

  // How long whoever is awaited may still think.
  setInterval(() => {
    const e = document.querySelector('[data-until]');
    if (!e) return;
    const s = Math.max(0, Math.round(e.dataset.until - Date.now() / 1000)), two = (n) => String(n).padStart(2, '0');
    e.textContent = `${s >= 3600 ? `${Math.floor(s / 3600)}:${two(Math.floor(s / 60) % 60)}` : Math.floor(s / 60)}:${two(s % 60)} ${e.dataset.words}`;
  }, 1000);
})();
