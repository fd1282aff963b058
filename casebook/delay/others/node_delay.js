// The delay server in Node. Arguments: port, delay in milliseconds.
'use strict';
const http = require('http');

const port = Number(process.argv[2]);
const delay = Number(process.argv[3]);
const body = `waited ${delay}ms\n`;

http.createServer((request, response) => {
  setTimeout(() => {
    response.writeHead(200, {
      'Content-Type': 'text/plain; charset=utf-8',
      'Content-Length': body.length,
    });
    response.end(body);
  }, delay);
}).listen(port, '127.0.0.1', 4096);
