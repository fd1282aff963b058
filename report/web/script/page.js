// The parts of the page: tables that sort, places that addresses name, and news
// from the server. The page says everything but the flame graph without them.
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
