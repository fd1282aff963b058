// ---- Views ----

let heaviestFirst = null, toShow = [], shownAt = -1;
const mostFound = 1000;

// search marks the frames that match and tells how much passes through them.
function search() {
  matched = matches(names, S.q);
  heaviestFirst = null;
  toShow = [];
  shownAt = -1;
  const out = $('share');
  if (!matched) return void (out.textContent = '');
  if (down.hide) matched = matched.map((m, k) => down.hide[k] ? 0 : m);
  const {n, parent, key, own, w} = calls, pivot = down.root.key, functions = new Set();
  const passed = new Uint8Array(n); // 1: within what is shown, 2: below a match
  passed[0] = pivot < 0 ? 1 : 0;
  let sum = 0;
  for (let i = 1; i < n; i++) {
    const k = key[i];
    passed[i] = passed[parent[i]] | (k === pivot ? 1 : 0);
    if ((passed[i] & 1) && matched[k] && w[i] > 0) {
      passed[i] |= 2;
      functions.add(k);
    }
    if (passed[i] & 2) sum += own[i];
  }
  heaviestFirst = found(down, matched, leadsTo(matched));
  const size = functions.size;
  out.textContent = `${share(sum, down.root.w)} in ${size} function${size === 1 ? '' : 's'}`;
}

// leadsTo returns at which nodes a match is still ahead, the way frames follow.
function leadsTo(matched) {
  const {n, parent, key} = calls, leads = new Uint8Array(n);
  for (let i = 1; i < n; i++) leads[i] = matched[key[i]] | (down.upwards ? leads[parent[i]] : 0);
  if (!down.upwards) for (let i = n - 1; i > 0; i--) leads[parent[i]] |= leads[i];
  return leads;
}

// toFound shows the next frame that matches, the heaviest first.
function toFound(by) {
  if (!heaviestFirst) return;
  if (shownAt < 0) {
    for (const frame of heaviestFirst) {
      toShow.push(frame);
      if (toShow.length === mostFound) break;
    }
  }
  if (!toShow.length) return;
  const size = toShow.length;
  shownAt = shownAt < 0 && by < 0 ? size - 1 : (shownAt + by + size) % size;
  choose(down, toShow[shownAt]);
  $('share').textContent = `${shownAt + 1} of ${size}${size === mostFound ? ' or more' : ''}`;
}

// functionsOf adds up the calls by function. A function that calls itself counts
// once on each stack, and what is hidden counts in its caller.
function functionsOf({n, parent, key, a, b, ownB}) {
  const rows = new Map(), {hide} = down;
  for (let i = 1; i < n; i++) {
    let at = i;
    while (at > 0 && hide && hide[key[at]]) at = parent[at];
    if (!at) continue;
    const k = key[at];
    let r = rows.get(k);
    if (!r) rows.set(k, r = {key: k, own: 0, total: 0, before: 0});
    r.own += ownB[i];
    if (at < i) continue;
    let outer = b[i] > 0 || (a && a[i] > 0);
    for (let x = parent[i]; x > 0 && outer; x = parent[x]) outer = key[x] !== k;
    if (outer) {
      r.total += b[i];
      if (a) r.before += a[i];
    }
  }
  return [...rows.values()].filter(r => r.total || r.before);
}

function showTable() {
  const columns = [['function', r => names.text[r.key]], ['in itself', r => r.own], ['in all', r => r.total]];
  if (two()) columns.push(['change', r => r.total - r.before]);
  const by = columns[Math.min(sortBy, columns.length - 1)][1];
  const list = functionsOf(calls).filter(r => !matched || matched[r.key]).sort((x, y) =>
    typeof by(x) === 'string' ? by(x).localeCompare(by(y)) : Math.abs(by(y)) - Math.abs(by(x)));
  const head = make('tr');
  columns.forEach(([name], i) => {
    const th = make('th', undefined, {scope: 'col', class: i ? 'n' : ''}), b = make('button', name);
    if (i === sortBy) th.setAttribute('aria-sort', i ? 'descending' : 'ascending');
    b.addEventListener('click', () => { sortBy = i; showTable(); });
    th.append(b);
    head.append(th);
  });
  const body = make('tbody'), whole = down.root.b;
  for (const r of list.slice(0, 1000)) {
    const tr = make('tr'), td = make('td');
    td.append(make('a', names.text[r.key],
      {href: address({...S, view: 'sandwich', f: names.text[r.key], z: ''})}));
    tr.append(td, make('td', `${amount(r.own)} ${share(r.own, whole)}`, {class: 'n'}),
      make('td', `${amount(r.total)} ${share(r.total, whole)}`, {class: 'n'}));
    if (two()) tr.append(make('td', signed(r.total - r.before), {class: 'n'}));
    body.append(tr);
  }
  const table = make('table'), thead = make('thead');
  thead.append(head);
  table.append(thead, body);
  $('table').replaceChildren(table, list.length > 1000
    ? make('p', `${list.length - 1000} more; search narrows the list.`) : '');
}

// show makes the picture of a state. What does not change is not made again.
function show(s) {
  const begin = performance.now();
  S = s;
  S.g = Math.max(0, Math.min(profiles.length - 1, S.g));
  const base = profiles[S.base] && S.base !== S.g ? profiles[S.base] : null;
  const key = JSON.stringify({...S, z: '', q: '', view: S.view === 'sandwich' && S.f});
  if (key !== cacheKey) {
    cacheKey = key;
    names = named[S.lines ? 1 : 0];
    shownProfiles = base ? [base, profiles[S.g]] : [profiles[S.g]];
    for (const p of shownProfiles) names.of(p);
    calls = callsOf(shownProfiles, names, S);
    if (S.view === 'sandwich' && !S.f) S.f = heaviest();
    [down, upper] = framesOf(calls, names, S);
    selected = null;
    top = 0;
  }
  controls();
  search();
  const table = S.view === 'table';
  $('picture').hidden = table;
  $('table').hidden = !table;
  if (table) showTable();
  else draw();
  showLegend();
  describe(selected);
  document.documentElement.dataset.step = (performance.now() - begin).toFixed(1);
}

// heaviest returns the function that allocates most by itself.
function heaviest() {
  const sums = new Float64Array(names.text.length);
  for (let i = 1; i < calls.n; i++) sums[calls.key[i]] += calls.ownB[i];
  return names.text[sums.indexOf(sums.reduce((x, y) => Math.max(x, y), 0))] ?? '';
}

// choose selects a frame, shows what it is, and brings it into the window.
function choose(frames, frame) {
  const byName = S.view === 'name', whole = frames.root.w || 1;
  let x0 = 0, level = 0;
  for (let f = frame; f.up; f = f.up, level++) {
    for (const kid of frames.kids(f.up, byName)) {
      if (kid === f) break;
      x0 += kid.w / whole;
    }
  }
  selected = {frames, frame, x0, part: frame.w / whole};
  const [from, to] = windowOf();
  if (x0 < from || x0 + selected.part > to) {
    const wide = Math.max(selected.part, to - from);
    const start = x0 + selected.part / 2 - wide / 2;
    go({z: span(start, start + wide)}, true);
  }
  if (frames === down) {
    const H = $('picture').clientHeight, y = level * row;
    if (y < top) top = y;
    if (y > top + H - 2 * row) top = y - H + 2 * row;
  }
  draw();
  describe(selected);
}
