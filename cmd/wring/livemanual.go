package main

const liveManual = `
It looks at a running service for some time, joins what it sees by route, and says
what takes the time of requests, and what could be done about it, the most first.

    wring live http://127.0.0.1:6060
    wring live -access access.log -mysql - -o before.live 127.0.0.1:6060
    wring live -for 20s -- ./server -listen :8080
    wring live -from before.live
    wring live -diff before.live after.live

TARGET is the address of net/http/pprof. Captured at once are the CPU profile, what
the profiles of allocations, mutexes and blocking grow by, all goroutines several
times a second, three full dumps, the figures of the runtime and of database/sql's
pools where the process publishes them, the lines that the access log grows by
(-access), and the statements that the database runs (-mysql, -postgres). What is
missing is listed, with the line of code or the flag that adds it.

A request belongs to the route of its goroutine's label, which kit/route sets in one
line; without labels, to the function below the router. The time of a route is that
of its goroutines, seen as often as -max-cost allows, and is compared with the times
in the log. A conclusion says between which seconds it could save, of those in which
requests ran; what was not seen often enough is not concluded.

Objects per request are estimated from the profile of allocations (~). They are exact
where the process was started by wring run -from-start=false -labels route -- PACKAGE:
its books are then switched on for the capture, by SIGUSR1.

Nothing is written anywhere but to -o and -html. Arguments, headers, query strings
and passwords are not kept; literals of statements are, without -redact. A password
belongs into the environment: -mysql - takes the DSN from WRING_DSN. Ctrl-C ends the
capture and shows what was seen by then.
`
