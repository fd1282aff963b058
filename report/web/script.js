'use strict';
// The script of wring's page: tables that sort, a flame graph on exact counts, and
// news from the server. The page says everything but the graph without it.
(() => {
const $ = id => document.getElementById(id);
const make = (tag, text, attributes) => {
  const e = document.createElement(tag);
  if (text !== undefined) e.textContent = text;
  for (const k in attributes) e.setAttribute(k, attributes[k]);
  return e;
};

// Tables: a heading that is pressed sorts by its column, largest first.
for (const table of document.querySelectorAll('table.sortable')) {
  [...table.tHead.rows[0].cells].forEach((th, column) => {
    const button = make('button', th.textContent);
    th.replaceChildren(button);
    button.addEventListener('click', () => {
      const down = th.getAttribute('aria-sort') !== 'descending';
      for (const other of table.tHead.rows[0].cells) other.removeAttribute('aria-sort');
      th.setAttribute('aria-sort', down ? 'descending' : 'ascending');
      const value = row => row.cells[column].textContent.trim();
      const number = row => parseFloat(value(row).replaceAll(',', ''));
      const numeric = th.classList.contains('n');
      const rows = [...table.tBodies[0].rows];
      rows.sort((a, b) => (down ? -1 : 1) *
        (numeric ? number(a) - number(b) : value(a).localeCompare(value(b))));
      table.tBodies[0].append(...rows);
    });
  });
}

// Places: what an address names is opened and shown.
function showPlace() {
  const place = location.hash.length > 1 && !isGraph() && $(location.hash.slice(1));
  for (let e = place; e; e = e.parentElement) if (e.tagName === 'DETAILS') e.open = true;
  if (place) place.scrollIntoView({block: place.tagName === 'TR' ? 'center' : 'start'});
}

// News: progress while the server measures, and a new page when it has.
if (document.body.dataset.watch) {
  const news = new EventSource(document.body.dataset.watch);
  news.addEventListener('progress', e => { $('status').textContent = e.data; });
  news.addEventListener('page', () => location.reload());
}

// ---- The flame graph ----

// decode reads what the server wrote: a document, the nodes of the call tree from
// the root on (parents come first), and the weights at nodes.
function decode(bytes) {
  const size = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const p = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + size)));
  let at = 4 + size;
  const next = () => {
    let x = bytes[at++];
    if (x < 128) return x;
    x &= 127;
    for (let scale = 128; ; scale *= 128) {
      const b = bytes[at++];
      x += (b & 127) * scale;
      if (b < 128) return x;
    }
  };
  p.n = next() + 1;
  p.parent = new Int32Array(p.n);
  p.frame = new Int32Array(p.n);
  p.parent[0] = p.frame[0] = -1;
  for (let i = 1; i < p.n; i++) {
    let q = i - 1;
    for (let up = next(); up > 0; up--) q = p.parent[q];
    p.parent[i] = q;
    p.frame[i] = next();
  }
  const m = p.m = next();
  p.at = new Int32Array(m);
  p.tag = new Int32Array(m);
  p.values = p.units.map(() => new Float64Array(m));
  for (let i = 0, node = 0; i < m; i++) {
    node += next();
    p.at[i] = node;
    p.tag[i] = next();
    for (const v of p.values) v[i] = next();
  }
  return p;
}

