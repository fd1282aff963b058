async function load() {
  const scripts = document.querySelectorAll('script[id^=graph]');
  if (scripts.length) {
    for (const e of scripts) {
      const text = atob(e.textContent.trim().replaceAll('-', '+').replaceAll('_', '/'));
      profiles.push(decode(Uint8Array.from(text, c => c.charCodeAt(0))));
    }
    return;
  }
  const {graphs, folder} = $('flame').dataset, count = +graphs;
  const get = async i => decode(new Uint8Array(await (await fetch(folder + i)).arrayBuffer()));
  profiles.push(...await Promise.all(Array.from({length: count}, (_, i) => get(i))));
}

addEventListener('hashchange', showPlace);
showPlace();
if ($('flame')) {
  load().then(() => {
    const begin = performance.now();
    makeControls();
    listen();
    show(readAddress());
    if (isGraph()) $('flame').scrollIntoView();
    document.documentElement.dataset.drawn = (performance.now() - begin).toFixed(1);
  }).catch(err => { $('status').textContent = 'The flame graph cannot be shown: ' + err.message; });
}
