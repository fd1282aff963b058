// ---- Calls: the call tree of a profile, or of two laid over each other ----

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
  return thread(p);
}

// thread notes the first callee of each node and the next one of its caller.
function thread(p) {
  p.first = new Int32Array(p.n);
  p.next = new Int32Array(p.n);
  for (let i = p.n - 1; i > 0; i--) {
    p.next[i] = p.first[p.parent[i]];
    p.first[p.parent[i]] = i;
  }
  return p;
}

// Names gives one number to what is the same in all profiles: a function, or a
// line of one.
class Names {
  constructor(lines) {
    this.lines = lines;
    this.at = new Map();
    this.known = new Map();
    this.text = [];
    this.pkg = [];
    this.anchor = [];
    this.place = [];
  }
  // of returns the number of the name at each node of a profile. The root has none.
  of(p) {
    if (this.known.has(p)) return this.known.get(p);
    const keys = new Int32Array(p.frames.length / 3);
    const seen = new Int32Array(p.funcs.length);
    for (let i = 0; i < keys.length; i++) {
      const f = p.frames[3 * i];
      if (this.lines || !seen[f]) seen[f] = 1 + this.number(p, i);
      keys[i] = seen[f] - 1;
    }
    const list = new Int32Array(p.n);
    list[0] = -1;
    for (let i = 1; i < p.n; i++) list[i] = keys[p.frame[i]];
    this.known.set(p, list);
    return list;
  }
  number(p, frame) {
    const [name, pkg, anchor] = p.funcs[p.frames[3 * frame]];
    const place = p.files[p.frames[3 * frame + 1]] + ':' + p.frames[3 * frame + 2];
    const text = this.lines ? name + ' ' + place : name;
    let key = this.at.get(text);
    if (key === undefined) {
      key = this.text.length;
      this.at.set(text, key);
      this.text.push(text);
      this.pkg.push(pkg);
      this.anchor.push(anchor);
      this.place.push(place);
    }
    return key;
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

// chosen sums the weights that the state asks for at the nodes of a profile, and
// names the heaviest kind at each.
function chosen(p, key, names, s) {
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
    for (let i = 1; i < p.n; i++) {
      const k = key[i];
      good[i] = good[p.parent[i]] | (focus && focus[k] ? 1 : 0) | (drop && drop[k] ? 2 : 0);
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
  return {own, best, kind};
}

const kinds = new Map();
function kindNumber(text) {
  if (!kinds.has(text)) kinds.set(text, kinds.size);
  return kinds.get(text);
}
const kindText = number => [...kinds.keys()][number];

// callsOf returns the call tree that a state asks for, with sums: own and w are how
// wide a node is by itself and with its callees, ownB and b what it weighs, and
// ownA and a what it did before; null for one profile.
function callsOf(list, names, s) {
  if (list.length === 2) return overlay(list, names, s);
  const p = list[0], key = names.of(p), {own, best, kind} = chosen(p, key, names, s);
  const w = own.slice();
  addUp({n: p.n, parent: p.parent, w, best, kind});
  return {n: p.n, parent: p.parent, first: p.first, next: p.next, key, kind, own, ownA: null,
    ownB: own, w, a: null, b: w, most: 1};
}

// addUp adds callees to their callers. A caller's kind is that of its heaviest part.
function addUp({n, parent, w, a, b, best, kind}) {
  for (let i = n - 1; i > 0; i--) {
    const p = parent[i];
    w[p] += w[i];
    if (a) {
      a[p] += a[i];
      b[p] += b[i];
    }
    if (w[i] > best[p]) {
      best[p] = w[i];
      kind[p] = kind[i];
    }
  }
}

// overlay makes one call tree of two, the old one first. A node is as wide as the
// larger of both makes it, or as what grew or shrank does.
function overlay(list, names, s) {
  const tree = new Merged(list.reduce((sum, p) => sum + p.n, 1));
  const hide = matches(names, s.hide);
  list.forEach((p, side) => {
    const key = names.of(p), {own, kind} = chosen(p, key, names, s);
    const total = own.slice();
    for (let i = p.n - 1; i > 0; i--) total[p.parent[i]] += total[i];
    const at = new Int32Array(p.n);
    tree.add(0, side, own[0], kind[0]);
    for (let i = 1; i < p.n; i++) {
      if (!total[i]) continue;
      const above = at[p.parent[i]], k = key[i];
      at[i] = (hide && hide[k]) || (s.r && tree.key[above] === k) ? above : tree.child(above, k);
      tree.add(at[i], side, own[i], kind[i]);
    }
  });
  const {n, a, b} = tree, own = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    own[i] = s.change === 'grown' ? Math.max(0, b[i] - a[i])
      : s.change === 'shrunk' ? Math.max(0, a[i] - b[i]) : Math.max(a[i], b[i]);
  }
  const calls = thread({n, parent: tree.parent, key: tree.key, kind: tree.kind, best: tree.best,
    own, ownA: a.slice(), ownB: b.slice(), w: own.slice(), a, b, most: 1});
  addUp(calls);
  for (let i = 1; i < n; i++) calls.most = Math.max(calls.most, Math.abs(b[i] - a[i]));
  return calls;
}

// Merged is a call tree that grows, up to a number of nodes. Node 0 is the root.
class Merged {
  constructor(room) {
    this.n = 1;
    this.parent = new Int32Array(room);
    this.key = new Int32Array(room);
    this.kind = new Int32Array(room);
    this.a = new Float64Array(room);
    this.b = new Float64Array(room);
    this.best = new Float64Array(room);
    this.parent[0] = this.key[0] = -1;
    let slots = 1;
    while (slots < 2 * room) slots *= 2;
    this.slots = new Int32Array(slots);
  }
  child(parent, key) {
    const mask = this.slots.length - 1;
    let h = Math.imul(parent + 1, 0x9e3779b1) ^ Math.imul(key + 1, 0x85ebca6b);
    for (h = (h ^ (h >>> 15)) & mask; this.slots[h]; h = (h + 1) & mask) {
      const i = this.slots[h];
      if (this.parent[i] === parent && this.key[i] === key) return i;
    }
    const i = this.slots[h] = this.n++;
    this.parent[i] = parent;
    this.key[i] = key;
    return i;
  }
  add(node, side, weight, kind) {
    (side ? this.b : this.a)[node] += weight;
    if (weight > this.best[node]) {
      this.best[node] = weight;
      this.kind[node] = kind;
    }
  }
}
