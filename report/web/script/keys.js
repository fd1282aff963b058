// ---- Keys and the mouse ----

// move goes from the selected frame to the one above, below or beside it.
function move(key) {
  if (!selected) return choose(down, down.root);
  const {frames, frame} = selected, byName = S.view === 'name';
  const outward = frames === upper ? 'ArrowUp' : 'ArrowDown';
  if (key === outward) {
    const kids = frames.kids(frame, byName);
    if (kids.length) choose(frames, kids[0]);
  } else if (key === 'ArrowUp' || key === 'ArrowDown') {
    if (frame.up) choose(frames, frame.up);
    else if (upper) choose(frames === upper ? down : upper, (frames === upper ? down : upper).root);
  } else if (frame.up) {
    const kids = frames.kids(frame.up, byName);
    const at = kids.indexOf(frame) + (key === 'ArrowRight' ? 1 : -1);
    if (kids[at]) choose(frames, kids[at]);
  }
}

// look moves or scales the window.
function look(by, scale) {
  const [from, to] = windowOf(), wide = (to - from) * scale;
  const middle = (from + to) / 2 + by * (to - from);
  go({z: span(middle - wide / 2, middle + wide / 2)}, true);
}

function scroll(rows) {
  const most = deepest * row;
  top = Math.max(upper ? -most : 0, Math.min(top + rows * row, most));
  draw();
}

const chosenName = () => selected && selected.frame.key >= 0 ? names.text[selected.frame.key] : '';
const zoomTo = hit => go({z: span(hit.x0, hit.x0 + hit.part)});
const keys = {
  1: () => go({view: 'name'}), 2: () => go({view: 'left'}),
  3: () => go({view: 'sandwich', f: chosenName() || S.f}), 4: () => go({view: 'table'}),
  r: () => go({r: S.r ? 0 : 1}), i: () => go({inv: S.inv ? 0 : 1}), l: () => go({lines: S.lines ? 0 : 1}),
  n: () => go({g: (S.g + 1) % profiles.length}),
  p: () => go({g: (S.g + profiles.length - 1) % profiles.length}),
  a: () => look(-.2, 1), d: () => look(.2, 1), w: () => scroll(-3), s: () => scroll(3),
  '+': () => look(0, .5), '=': () => look(0, .5), '-': () => look(0, 2), 0: () => go({z: ''}),
  f: () => chosenName() && go({focus: exactly(chosenName())}),
  h: () => chosenName() && go({hide: (S.hide && S.hide + '|') + exactly(chosenName())}),
  Enter: () => selected && zoomTo(selected),
  Escape: () => {
    selected = null;
    if (S.z) go({z: ''});
    else draw();
    describe(null);
  },
  '/': () => shown.q.focus(),
};

function listen() {
  const canvas = $('picture');
  const hit = e => rects.findLast(r => e.offsetX >= r.x && e.offsetX < r.x + Math.max(1, r.w) &&
    e.offsetY >= r.y && e.offsetY < r.y + row);
  canvas.addEventListener('mousemove', e => describe(hit(e) || selected));
  canvas.addEventListener('mouseleave', () => describe(selected));
  canvas.addEventListener('click', e => {
    selected = hit(e) || null;
    draw();
    describe(selected);
  });
  canvas.addEventListener('dblclick', e => {
    const r = hit(e);
    if (r) zoomTo(r);
  });
  canvas.addEventListener('wheel', e => {
    if (document.activeElement !== canvas && !e.ctrlKey) return; // the page scrolls
    e.preventDefault();
    if (e.ctrlKey) look(0, e.deltaY > 0 ? 1.25 : .8);
    else if (Math.abs(e.deltaX) > Math.abs(e.deltaY)) look(Math.sign(e.deltaX) * .05, 1);
    else scroll(Math.sign(e.deltaY) * 3);
  }, {passive: false});
  document.addEventListener('keydown', e => {
    if ((e.ctrlKey || e.metaKey) && e.key === 'f' && document.activeElement === canvas) {
      e.preventDefault();
      return shown.q.focus();
    }
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.closest('input, select, textarea')) return;
    const arrow = e.key.startsWith('Arrow');
    if (document.activeElement !== canvas && (arrow || e.key === 'Enter' || e.key === ' ')) return;
    const does = arrow ? () => move(e.key) : keys[e.key];
    if (!does) return;
    e.preventDefault();
    does();
  });
  new ResizeObserver(() => draw()).observe(canvas);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => draw());
  addEventListener('popstate', () => {
    clearTimeout(pending);
    pending = 0;
    if (isGraph() || !location.hash) show(readAddress());
  });
}
