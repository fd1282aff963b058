// ---- Words ----

const unitOf = () => shownProfiles.at(-1).units[Math.min(S.w, shownProfiles[0].units.length - 1)];
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
  if (!hit) return box.replaceChildren(hint());
  const {frames, frame} = hit, {key, a, b, kind} = frame;
  const parts = [make('b', key < 0 ? 'all' : names.text[key]), ' '];
  parts.push(`${amount(b)} ${unitOf().name}, ${share(b, down.root.b)}`);
  if (!frames.upwards) parts.push(`; ${amount(frames.itself(frame))} in itself`);
  if (two()) parts.push(`; before ${amount(a)}, ${signed(b - a)}`);
  else if (S.by !== 'package') parts.push(`; ${S.by}: ${kindText(kind) ?? ''}`);
  const each = operations();
  if (each) parts.push(`; ${+(b / each).toPrecision(4)} per operation`);
  if (key >= 0) {
    parts.push(' ', make('span', names.place[key], {class: 'dim'}));
    if (names.anchor[key]) parts.push(' ', make('a', 'source', {href: '#' + names.anchor[key]}));
  }
  box.replaceChildren(...parts);
}

const hint = () => make('span', 'Click or use the arrow keys to choose a frame, double click or Enter to zoom; ' +
  '1 to 4 change the view, / searches.', {class: 'dim'});

// operations returns how many operations stand behind what is shown: those of the
// benchmark that was chosen.
function operations() {
  const [what, ...rest] = S.only.split('=');
  return what === 'benchmark' && shownProfiles[0].operations[rest.join('=')];
}

function swatch(colour, text) {
  const span = make('span'), ns = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(ns, 'svg'), rect = document.createElementNS(ns, 'rect');
  for (const [k, v] of [['width', '100%'], ['height', '100%'], ['fill', colour]]) rect.setAttribute(k, v);
  svg.setAttribute('aria-hidden', 'true');
  svg.append(rect);
  span.append(svg, ' ' + text);
  return span;
}

function showLegend() {
  if (two()) {
    $('legend').replaceChildren(swatch(`rgb(${orange})`, 'more than before (+ new)'),
      swatch(`rgb(${blue})`, 'less than before (− and hatched: gone)'), swatch(grey, 'the same'));
    return;
  }
  const list = new Map();
  for (const {frame: {key, kind}, w} of rects) {
    if (key < 0) continue;
    const name = (S.by === 'package' ? names.pkg[key] || names.text[key] : kindText(kind)) ?? '';
    list.set(name, (list.get(name) || 0) + w);
  }
  const widest = [...list].sort((x, y) => y[1] - x[1]).slice(0, 12);
  $('legend').replaceChildren(...widest.map(([name]) => swatch(hue(name), name)));
}
