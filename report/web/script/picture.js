// ---- Picture ----

const row = 18, narrowest = .7;
const palette = ['#7cc4f0', '#f0b429', '#4dbf99', '#e3a3c6', '#f4ea6b', '#a9b8e8', '#f08a4b', '#bfd96b'];
const grey = '#c9c9c9', orange = [240, 138, 75], blue = [90, 169, 230];
const fixed = {proven: '#4dbf99', proposed: '#7cc4f0', 'tried and dropped': '#f0b429',
  'none known': grey, 'over budget': '#f08a4b', 'within budget': '#7cc4f0',
  'no budget known': grey, unknown: grey};
const profiles = [], named = [new Names(0), new Names(1)];
let names = named[0], shownProfiles, calls, down, upper, rects = [], selected = null, matched;
let top = 0, deepest = 0, sortBy = 2, cacheKey = '';

const hash = text => {
  let h = 7;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  return (h ^ (h >>> 13)) >>> 0;
};
const hue = text => fixed[text] || palette[hash(text) % palette.length];
const two = () => !!calls.a;

function colour(frame) {
  if (two()) {
    const change = frame.b - frame.a;
    if (!change) return grey;
    const part = .25 + .75 * Math.min(1, Math.abs(change) / calls.most), to = change > 0 ? orange : blue;
    return `rgb(${to.map(c => Math.round(201 + (c - 201) * part)).join()})`;
  }
  const {key, kind} = frame;
  if (S.by === 'package') return key < 0 ? grey : hue(names.pkg[key] || names.text[key]);
  return hue(kindText(kind) ?? '');
}

const label = ({key, a, b}) => {
  if (key < 0) return 'all';
  const mark = !two() ? '' : !a ? '+ ' : !b ? '− ' : '';
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
  if (canvas.width !== Math.round(W * scale) || canvas.height !== Math.round(H * scale)) {
    canvas.width = W * scale;
    canvas.height = H * scale;
  }
  const c = canvas.getContext('2d'), style = getComputedStyle(document.body);
  c.setTransform(scale, 0, 0, scale, 0, 0);
  c.clearRect(0, 0, W, H);
  c.font = '12px ui-monospace, monospace';
  c.textBaseline = 'middle';
  const below = layout(down, W), above = upper ? layout(upper, W) : [];
  const levels = list => list.reduce((most, r) => Math.max(most, r.level), 0);
  deepest = levels(below);
  const over = levels(above), middle = Math.min(Math.floor(H / 2 / row), over) * row;
  for (const r of below) r.y = middle + r.level * row - top;
  for (const r of above) r.y = middle - r.level * row - top;
  rects = [...below, ...above.filter(r => r.level)].filter(r => r.y > -row && r.y < H);
  for (const r of rects) box(c, r, style.color);
}

// layout returns what of the frames is wide enough to be seen.
function layout(frames, W) {
  const [from, to] = windowOf(), whole = frames.root.w || 1, zoom = W / (to - from);
  const byName = S.view === 'name', seen = [];
  const list = [[frames.root, 0, 0]];
  while (list.length) {
    const [frame, x0, level] = list.pop(), part = frame.w / whole;
    const x = Math.max(0, (x0 - from) * zoom), end = Math.min(W, (x0 + part - from) * zoom);
    if (end <= 0 || x >= W) continue;
    seen.push({frames, frame, level, x, w: end - x, x0, part});
    if (end - x < narrowest) continue;
    let left = x0;
    for (const kid of frames.kids(frame, byName)) {
      const wide = kid.w / whole;
      if (wide * zoom >= narrowest) list.push([kid, left, level + 1]);
      else if (!byName) break; // the rest is narrower still
      left += wide;
    }
  }
  return seen;
}

function box(c, {frame, x, y, w}, text) {
  const hit = matched && frame.key >= 0 && matched[frame.key];
  c.globalAlpha = matched && !hit ? .45 : 1;
  c.fillStyle = colour(frame);
  c.fillRect(x, y, Math.max(.5, w - .6), row - 1);
  if (two() && frame.up && frame.a && !frame.b) hatch(c, x, y, w);
  if (w > 30) {
    const room = Math.floor((w - 6) / 7.3), name = label(frame);
    c.fillStyle = '#000';
    c.fillText(name.length > room ? name.slice(0, Math.max(1, room - 1)) + '…' : name, x + 3, y + row / 2);
  }
  c.globalAlpha = 1;
  if (hit || (selected && selected.frame === frame)) {
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
