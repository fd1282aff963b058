// ---- Controls ----

const views = [['name', 'By name'], ['left', 'Left heavy'], ['sandwich', 'Sandwich'], ['table', 'Table']];
let shown = {};

function makeControls() {
  const bar = $('bar');
  const field = (text, e) => {
    const l = make('label', text + ' ');
    l.append(e);
    bar.append(l);
    return e;
  };
  const switches = make('span', undefined, {class: 'views', role: 'group', 'aria-label': 'View'});
  shown.views = views.map(([view, text], i) => {
    const b = make('button', text, {type: 'button', title: 'key ' + (i + 1)});
    b.addEventListener('click', () => go({view}));
    switches.append(b);
    return b;
  });
  bar.append(switches);
  const select = (text, change) => {
    const e = field(text, make('select'));
    e.addEventListener('change', () => go(change(e.value)));
    return e;
  };
  if (profiles.length > 1) {
    shown.g = select('profile', g => ({g: +g}));
    shown.base = select('against', base => ({base: +base}));
    shown.change = select('changes', change => ({change}));
  }
  shown.w = select('weigh', w => ({w: +w}));
  shown.by = select('colour by', by => ({by}));
  shown.only = select('only', only => ({only}));
  const text = (title, id, change) => {
    const e = field(title, make('input', undefined, {type: 'search', id, size: 14, spellcheck: 'false'}));
    e.addEventListener('change', () => go(change(e.value)));
    return e;
  };
  shown.q = text('search', 'search', q => ({q}));
  shown.q.addEventListener('input', () => go({q: shown.q.value}, true));
  shown.q.addEventListener('keydown', e => {
    if (e.key === 'Enter') toFound(e.shiftKey ? -1 : 1);
    if (e.key === 'Escape') {
      go({q: ''}, true);
      $('picture').focus();
    }
  });
  bar.append(make('output', '', {id: 'share'}));
  shown.focus = text('focus', 'focus', focus => ({focus}));
  shown.drop = text('drop stacks', 'drop', drop => ({drop}));
  shown.hide = text('hide frames', 'hide', hide => ({hide}));
  const check = (title, key) => {
    const e = field(title, make('input', undefined, {type: 'checkbox'}));
    e.addEventListener('change', () => go({[key]: e.checked ? 1 : 0}));
    return e;
  };
  shown.r = check('collapse recursion', 'r');
  shown.inv = check('invert', 'inv');
  shown.lines = check('lines', 'lines');
  const reset = make('button', 'Reset', {type: 'button'});
  reset.addEventListener('click', () => go({...defaults, g: S.g}));
  bar.append(reset);
}

function options(e, list, value) {
  if (!e) return;
  const text = JSON.stringify(list);
  if (e.dataset.list !== text) {
    e.dataset.list = text;
    e.replaceChildren(...list.map(([v, t]) => make('option', t, {value: v})));
  }
  e.value = value;
}

function controls() {
  const p = profiles[S.g];
  shown.views.forEach((b, i) => b.setAttribute('aria-pressed', views[i][0] === S.view));
  options(shown.g, profiles.map((p, i) => [i, p.title]), S.g);
  options(shown.base, [[-1, 'nothing'], ...profiles.map((p, i) => [i, p.title])], S.base);
  options(shown.change, [['', 'all'], ['grown', 'grown'], ['shrunk', 'shrunk']], S.change);
  options(shown.w, p.units.map((u, i) => [i, u.name]), Math.min(S.w, p.units.length - 1));
  options(shown.by, ['package', ...p.kinds].map(k => [k, k]), S.by);
  const values = [['', 'everything']];
  p.kinds.forEach((kind, i) => {
    if (kind === 'type') return; // too many; search finds them
    for (const v of [...new Set(p.tags.map(t => t[i]))].sort()) values.push([kind + '=' + v, kind + ': ' + v]);
  });
  options(shown.only, values, S.only);
  for (const k of ['q', 'focus', 'drop', 'hide']) if (document.activeElement !== shown[k]) shown[k].value = S[k];
  for (const k of ['r', 'inv', 'lines']) shown[k].checked = !!S[k];
  const crumbs = [];
  const crumb = (text, change) => {
    const b = make('button', text + ' ×', {type: 'button'});
    b.addEventListener('click', () => go(change));
    crumbs.push(b);
  };
  if (S.z) crumb('zoomed', {z: ''});
  for (const k of ['focus', 'drop', 'hide', 'only']) if (S[k]) crumb(k + ' ' + S[k], {[k]: ''});
  if (S.view === 'sandwich' && S.f) crumb('callers and callees of ' + shorten(S.f), {view: 'left', f: ''});
  $('crumbs').replaceChildren(...crumbs);
}