// Tree is a call tree that grows. Node 0 is the root; a parent comes before its
// children. a and b weigh what ends at a node, in the old and the new profile.
class Tree {
  constructor(room) {
    this.n = 1;
    this.room(Math.max(16, room));
    this.parent[0] = this.key[0] = -1;
  }
  room(size) {
    const grown = (Kind, old) => {
      const list = new Kind(size);
      if (old) list.set(old);
      return list;
    };
    this.parent = grown(Int32Array, this.parent);
    this.key = grown(Int32Array, this.key);
    this.a = grown(Float64Array, this.a);
    this.b = grown(Float64Array, this.b);
    this.best = grown(Float64Array, this.best);
    this.kind = grown(Int32Array, this.kind);
    let slots = 1;
    while (slots < 2 * size) slots *= 2;
    this.slots = new Int32Array(slots);
    for (let i = 1; i < this.n; i++) this.slots[this.slot(this.parent[i], this.key[i])] = i;
  }
  slot(parent, key) {
    const mask = this.slots.length - 1;
    let h = Math.imul(parent + 1, 0x9e3779b1) ^ Math.imul(key + 1, 0x85ebca6b);
    h = (h ^ (h >>> 15)) & mask;
    for (let i; (i = this.slots[h]) !== 0; h = (h + 1) & mask) {
      if (this.parent[i] === parent && this.key[i] === key) break;
    }
    return h;
  }
  child(parent, key) {
    let h = this.slot(parent, key);
    if (this.slots[h]) return this.slots[h];
    if (this.n === this.parent.length) {
      this.room(2 * this.n);
      h = this.slot(parent, key);
    }
    const i = this.n++;
    this.parent[i] = parent;
    this.key[i] = key;
    this.slots[h] = i;
    return i;
  }
  add(node, side, weight, kind) {
    (side ? this.b : this.a)[node] += weight;
    if (weight > this.best[node]) {
      this.best[node] = weight;
      this.kind[node] = kind;
    }
  }
  // finish adds up. A frame is as wide as the larger of both sides makes it, or as
  // what grew or shrank does; its colour is that of its heaviest part.
  finish(change) {
    const {n, parent, a, b, best, kind} = this;
    this.own = new Float64Array(n);
    const width = this.width = new Float64Array(n);
    for (let i = 0; i < n; i++) {
      width[i] = this.own[i] = change === 'grown' ? Math.max(0, b[i] - a[i])
        : change === 'shrunk' ? Math.max(0, a[i] - b[i]) : Math.max(a[i], b[i]);
    }
    this.ownA = a.slice(0, n);
    this.ownB = b.slice(0, n);
    const first = this.first = new Int32Array(n), next = this.next = new Int32Array(n);
    for (let i = n - 1; i > 0; i--) {
      const p = parent[i];
      width[p] += width[i];
      a[p] += a[i];
      b[p] += b[i];
      if (width[i] > best[p]) {
        best[p] = width[i];
        kind[p] = kind[i];
      }
      next[i] = first[p];
      first[p] = i;
    }
    this.sorted = new Map();
    return this;
  }
  // children returns those of a node, heaviest first or by name.
  children(node, names) {
    if (this.names !== names) {
      this.names = names;
      this.sorted.clear();
    }
    let list = this.sorted.get(node);
    if (list) return list;
    list = [];
    for (let i = this.first[node]; i; i = this.next[i]) if (this.width[i] > 0) list.push(i);
    if (names) list.sort((x, y) => names[this.key[x]].localeCompare(names[this.key[y]]));
    else list.sort((x, y) => this.width[y] - this.width[x] || this.key[x] - this.key[y]);
    this.sorted.set(node, list);
    return list;
  }
}

// Names gives one number to what is the same in all profiles: a function, or a
// line of one.
class Names {
  constructor() {
    this.at = new Map();
    this.text = [];
    this.pkg = [];
    this.anchor = [];
    this.place = [];
  }
  keys(p, lines) {
    const keys = new Int32Array(p.frames.length / 3);
    for (let i = 0; i < keys.length; i++) {
      const [name, pkg, anchor] = p.funcs[p.frames[3 * i]];
      const place = p.files[p.frames[3 * i + 1]] + ':' + p.frames[3 * i + 2];
      const text = lines ? name + ' ' + place : name;
      let key = this.at.get(text);
      if (key === undefined) {
        key = this.text.length;
        this.at.set(text, key);
        this.text.push(text);
        this.pkg.push(pkg);
        this.anchor.push(anchor);
        this.place.push(place);
      }
      keys[i] = key;
    }
    return keys;
  }
}

