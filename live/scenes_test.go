package live

import (
	"github.com/wring-go/wring/service/locks"
	"github.com/wring-go/wring/service/sqlsample"
)

// load is a request that waits for a query at line 10 of the store.
func load(m *made, n int32) *made {
	return m.seen(n, "wait", "driver", "query", "main.load /app/store.go:10",
		"main.list /app/main.go:5", "server")
}

// busy gives a capture more requests that do something else.
func busy(m *made, n int32) *made {
	return m.seen(n, "main.render /app/main.go:9", "main.list /app/main.go:6", "server")
}

// index is advice on an index.
var index = []sqlsample.Advice{{Code: sqlsample.MissingIndex,
	Evidence: "the plan reads all of posts",
	Text:     "an index would serve: CREATE INDEX ... ON posts (user_id, id)"}}

// looped says that a line is within a loop.
func looped(m *made) *made {
	m.Source.Lines = append(m.Source.Lines, Line{File: "/app/main.go", Line: 5, Loop: 4})
	return m
}

// buffers has a line that allocates half of all bytes, in objects of a size.
func buffers(size int64) *made {
	m := collected(300).ran(500, "runtime.mallocgc /go/src/runtime/malloc.go:1",
		"main.view /app/view.go:7", "main.list /app/main.go:6", "server")
	m.Allocs = &Profile{Samples: []Sample{
		{m.Add(frames("main.view /app/view.go:7", "main.list /app/main.go:6", "server"), ""),
			[2]int64{1 << 20 / size, 1 << 20}},
		{m.Add(frames("main.list /app/main.go:8", "server"), ""), [2]int64{1 << 16, 1 << 20}}}}
	return m
}

// picture has requests for a column of a table with pictures, with answers of some
// length.
func picture(column string, length int64) *made {
	m := load(compose(), 2).asks("SELECT "+column+" FROM posts WHERE id = 1", 10, sqlsample.Query{})
	m.SQL.Blobs = []Column{{Table: "posts", Name: "image"}}
	return m.logs(LogRoute{Route: "main.list", Method: "GET", Count: 1000, Bytes: 1000 * length})
}

// parse has a third of the CPU below a function.
func parse(fn, handler string) *made {
	return busy(compose(), 3).
		ran(200, "main.render /app/main.go:9", handler+" /app/main.go:6", "server").
		ran(100, fn+" /go/src/text/x.go:1", "main.view /app/view.go:7", handler+" /app/main.go:6",
			"server")
}

// locked has requests that wait for a lock, and one that does something below the
// function that locks, at a line.
func locked(what string, line int) *made {
	below := []string{"main.(*cache).get /app/cache.go:" + string(rune('0'+line)),
		"main.show /app/main.go:20", "server"}
	if what != "" {
		below = append([]string{what, "driver", "query"}, below...)
	}
	m := compose().seen(1, below...).seen(4, "mutex", "main.(*cache).get /app/cache.go:3",
		"main.show /app/main.go:20", "server")
	m.Locks = []locks.Report{{Locks: []locks.Lock{{Lock: "main.(*cache).mu", Waiters: []int64{5}}}}}
	return m
}

// connect has requests that connect, of a server that counts connections.
func connect(connects int64) *made {
	m := load(compose(), 1).seen(3, "wait", "driver",
		"github.com/go-sql-driver/mysql.(*connector).Connect /mod/mysql@v1/connector.go:1",
		"database/sql.(*DB).conn /go/src/database/sql/sql.go:1", "query",
		"main.load /app/store.go:10", "main.list /app/main.go:5", "server")
	m.SQL = &SQL{Connects: connects, Statements: -1, Prepares: -1}
	return m
}

// prepared has requests that wait while a statement is prepared.
func prepared(prepares, executes int64) *made {
	m := load(compose(), 1).seen(1, "wait", "driver",
		"database/sql.ctxDriverPrepare /go/src/database/sql/ctxutil.go:1", "query",
		"main.load /app/store.go:10", "main.list /app/main.go:5", "server")
	m.SQL = &SQL{Prepares: prepares, Executes: executes, Statements: -1, Connects: -1}
	return m
}

// answered has a route in the log of which some requests got the same again.
func answered(count, repeats, files, same int64) *made {
	m := load(compose(), 2)
	for i := range m.Stacks {
		m.Stacks[i].Route = "GET /pictures/{id}"
	}
	return m.logs(LogRoute{Route: "GET /pictures/{id}", Method: "GET", Count: count, Seconds: 120,
		Repeats: repeats, RepeatTime: 120 * float64(repeats) / float64(count), Files: files,
		Same: same, Bytes: 1000 * count, Paths: 10})
}

// collected has a number of samples of 1,000 in the collector.
func collected(samples int64) *made {
	return busy(compose(), 3).ran(1000-samples, "main.render /app/main.go:9",
		"main.list /app/main.go:6", "server").
		ran(samples, "runtime.scanobject /go/src/runtime/mgcmark.go:1",
			"runtime.gcBgMarkWorker /go/src/runtime/mgc.go:1")
}

// allocating has a line that allocates, which a technique may rewrite.
func allocating(technique string) *made {
	m := collected(300).ran(500, "runtime.mallocgc /go/src/runtime/malloc.go:1",
		"main.view /app/view.go:7", "main.list /app/main.go:6", "server")
	m.Allocs = &Profile{Samples: []Sample{{m.Add(frames("main.view /app/view.go:7",
		"main.list /app/main.go:6", "server"), ""), [2]int64{1000, 1 << 20}}}}
	m.Source.Lines = []Line{{File: "/app/view.go", Line: 7, Rewrite: technique}}
	return m
}
