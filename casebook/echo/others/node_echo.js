// The echo server in Node. Argument: port.
'use strict';
require('net').createServer({noDelay: true}, (socket) => {
  socket.on('error', () => {});
  socket.pipe(socket);
}).listen(Number(process.argv[2]), '127.0.0.1', 4096);
