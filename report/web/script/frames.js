// ---- Frames: what the picture shows of the calls ----

// Frames are made where they are looked at, so that a picture costs what can be
// seen of it, however large the profile is. A frame stands for the nodes of the
// call tree in src. Below it are its callees; upwards, its callers, and of are the
// nodes whose weight came that way.
class Frames {
  constructor(calls, upwards, nodes, key, names, s) {
    this.calls = calls;
    this.upwards = upwards;
    this.names = names;
    this.recursion = s.r;
    this.hide = matches(names, s.hide);
    this.seat = new Int32Array(names.text.length);
    const own = upwards && key < 0;
    this.w = own ? calls.own : calls.w;
    this.a = own ? calls.ownA : calls.a;
    this.b = own ? calls.ownB : calls.b;
    this.root = this.frame(key, null);
    for (const node of nodes) this.put(this.root, node, node);
  }
  frame(key, up) {
    return {key, up, src: [], of: this.upwards ? [] : null, w: 0, a: 0, b: 0, best: 0, kind: 0,
      kids: null, byName: false};
  }
  put(frame, at, of) {
    const weight = this.w[of];
    frame.src.push(at);
    if (frame.of) frame.of.push(of);
    frame.w += weight;
    frame.b += this.b[of];
    if (this.a) frame.a += this.a[of];
    if (weight > frame.best) {
      frame.best = weight;
      frame.kind = this.calls.kind[of];
    }
  }
  // kids returns the frames beside each other that follow one, heaviest first or by
  // name.
  kids(frame, byName) {
    const heavier = (x, y) => y.w - x.w || x.key - y.key;
    if (!frame.kids) {
      frame.kids = this.open(frame).sort(heavier);
      frame.byName = false;
    }
    if (frame.byName !== byName) {
      const {text} = this.names;
      frame.kids.sort(byName ? (x, y) => text[x.key] < text[y.key] ? -1 : 1 : heavier);
      frame.byName = byName;
    }
    return frame.kids;
  }
  open(frame) {
    const {parent, first, next, key} = this.calls, {seat, w} = this, list = [];
    const add = (at, of) => {
      if (!(w[of] > 0)) return;
      const k = key[at];
      if (!seat[k]) seat[k] = list.push(this.frame(k, frame));
      this.put(list[seat[k] - 1], at, of);
    };
    // What is hidden, and recursion that is collapsed, is part of the frame itself.
    const inside = k => (this.hide && this.hide[k]) || (this.recursion && k === frame.key);
    if (this.upwards) {
      frame.src.forEach((node, i) => {
        let at = frame.key < 0 ? node : parent[node];
        while (at > 0 && inside(key[at])) at = parent[at];
        if (at > 0) add(at, frame.of[i]);
      });
    } else {
      const nodes = frame.src.slice();
      for (let i = 0; i < nodes.length; i++) {
        for (let c = first[nodes[i]]; c; c = next[c]) {
          if (inside(key[c])) nodes.push(c);
          else add(c, c);
        }
      }
    }
    for (const f of list) seat[f.key] = 0;
    return list;
  }
  // itself returns what a frame weighs without those that follow.
  itself(frame) {
    return this.kids(frame, frame.byName).reduce((rest, f) => rest - f.b, frame.b);
  }
}

// framesOf returns the frames of a state: callees below the root or, inverted,
// callers of what allocates. The sandwich has the callers of a function above it.
function framesOf(calls, names, s) {
  const pivot = s.view === 'sandwich' ? names.at.get(s.f) ?? -1 : -1;
  if (pivot >= 0) {
    const nodes = outermost(calls, pivot);
    return [new Frames(calls, false, nodes, pivot, names, s),
      new Frames(calls, true, nodes, pivot, names, s)];
  }
  if (!s.inv) return [new Frames(calls, false, [0], -1, names, s), null];
  const nodes = [];
  for (let i = 1; i < calls.n; i++) if (calls.own[i] > 0) nodes.push(i);
  return [new Frames(calls, true, nodes, -1, names, s), null];
}

// outermost returns the nodes of a function that it did not call itself.
function outermost({n, parent, key}, pivot) {
  const nodes = [], within = new Uint8Array(n);
  for (let i = 1; i < n; i++) {
    within[i] = within[parent[i]] | (key[i] === pivot ? 1 : 0);
    if (key[i] === pivot && !within[parent[i]]) nodes.push(i);
  }
  return nodes;
}

// found yields the frames that match, heaviest first. leads says of which nodes
// some match is ahead.
function* found(frames, matched, leads) {
  const heap = [frames.root];
  const swap = (i, j) => [heap[i], heap[j]] = [heap[j], heap[i]];
  while (heap.length) {
    const frame = heap[0], last = heap.pop();
    if (heap.length) heap[0] = last;
    for (let i = 0, j; (j = 2 * i + 1) < heap.length; i = j) {
      if (j + 1 < heap.length && heap[j + 1].w > heap[j].w) j++;
      if (heap[i].w >= heap[j].w) break;
      swap(i, j);
    }
    if (frame.up && matched[frame.key]) yield frame;
    for (const kid of frames.kids(frame, frame.byName)) {
      if (!kid.src.some(node => leads[node])) continue;
      for (let i = heap.push(kid) - 1, j; i && heap[j = (i - 1) >> 1].w < heap[i].w; i = j) swap(i, j);
    }
  }
}