const pattern = text => {
  if (!text) return null;
  try {
    return new RegExp(text, 'i');
  } catch {
    return new RegExp(text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i');
  }
};
const exactly = text => '^' + text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&') + '$';

// matches returns for each name whether an expression finds it; null without one.
function matches(names, text) {
  const re = pattern(text);
  return re && Uint8Array.from(names.text, t => re.test(t) ? 1 : 0);
}

// chosen sums the weights at the nodes of a profile that the state asks for, and
// names the heaviest kind at each.
function chosen(p, keys, names, s) {
  const own = new Float64Array(p.n), best = new Float64Array(p.n), kind = new Int32Array(p.n);
  const values = p.values[Math.min(s.w, p.values.length - 1)];
  const column = p.kinds.indexOf(s.by);
  const numbers = p.tags.map(t => column < 0 ? 0 : kindNumber(t[column]));
  const [what, ...rest] = s.only.split('=');
  const only = p.kinds.indexOf(what);
  const taken = p.tags.map(t => only < 0 || t[only] === rest.join('='));
  const focus = matches(names, s.focus), drop = matches(names, s.drop);
  let good = null;
  if (focus || drop) {
    good = new Uint8Array(p.n); // 1: passes through the focus, 2: through what is dropped
    for (let i = 0; i < p.n; i++) {
      const up = i ? good[p.parent[i]] : 0, k = i ? keys[p.frame[i]] : -1;
      good[i] = up | (focus && k >= 0 && focus[k] ? 1 : 0) | (drop && k >= 0 && drop[k] ? 2 : 0);
    }
  }
  for (let i = 0; i < p.m; i++) {
    const node = p.at[i], tag = p.tag[i], v = values[i];
    if (!taken[tag] || v === 0) continue;
    if (good && ((focus && !(good[node] & 1)) || good[node] & 2)) continue;
    own[node] += v;
    if (v > best[node]) {
      best[node] = v;
      kind[node] = numbers[tag];
    }
  }
  return {own, kind};
}

const kinds = new Map();
function kindNumber(text) {
  if (!kinds.has(text)) kinds.set(text, kinds.size);
  return kinds.get(text);
}
const kindText = number => [...kinds.keys()][number];

// build makes the tree that the state asks for out of one profile, or two: callees
// below the root or, inverted, callers below what allocates. For the sandwich the
// root is the chosen function, and up says which half is wanted.
function build(sides, names, s, up) {
  const hide = matches(names, s.hide);
  const tree = new Tree(up || s.inv ? 1024 : sides.reduce((sum, x) => sum + x.p.n, 1));
  const pivot = s.view === 'sandwich' ? names.at.get(s.f) ?? -1 : -1;
  sides.forEach(({p, keys}, side) => {
    const {own, kind} = chosen(p, keys, names, s);
    const old = sides.length === 2 && side === 0;
    const add = (node, weight, k) => tree.add(node, old ? 0 : 1, weight, k);
    const step = (node, key) => {
      if (hide && hide[key]) return node;
      if (s.r && tree.key[node] === key) return node;
      return tree.child(node, key);
    };
    const climb = (from, weight, k) => {
      let node = 0;
      for (let x = from; x > 0; x = p.parent[x]) node = step(node, keys[p.frame[x]]);
      add(node, weight, k);
    };
    const total = own.slice();
    for (let i = p.n - 1; i > 0; i--) total[p.parent[i]] += total[i];
    if (s.inv && pivot < 0) {
      for (let i = 1; i < p.n; i++) if (own[i]) climb(i, own[i], kind[i]);
      return;
    }
    const at = new Int32Array(p.n).fill(-1);
    if (pivot < 0) {
      at[0] = 0;
      if (own[0]) add(0, own[0], kind[0]);
    }
    for (let i = 1; i < p.n; i++) {
      if (total[i] === 0) continue;
      const above = at[p.parent[i]], key = keys[p.frame[i]];
      if (above < 0) {
        if (key !== pivot) continue;
        at[i] = 0;
        if (up) climb(p.parent[i], total[i], kind[i]);
      } else {
        at[i] = up ? 0 : step(above, key);
      }
      if (own[i] && !up) add(at[i], own[i], kind[i]);
    }
  });
  if (pivot >= 0) tree.key[0] = pivot;
  return tree.finish(sides.length === 2 ? s.change : '');
}

// ---- State: what is shown, and its address ----

const defaults = {g: 0, base: -1, view: 'left', w: 0, by: 'package', q: '', f: '', z: '', focus: '',
  drop: '', hide: '', only: '', change: '', r: 0, inv: 0, lines: 0};
let S = {...defaults};
const isGraph = () => location.hash === '#flame' || location.hash.startsWith('#flame?');

function readAddress() {
  const s = {...defaults};
  const at = location.hash.indexOf('?');
  if (isGraph() && at > 0) {
    for (const [k, v] of new URLSearchParams(location.hash.slice(at + 1))) {
      if (k in defaults) s[k] = typeof defaults[k] === 'number' ? Number(v) || 0 : v;
    }
  }
  return s;
}

function address(s) {
  const list = new URLSearchParams();
  for (const k in defaults) if (s[k] !== defaults[k]) list.set(k, s[k]);
  const text = list.toString();
  return '#flame' + (text && '?' + text);
}

// go shows another state. It gets an address of its own unless it only refines the
// one before, as each letter of a search does.
function go(change, refine) {
  const s = {...S, ...change};
  if (!('z' in change) && !('q' in change) && !('by' in change)) s.z = '';
  if (address(s) === address(S)) return;
  clearTimeout(pending);
  if (refine) pending = setTimeout(() => history.replaceState(null, '', address(S)), 200);
  else {
    if (pending) history.replaceState(null, '', address(S));
    history.pushState(null, '', address(s));
    pending = 0;
  }
  show(s);
}
let pending = 0; // a browser stops listening to a page that changes its address at each key

// ---- Picture ----

const row = 18, narrowest = .7;
const palette = ['#7cc4f0', '#f0b429', '#4dbf99', '#e3a3c6', '#f4ea6b', '#a9b8e8', '#f08a4b', '#bfd96b'];
const grey = '#c9c9c9', orange = [240, 138, 75], blue = [90, 169, 230];
const fixed = {proven: '#4dbf99', proposed: '#7cc4f0', 'tried and dropped': '#f0b429',
  'none known': grey, 'over budget': '#f08a4b', 'within budget': '#7cc4f0',
  'no budget known': grey, unknown: grey};
const profiles = [];
let names, sides, down, upper, rects = [], selected = null, matched, found = [], foundAt = -1;
let top = 0, sortBy = 2, cacheKey = '';

const hash = text => {
  let h = 7;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return (h ^ (h >>> 13)) >>> 0;
};
const hue = text => fixed[text] || palette[hash(text) % palette.length];
const two = () => sides.length === 2;

function colour(tree, node, most) {
  if (two()) {
    const change = tree.b[node] - tree.a[node];
    if (!change) return grey;
    const part = .25 + .75 * Math.min(1, Math.abs(change) / most), to = change > 0 ? orange : blue;
    return `rgb(${to.map(c => Math.round(201 + (c - 201) * part)).join()})`;
  }
  const key = tree.key[node];
  if (S.by === 'package') return key < 0 ? grey : hue(names.pkg[key] || names.text[key]);
  return hue(kindText(tree.kind[node]) ?? '');
}

const label = (tree, node) => {
  const key = tree.key[node];
  if (key < 0) return 'all';
  const mark = !two() ? '' : !tree.a[node] ? '+ ' : !tree.b[node] ? '− ' : '';
  return mark + shorten(names.text[key]);
};
// shorten leaves the last element of a package's path.
const shorten = text => {
  const end = text.search(/[[( ]/);
  return text.slice(text.lastIndexOf('/', end < 0 ? text.length : end) + 1);
};

const windowOf = () => {
  const [from, to] = S.z.split('_').map(Number);
  return to > from ? [Math.max(0, from), Math.min(1, to)] : [0, 1];
};
// span writes a window so that it can be read back without loss that shows.
const span = (from, to) => {
  const width = Math.max(1e-9, Math.min(1, to - from));
  const start = Math.max(0, Math.min(1 - width, from));
  return width >= 1 ? '' : `${+start.toPrecision(12)}_${+(start + width).toPrecision(12)}`;
};

function draw() {
  const canvas = $('picture');
  if (!down || canvas.hidden) return;
  const scale = devicePixelRatio || 1, W = canvas.clientWidth, H = canvas.clientHeight;
  if (canvas.width !== W * scale || canvas.height !== H * scale) {
    canvas.width = W * scale;
    canvas.height = H * scale;
  }
  const c = canvas.getContext('2d');
  const style = getComputedStyle(document.body);
  c.setTransform(scale, 0, 0, scale, 0, 0);
  c.clearRect(0, 0, W, H);
  c.font = '12px ui-monospace, monospace';
  c.textBaseline = 'middle';
  rects = [];
  const middle = upper ? Math.min(Math.floor(H / 2 / row), depthOf(upper)) * row : 0;
  const most = two() ? largestChange() : 1;
  paint(c, down, W, H, n => middle + n * row - top, most, style.color);
  if (upper) paint(c, upper, W, H, n => middle - n * row - top, most, style.color);
}

const largestChange = () => {
  let most = 1;
  for (const t of [down, upper]) {
    if (!t) continue;
    for (let i = t.n > 1 ? 1 : 0; i < t.n; i++) most = Math.max(most, Math.abs(t.b[i] - t.a[i]));
  }
  return most;
};

function depthOf(tree) {
  if (tree.depth === undefined) {
    const d = new Int32Array(tree.n);
    tree.depth = 0;
    for (let i = 1; i < tree.n; i++) tree.depth = Math.max(tree.depth, d[i] = d[tree.parent[i]] + 1);
  }
  return tree.depth;
}

// paint draws what of a tree is wide enough to be seen; y gives the place of a level.
function paint(c, tree, W, H, y, most, text) {
  const [from, to] = windowOf(), whole = tree.width[0] || 1, zoom = W / (to - from);
  const list = [[0, 0, 0]];
  const byName = S.view === 'name' ? names.text : null;
  while (list.length) {
    const [node, x0, level] = list.pop();
    const part = tree.width[node] / whole;
    const x = Math.max(0, (x0 - from) * zoom), end = Math.min(W, (x0 + part - from) * zoom);
    if (end <= 0 || x >= W) continue;
    const at = y(level), w = end - x;
    if (!(tree === upper && node === 0) && at > -row && at < H) {
      box(c, tree, node, x, at, w, most, text);
      rects.push({tree, node, x, y: at, w, x0, part});
    }
    if (w < narrowest || (tree !== upper && at > H)) continue;
    let child = x0;
    for (const k of tree.children(node, byName)) {
      const wide = tree.width[k] / whole;
      if (wide * zoom >= narrowest) list.push([k, child, level + 1]);
      else if (!byName) break; // the rest is narrower still
      child += wide;
    }
  }
}

function box(c, tree, node, x, y, w, most, text) {
  const hit = matched && tree.key[node] >= 0 && matched[tree.key[node]];
  c.globalAlpha = matched && !hit ? .45 : 1;
  c.fillStyle = colour(tree, node, most);
  c.fillRect(x, y, Math.max(.5, w - .6), row - 1);
  if (two() && node && tree.a[node] && !tree.b[node]) hatch(c, x, y, w);
  if (w > 30) {
    const room = Math.floor((w - 6) / 7.3), name = label(tree, node);
    c.fillStyle = '#000';
    c.fillText(name.length > room ? name.slice(0, Math.max(1, room - 1)) + '…' : name, x + 3, y + row / 2);
  }
  c.globalAlpha = 1;
  if (hit || (selected && selected.tree === tree && selected.node === node)) {
    c.strokeStyle = text;
    c.lineWidth = hit ? 1.5 : 2.5;
    c.strokeRect(x + 1, y + 1, Math.max(1, w - 2.6), row - 3);
  }
}

// hatch marks a frame that is gone in the new profile.
function hatch(c, x, y, w) {
  c.save();
  c.beginPath();
  c.rect(x, y, w, row - 1);
  c.clip();
  c.strokeStyle = '#fff';
  c.lineWidth = 2;
  c.beginPath();
  for (let i = x - row; i < x + w; i += 8) {
    c.moveTo(i, y + row);
    c.lineTo(i + row, y);
  }
  c.stroke();
  c.restore();
}

// ---- Words ----

const unitOf = () => sides[sides.length - 1].p.units[Math.min(S.w, sides[0].p.units.length - 1)];
function amount(v) {
  const unit = unitOf().unit;
  if (unit === 'nanoseconds') {
    return v >= 1e9 ? (v / 1e9).toFixed(2) + ' s' : v >= 1e6 ? (v / 1e6).toFixed(2) + ' ms'
      : (v / 1e3).toFixed(1) + ' µs';
  }
  return Math.round(v).toLocaleString('en') + (unit === 'bytes' ? ' B' : '');
}
const share = (v, of) => of ? (100 * v / of).toFixed(1) + ' %' : '0 %';
const signed = v => (v > 0 ? '+' : v < 0 ? '−' : '±') + amount(Math.abs(v));

function describe(hit) {
  const box = $('detail');
  if (!hit) return box.replaceChildren();
  const {tree, node} = hit, key = tree.key[node];
  const parts = [make('b', key < 0 ? 'all' : names.text[key]), ' '];
  const value = tree.b[node], own = tree.ownB[node], whole = down.b[0];
  parts.push(`${amount(value)} ${unitOf().name}, ${share(value, whole)}`);
  if (tree === down && !S.inv) parts.push(`; ${amount(own)} in itself`);
  if (two()) parts.push(`; before ${amount(tree.a[node])}, ${signed(value - tree.a[node])}`);
  else if (S.by !== 'package') parts.push(`; ${S.by}: ${kindText(tree.kind[node]) ?? ''}`);
  const each = operations();
  if (each) parts.push(`; ${+(value / each).toPrecision(4)} per operation`);
  if (key >= 0) {
    parts.push(' ', make('span', names.place[key], {class: 'dim'}));
    if (names.anchor[key]) parts.push(' ', make('a', 'source', {href: '#' + names.anchor[key]}));
  }
  box.replaceChildren(...parts);
}

// operations returns how many operations stand behind what is shown: those of the
// benchmark that was chosen.
function operations() {
  const [what, ...rest] = S.only.split('=');
  return what === 'benchmark' && sides[0].p.operations[rest.join('=')];
}

function showLegend() {
  const list = new Map();
  for (const r of rects) {
    const key = r.tree.key[r.node];
    if (key < 0) continue;
    const name = S.by === 'package' ? names.pkg[key] || names.text[key] : kindText(r.tree.kind[r.node]);
    list.set(name ?? '', (list.get(name ?? '') || 0) + r.w);
  }
  const entry = (colour, text) => {
    const span = make('span');
    const ns = 'http://www.w3.org/2000/svg', svg = document.createElementNS(ns, 'svg');
    const rect = document.createElementNS(ns, 'rect');
    for (const [k, v] of [['width', '100%'], ['height', '100%'], ['fill', colour]]) rect.setAttribute(k, v);
    svg.setAttribute('aria-hidden', 'true');
    svg.append(rect);
    span.append(svg, ' ' + text);
    return span;
  };
  if (two()) {
    $('legend').replaceChildren(entry(`rgb(${orange})`, 'more than before (+ new)'),
      entry(`rgb(${blue})`, 'less than before (− and hatched: gone)'), entry(grey, 'the same'));
    return;
  }
  const heaviest = [...list].sort((x, y) => y[1] - x[1]).slice(0, 12);
  $('legend').replaceChildren(...heaviest.map(([name]) => entry(hue(name), name)));
}

// search marks the frames that match and tells how much passes through them.
function search() {
  matched = matches(names, S.q);
  found = [];
  foundAt = -1;
  const out = $('share');
  if (!matched) return void (out.textContent = '');
  const inside = new Uint8Array(down.n);
  let sum = 0;
  for (let i = 0; i < down.n; i++) {
    const here = down.key[i] >= 0 && matched[down.key[i]] && down.width[i] > 0;
    inside[i] = here || (i && inside[down.parent[i]]) ? 1 : 0;
    if (inside[i]) sum += down.own[i];
    if (here) found.push(i);
  }
  found.sort((x, y) => down.width[y] - down.width[x]);
  out.textContent = `${share(sum, down.width[0])} in ${found.length} frames`;
}

function toFound(by) {
  if (!found.length) return;
  foundAt = (foundAt + by + found.length) % found.length;
  choose(down, found[foundAt]);
  $('share').textContent = `${foundAt + 1} of ${found.length}`;
}

// ---- Views ----

function showTable() {
  const rows = new Map();
  for (let i = 1; i < down.n; i++) {
    const key = down.key[i];
    let r = rows.get(key);
    if (!r) rows.set(key, r = {key, own: 0, total: 0, before: 0});
    r.own += down.ownB[i];
    let outer = true;
    for (let x = down.parent[i]; x > 0 && outer; x = down.parent[x]) outer = down.key[x] !== key;
    if (outer) {
      r.total += down.b[i];
      r.before += down.a[i];
    }
  }
  const columns = [['function', r => names.text[r.key]], ['in itself', r => r.own], ['in all', r => r.total]];
  if (two()) columns.push(['change', r => r.total - r.before]);
  const by = columns[Math.min(sortBy, columns.length - 1)][1];
  const list = [...rows.values()].filter(r => !matched || matched[r.key]).sort((x, y) =>
    typeof by(x) === 'string' ? by(x).localeCompare(by(y)) : Math.abs(by(y)) - Math.abs(by(x)));
  const head = make('tr');
  columns.forEach(([name], i) => {
    const th = make('th', undefined, {scope: 'col', class: i ? 'n' : ''}), b = make('button', name);
    if (i === sortBy) th.setAttribute('aria-sort', i ? 'descending' : 'ascending');
    b.addEventListener('click', () => { sortBy = i; showTable(); });
    th.append(b);
    head.append(th);
  });
  const body = make('tbody'), whole = down.b[0];
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
    names = new Names();
    sides = (base ? [base, profiles[S.g]] : [profiles[S.g]])
      .map(p => ({p, keys: names.keys(p, S.lines)}));
    if (S.view === 'sandwich' && !S.f) S.f = heaviest();
    down = build(sides, names, S, false);
    upper = S.view === 'sandwich' ? build(sides, names, S, true) : null;
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
  const {p, keys} = sides[sides.length - 1], {own} = chosen(p, keys, names, S);
  const sums = new Float64Array(names.text.length);
  for (let i = 1; i < p.n; i++) sums[keys[p.frame[i]]] += own[i];
  return names.text[sums.indexOf(sums.reduce((x, y) => Math.max(x, y), 0))] ?? '';
}

// choose selects a frame, shows what it is, and brings it into the window.
function choose(tree, node) {
  let x0 = 0;
  const byName = S.view === 'name' ? names.text : null, whole = tree.width[0] || 1;
  let level = 0;
  for (let i = node; i > 0; i = tree.parent[i], level++) {
    for (const k of tree.children(tree.parent[i], byName)) {
      if (k === i) break;
      x0 += tree.width[k] / whole;
    }
  }
  selected = {tree, node, x0, part: tree.width[node] / whole};
  const [from, to] = windowOf();
  if (x0 < from || x0 + selected.part > to) {
    const wide = Math.max(selected.part, to - from);
    const start = x0 + selected.part / 2 - wide / 2;
    go({z: span(start, start + wide)}, true);
  }
  if (tree === down) {
    const H = $('picture').clientHeight, y = level * row;
    if (y < top) top = y;
    if (y > top + H - 2 * row) top = y - H + 2 * row;
  }
  draw();
  describe(selected);
}

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
  shown.views = views.map(([view, text], i) => {
    const b = make('button', text, {type: 'button', title: 'key ' + (i + 1)});
    b.addEventListener('click', () => go({view}));
    bar.append(b);
    return b;
  });
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

// move goes from the selected frame to the one above, below or beside it.
function move(key) {
  if (!selected) return choose(down, 0);
  const {tree, node} = selected, byName = S.view === 'name' ? names.text : null;
  const outward = tree === upper ? 'ArrowUp' : 'ArrowDown';
  if (key === outward) {
    const list = tree.children(node, byName);
    if (list.length) choose(tree, list[0]);
  } else if (key === 'ArrowUp' || key === 'ArrowDown') {
    if (node) choose(tree, tree.parent[node]);
    else if (tree === upper) choose(down, 0);
  } else if (node) {
    const list = tree.children(tree.parent[node], byName);
    const at = list.indexOf(node) + (key === 'ArrowRight' ? 1 : -1);
    if (list[at]) choose(tree, list[at]);
  } else if (upper && tree === down && key === 'ArrowLeft') choose(upper, 0);
}

// look moves or scales the window.
function look(by, scale) {
  const [from, to] = windowOf(), wide = (to - from) * scale;
  const middle = (from + to) / 2 + by * (to - from);
  go({z: span(middle - wide / 2, middle + wide / 2)}, true);
}

function scroll(rows) {
  const deepest = (depthOf(down) + 2) * row + (upper ? depthOf(upper) * row : 0);
  top = Math.max(upper ? -deepest : 0, Math.min(top + rows * row, deepest - 2 * row));
  draw();
}

const chosenName = () => selected && selected.tree.key[selected.node] >= 0
  ? names.text[selected.tree.key[selected.node]] : '';
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
  h: () => chosenName() && go({hide: exactly(chosenName())}),
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
})();
