package main

const accessManual = `
Access reads the access logs of a service, also standard input, .gz and .zst,
finds their format by itself, and prints where the time goes by route. The
routes are learned from the paths: numbers, ids, hashes, dates and names that
differ become {id}, {date}, {name}; words of the program stay.

Each line is booked, or counted under what is wrong with it: lines = booked +
not booked, for any input. Quantiles come from a histogram whose error is
printed; it can be added up, so that -o on each machine and -merge later give
what one machine would have given.

With OLD -- NEW two logs, or two results of -o, are compared by route; the exit
code is 1 when one became slower. Either side may be several files.

The roles of -map are time, upstream, request, method, path, query, status,
bytes, at, client, host, agent and referer. In -where stand method, path, query,
client, host, agent, referer, status, bytes, seconds, at, and field("NAME").

Examples:

	wring access access.log
	wring access -sort p99 -where 'status < 500' access.log.*.gz
	wring access -format '$remote_addr "$request" $status $request_time' -
	wring access -o a.wring access.log ; wring access -merge a.wring b.wring
	wring access monday.log -- tuesday.log
	wring access -from-source ./... -follow /var/log/nginx/access.log
`
