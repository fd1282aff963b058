// ---- Address: what is shown, and how the address says so ----

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
