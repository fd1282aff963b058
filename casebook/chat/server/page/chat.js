'use strict';
// The page of a room. It joins, shows what is said, and joins again when the
// connection breaks; what it has already shown it knows by its number.

const byId = (id) => document.getElementById(id);
const state = byId('state'), log = byId('log'), people = byId('people');
let socket = null, last = 0, here = 0, wait = 500;

function show(name, text) {
  const line = document.createElement('li'), who = document.createElement('b');
  who.textContent = name;
  line.append(who, text);
  log.append(line);
  while (log.children.length > 500) log.firstChild.remove();
}

function receive(event) {
  const e = JSON.parse(event.data);
  if (e.type === 'message') {
    if (e.number <= last) return;
    last = e.number;
    show(e.name, e.text);
    return;
  }
  here = e.count;
  people.textContent = here === 1 ? 'You are alone.' : here + ' are here.';
  if (e.type === 'welcome' && e.number < last) last = 0; // the room has begun anew
}

function join(name) {
  const where = new URL(location.pathname + '/ws', location.href);
  where.protocol = location.protocol === 'https:' ? 'wss:' : 'ws:';
  where.searchParams.set('name', name);
  socket = new WebSocket(where);
  socket.onmessage = receive;
  socket.onopen = () => {
    state.textContent = 'connected';
    wait = 500;
    byId('enter').hidden = true;
    byId('say').hidden = false;
    byId('text').focus();
  };
  socket.onclose = (event) => {
    if (event.code === 4009) {
      state.textContent = 'Somebody has that name.';
      byId('enter').hidden = false;
      byId('say').hidden = true;
      return;
    }
    state.textContent = 'not connected (' + event.code + '), trying again';
    setTimeout(join, wait, name);
    wait = Math.min(wait * 2, 30000);
  };
}

byId('enter').onsubmit = (event) => {
  event.preventDefault();
  join(byId('name').value);
};

byId('say').onsubmit = (event) => {
  event.preventDefault();
  if (socket.readyState !== WebSocket.OPEN) return;
  socket.send(byId('text').value);
  byId('text').value = '';
};
