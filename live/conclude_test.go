package live

import (
	"slices"
	"testing"

	"github.com/wring-go/wring/service/locks"
	"github.com/wring-go/wring/service/poolwatch"
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

// pair is a capture from which something is concluded, and twins of it from which
// it is not.
type pair struct {
	code  string
	place string
	yes   func() *made
	no    map[string]func() *made
}

var pairs = []pair{
	{MissingIndex, "store.go:10",
		func() *made {
			return load(compose(), 2).asks("SELECT id FROM posts WHERE user_id = 1", 10,
				sqlsample.Query{Advice: index})
		},
		map[string]func() *made{
			"no advice": func() *made {
				return load(compose(), 2).asks("SELECT id FROM posts WHERE user_id = 1", 10,
					sqlsample.Query{})
			},
			"there is such an index": func() *made {
				m := load(compose(), 2).asks("SELECT id FROM posts WHERE user_id = 1", 10,
					sqlsample.Query{Advice: index})
				m.SQL.Indexes = []Index{{Table: "posts", Columns: []string{"user_id"}}}
				return m
			},
			"at another line": func() *made {
				return load(compose(), 2).asks("SELECT id FROM posts WHERE user_id = 1", 90,
					sqlsample.Query{Advice: index})
			},
			"takes no time": func() *made {
				return busy(compose(), 3).asks("SELECT id FROM posts WHERE user_id = 1", 10,
					sqlsample.Query{Advice: index})
			},
		}},
	{NPlusOne, "main.go:5",
		func() *made {
			return looped(load(compose(), 2)).asks("SELECT name FROM users WHERE id = 1", 10,
				sqlsample.Query{}).logs(LogRoute{Route: "GET /", Method: "GET", Count: 1000})
		},
		map[string]func() *made{
			"no loop": func() *made {
				return load(compose(), 2).asks("SELECT name FROM users WHERE id = 1", 10,
					sqlsample.Query{}).logs(LogRoute{Route: "GET /", Method: "GET", Count: 1000})
			},
			"an INSERT": func() *made {
				return looped(load(compose(), 2)).asks("INSERT INTO tags (tag) VALUES (1)", 10,
					sqlsample.Query{}).logs(LogRoute{Route: "GET /", Method: "GET", Count: 1000})
			},
			"few statements per request": func() *made {
				return looped(load(compose(), 2)).asks("SELECT name FROM users WHERE id = 1", 10,
					sqlsample.Query{}).logs(LogRoute{Route: "GET /", Method: "GET", Count: 10_000})
			},
			"rows of one statement": func() *made {
				m := compose().seen(2, "wait", "driver",
					"database/sql.(*Rows).Next /go/src/database/sql/sql.go:9",
					"main.load /app/store.go:10", "main.list /app/main.go:5", "server")
				return looped(m).asks("SELECT name FROM users", 10, sqlsample.Query{})
			},
		}},
	{UnboundedQuery, "store.go:10",
		func() *made {
			return load(compose(), 2).asks("SELECT id, body FROM posts ORDER BY id", 10,
				sqlsample.Query{Plan: []string{"posts: ALL, key none, 9800 rows; nothing more"}})
		},
		map[string]func() *made{
			"LIMIT": func() *made {
				return load(compose(), 2).asks("SELECT id FROM posts ORDER BY id LIMIT 20", 10,
					sqlsample.Query{Plan: []string{"posts: ALL, key none, 9800 rows; nothing"}})
			},
			"a condition": func() *made {
				return load(compose(), 2).asks("SELECT id FROM posts WHERE user_id = 3", 10,
					sqlsample.Query{Plan: []string{"posts: ALL, key none, 9800 rows; nothing"}})
			},
			"few rows are sent": func() *made {
				return load(compose(), 2).asks("SELECT id FROM posts", 10,
					sqlsample.Query{Calls: 10,
						RowsSent: 200, Plan: []string{"posts: ALL, key none, 9800 rows; nothing"}})
			},
			"a small table": func() *made {
				return load(compose(), 2).asks("SELECT id FROM tags", 10,
					sqlsample.Query{Plan: []string{"tags: ALL, key none, 12 rows; nothing"}})
			},
			"a sum": func() *made {
				return load(compose(), 2).asks("SELECT COUNT(*) FROM posts", 10,
					sqlsample.Query{Plan: []string{"posts: ALL, key none, 9800 rows; nothing"}})
			},
		}},
	{BlobInDatabase, "store.go:10", func() *made { return picture("image", 40_000) },
		map[string]func() *made{
			"another column":     func() *made { return picture("title", 40_000) },
			"answers are short":  func() *made { return picture("image", 400) },
			"no time in queries": func() *made { return busy(compose(), 2) },
		}},
	{Templates, "/view.go:7",
		func() *made { return parse("html/template.(*Template).ParseFiles", "main.list") },
		map[string]func() *made{
			"executed": func() *made {
				return parse("html/template.(*Template).ExecuteTemplate", "main.list")
			},
			"when the program starts": func() *made {
				m := busy(compose(), 2)
				return m.ran(900,
					"html/template.(*Template).ParseFiles /go/src/html/template/t.go:1",
					"main.main /app/main.go:3")
			},
		}},
	{Expressions, "/view.go:7", func() *made { return parse("regexp.MustCompile", "main.list") },
		map[string]func() *made{
			"matched": func() *made {
				return parse("regexp.(*Regexp).FindAllString", "main.list")
			}}},
	{Command, "/hash.go:3",
		func() *made {
			return busy(compose(), 1).seen(1, "runtime.gopark /go/src/runtime/proc.go:1",
				"os/exec.(*Cmd).Wait /go/src/os/exec/exec.go:1", "main.hash /app/hash.go:3",
				"main.login /app/main.go:40", "server")
		},
		map[string]func() *made{
			"by another goroutine": func() *made {
				return busy(compose(), 1).seen(1, "runtime.gopark /go/src/runtime/proc.go:1",
					"os/exec.(*Cmd).Wait /go/src/os/exec/exec.go:1", "main.worker /app/hash.go:3")
			}}},
	{LockHeld, "/cache.go:3", func() *made { return locked("wait", 9) },
		map[string]func() *made{
			"held for memory alone": func() *made { return locked("", 9) },
			"asked before it locks": func() *made { return locked("wait", 2) },
		}},
	{PoolTooSmall, "SetMaxOpenConns",
		func() *made {
			m := busy(compose(), 1).seen(3, "select",
				"database/sql.(*DB).conn /go/src/database/sql/sql.go:1", "query",
				"main.load /app/store.go:10", "main.list /app/main.go:5", "server")
			m.Pools = []poolwatch.Cost{{Pool: "db", Waits: 10, MeanWait: 0.1}}
			return m
		},
		map[string]func() *made{"connects": func() *made { return connect(100) }}},
	{PoolIdle, "SetMaxIdleConns", func() *made { return connect(500) },
		map[string]func() *made{
			"the first connections": func() *made { return connect(10) },
			"waits for others": func() *made {
				return busy(compose(), 1).seen(3, "select",
					"database/sql.(*DB).conn /go/src/database/sql/sql.go:1", "query",
					"main.load /app/store.go:10", "main.list /app/main.go:5", "server")
			},
		}},
	{PreparedOnce, "/store.go:10", func() *made { return prepared(5000, 5000) },
		map[string]func() *made{
			"used often":   func() *made { return prepared(10, 5000) },
			"not prepared": func() *made { return load(compose(), 2) },
		}},
	{NotModified, "GET /pictures/{id}", func() *made { return answered(1000, 900, 1000, 0) },
		map[string]func() *made{
			"some are":     func() *made { return answered(1000, 900, 1000, 50) },
			"few repeat":   func() *made { return answered(1000, 100, 1000, 0) },
			"not of files": func() *made { return answered(1000, 900, 0, 0) },
		}},
	{NoCache, "GET /pictures/{id}", func() *made { return answered(1000, 900, 0, 0) },
		map[string]func() *made{
			"each is new": func() *made { return answered(1000, 10, 0, 0) },
			"files":       func() *made { return answered(1000, 900, 1000, 0) },
		}},
	{Collector, "GOGC=100", func() *made { return collected(300) },
		map[string]func() *made{"a little": func() *made { return collected(30) }}},
	{Rewritable, "view.go:7", func() *made { return allocating("appendstyle") },
		map[string]func() *made{"no technique": func() *made { return allocating("") }}},
	{TemplatesExecuted, "/view.go:7",
		func() *made { return parse("html/template.(*Template).ExecuteTemplate", "main.list") },
		map[string]func() *made{
			"parsed": func() *made {
				return parse("html/template.(*Template).ParseFiles", "main.list")
			},
			"in the background": func() *made {
				return busy(compose(), 2).ran(900,
					"html/template.(*Template).Execute /go/src/html/template/t.go:1",
					"main.mail /app/main.go:3")
			}}},
	{Matching, "/view.go:7",
		func() *made { return parse("regexp.(*Regexp).FindAllString", "main.list") },
		map[string]func() *made{"compiled": func() *made {
			return parse("regexp.MustCompile", "main.list")
		}}},
	{BodyInMemory, "/view.go:7",
		func() *made { return parse("net/http.(*Request).ParseMultipartForm", "main.post") },
		map[string]func() *made{"read part by part": func() *made {
			return parse("mime/multipart.(*Part).Read", "main.post")
		}}},
	{LargeBuffers, "view.go:7", func() *made { return buffers(16 << 10) },
		map[string]func() *made{"small objects": func() *made { return buffers(100) }}},
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

// TestConclusions has, for each conclusion, a capture that shows it and captures
// that do not.
func TestConclusions(t *testing.T) {
	for _, p := range pairs {
		t.Run(p.code, func(t *testing.T) {
			c := p.yes().first(t, p.code)
			place := c.Place
			if len(place) > len(p.place) && p.place[0] == '/' {
				place = place[len(place)-len(p.place):]
			}
			if place != p.place && "/"+place != p.place {
				t.Errorf("the place is %q, want %q", c.Place, p.place)
			}
			if c.Saves[0] > c.Saves[1] || c.Saves[1] <= 0 || c.Saves[1] > 10*looksMade {
				t.Errorf("it saves %v", c.Saves)
			}
			if c.Evidence == "" || c.Text == "" || c.Command == "" || c.Routes == nil {
				t.Errorf("something is missing in %+v", c)
			}
			for name, no := range p.no {
				if got := no().concluded(); slices.Contains(got, p.code) {
					t.Errorf("%s: concluded, among %v", name, got)
				}
			}
		})
	}
}

// TestPairs has a pair for every code.
func TestPairs(t *testing.T) {
	for _, code := range []string{MissingIndex, NPlusOne, UnboundedQuery, BlobInDatabase, Templates,
		Expressions, Command, LockHeld, PoolTooSmall, PoolIdle, PreparedOnce, NotModified, NoCache,
		Collector, Rewritable, TemplatesExecuted, Matching, BodyInMemory, LargeBuffers} {
		if !slices.ContainsFunc(pairs, func(p pair) bool { return p.code == code }) {
			t.Errorf("no pair for %s", code)
		}
	}
	if len(rules()) != len(pairs) {
		t.Errorf("%d rules, %d pairs", len(rules()), len(pairs))
	}
}

// TestNothing concludes nothing from too little.
func TestNothing(t *testing.T) {
	empty := compose()
	empty.Looks = nil
	for name, m := range map[string]*made{"no looks": empty, "no requests": compose()} {
		if got := m.concluded(); len(got) > 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
	m := load(compose(), 2).asks("SELECT id FROM posts WHERE user_id = 1", 10,
		sqlsample.Query{Advice: index})
	m.Looks = m.Looks[:2] // four goroutines
	if got := m.concluded(); len(got) > 0 {
		t.Errorf("two looks: %v", got)
	}
}

// TestOrder lists what saves most first.
func TestOrder(t *testing.T) {
	m := load(parse("html/template.(*Template).ParseFiles", "main.list"), 20).
		asks("SELECT id FROM posts WHERE user_id = 1", 10, sqlsample.Query{Advice: index})
	got := m.concluded()
	if len(got) < 2 || got[0] != MissingIndex || got[1] != Templates {
		t.Errorf("%v", got)
	}
}

// TestBusy takes less for a wait for a lock where no processor is idle.
func TestBusy(t *testing.T) {
	idle, full := locked("wait", 9), locked("wait", 9)
	idle.Target.Busy, full.Target.Busy = 0.1, 0.97
	a, b := idle.first(t, LockHeld), full.first(t, LockHeld)
	if a.Expected < 2*b.Expected || b.Saves[0] > 0.3*a.Saves[0] {
		t.Errorf("%v on an idle machine, %v on a busy one", a.Saves, b.Saves)
	}
}

// TestBehind counts with a statement what others wait for a lock that is held over it.
func TestBehind(t *testing.T) {
	held := locked("wait", 9)
	held.asks("SELECT name FROM users WHERE id = 1", 20, sqlsample.Query{}).
		logs(LogRoute{Route: "GET /", Method: "GET", Count: 1000})
	held.Source.Statements[0] = Statement{File: "cache.go", Line: 9,
		Text: held.Source.Statements[0].Text}
	lock, cache := held.first(t, LockHeld), held.first(t, NoCache)
	if cache.Saves[1] <= lock.Saves[1] {
		t.Errorf("the lock %v, the statement below it %v", lock.Saves, cache.Saves)
	}
}

// TestReadMostly keeps in memory what is read of a table, where most requests
// write nothing.
func TestReadMostly(t *testing.T) {
	for writes, want := range map[int64]bool{50: true, 900: false} {
		m := load(compose(), 2).asks("SELECT name FROM users WHERE id = 1", 10, sqlsample.Query{}).
			logs(LogRoute{Route: "GET /", Method: "GET", Count: 1000}).
			logs(LogRoute{Route: "POST /", Method: "POST", Count: writes,
				Status: [6]int64{2: writes}})
		if got := slices.Contains(m.concluded(), NoCache); got != want {
			t.Errorf("%d writes: %v", writes, m.concluded())
		}
	}
}

// TestWork divides the time in queries by what the server does, where processors
// are busy: many who wait for short statements wait for processors.
func TestWork(t *testing.T) {
	for busy, longest := range map[float64]string{0.1: "store.go:10", 1: "store.go:40"} {
		m := load(compose(), 6).seen(2, "wait", "driver", "query", "main.count /app/store.go:40",
			"main.list /app/main.go:7", "server").
			asks("SELECT id FROM posts WHERE user_id = 1", 10, sqlsample.Query{Advice: index,
				Samples: 10, Share: 0.1}).
			asks("SELECT name FROM users WHERE age = 1", 40, sqlsample.Query{Samples: 90,
				Share: 0.9, Advice: []sqlsample.Advice{{Code: sqlsample.MissingIndex,
					Text: "CREATE INDEX ... ON users (age)"}}})
		m.Target.Busy, m.SQL.CPU = busy, 10
		if c := m.first(t, MissingIndex); c.Place != longest {
			t.Errorf("busy %v: first %s, %v", busy, c.Place, c.Saves)
		}
	}
}

// TestOneIndex makes one conclusion of two statements that one index serves.
func TestOneIndex(t *testing.T) {
	m := load(compose(), 2).seen(1, "wait", "driver", "query", "main.count /app/store.go:40",
		"main.list /app/main.go:7", "server").
		asks("SELECT id FROM posts WHERE user_id = 1", 10, sqlsample.Query{Advice: index}).
		asks("SELECT COUNT(*) FROM posts WHERE user_id = 1", 40, sqlsample.Query{Advice: index})
	c := m.first(t, MissingIndex)
	if c.Place != "store.go:10, store.go:40" || c.Saves[1] < 0.8*3*looksMade {
		t.Errorf("%+v", c)
	}
}

// helped has requests whose statement is handed on by a helper: its line, and not
// that of the helper, is to blame.
func helped(m *made, n int32) *made {
	return m.seen(n, "wait", "driver", "query", "main.first /app/helper.go:7",
		"main.load /app/store.go:10", "main.list /app/main.go:5", "server")
}

// TestHelper blames the line that has the statement.
func TestHelper(t *testing.T) {
	m := looped(helped(compose(), 2)).asks("SELECT name FROM users WHERE id = 1", 10,
		sqlsample.Query{Advice: index}).logs(LogRoute{Route: "GET /", Method: "GET", Count: 1000})
	c := m.first(t, MissingIndex)
	if c.Place != "store.go:10" || len(c.Also) == 0 || c.Also[0].Code != NPlusOne {
		t.Errorf("%+v", c)
	}
	// A loop of the helper is not around the statement, but within.
	m = helped(compose(), 2).asks("SELECT name FROM users WHERE id = 1", 10, sqlsample.Query{}).
		logs(LogRoute{Route: "GET /", Method: "GET", Count: 1000})
	m.Source.Lines = []Line{{File: "/app/helper.go", Line: 7, Loop: 3}}
	if got := m.concluded(); slices.Contains(got, NPlusOne) {
		t.Errorf("%v", got)
	}
}

// TestLoopOfRoute counts the statements of a loop by the requests of its own routes,
// however many files the service sends besides.
func TestLoopOfRoute(t *testing.T) {
	for pages, want := range map[int64]bool{500: true, 10_000: false} {
		m := looped(load(compose(), 2)).asks("SELECT name FROM users WHERE id = 1", 10,
			sqlsample.Query{}).logs(LogRoute{Route: "GET /", Method: "GET", Count: pages}).
			logs(LogRoute{Route: "GET /files", Method: "GET", Count: 50_000})
		for i := range m.Stacks {
			m.Stacks[i].Route = "GET /"
		}
		if got := slices.Contains(m.concluded(), NPlusOne); got != want {
			t.Errorf("20,000 statements for %d pages: %v", pages, m.concluded())
		}
	}
}

// TestIndexFirst names an index before the loop that wants it, though to ask once
// saves somewhat more.
func TestIndexFirst(t *testing.T) {
	for saves, first := range map[float64]string{80: MissingIndex, 60: NPlusOne} {
		c := Conclusion{Code: NPlusOne, Expected: 100, Also: []Conclusion{
			{Code: NoCache, Expected: 90}, {Code: MissingIndex, Expected: saves}}}
		c.indexFirst()
		if c.Code != first || len(c.Also) != 2 || len(c.Also[0].Also) > 0 {
			t.Errorf("an index that saves %v of 100: %+v", saves, c)
		}
	}
}

// TestTogether lists what saves the same seconds as one, and to keep what is read
// not before what is wrong with reading it.
func TestTogether(t *testing.T) {
	m := looped(load(compose(), 2)).asks("SELECT name FROM users WHERE id = 1", 10,
		sqlsample.Query{}).logs(LogRoute{Route: "GET /", Method: "GET", Count: 1000})
	m.SQL.Tables = []Table{{"users", 1000}}
	c := m.first(t, NPlusOne)
	if len(c.Also) != 1 || c.Also[0].Code != NoCache || len(m.concluded()) != 1 {
		t.Errorf("%v, %+v", m.concluded(), c)
	}
	// Another time is another conclusion.
	m.seen(4, "wait", "driver", "query", "main.sum /app/store.go:40", "main.list /app/main.go:8",
		"server").asks("SELECT id FROM posts WHERE user_id = 1", 40, sqlsample.Query{Advice: index})
	if got := m.concluded(); !slices.Equal(got, []string{MissingIndex, NPlusOne}) {
		t.Errorf("%v", got)
	}
}

// TestSaturated divides the time by who works where no processor is idle: half of
// the work is the database's, nearly all of it for one of two statements that as
// many wait for.
func TestSaturated(t *testing.T) {
	m := load(compose(), 2).seen(2, "wait", "driver", "query", "main.count /app/store.go:40",
		"main.list /app/main.go:7", "server").
		asks("SELECT id FROM posts WHERE user_id = 1", 10, sqlsample.Query{Advice: index,
			Samples: 90, Share: 0.9}).
		asks("SELECT id FROM tags WHERE post_id = 1", 40, sqlsample.Query{Samples: 10, Share: 0.1,
			Advice: []sqlsample.Advice{{Code: sqlsample.MissingIndex,
				Text: "CREATE INDEX ... ON tags (post_id)"}}}).
		ran(1000, "main.render /app/main.go:9", "main.list /app/main.go:6", "server")
	m.Target.Busy, m.Target.Processors, m.Target.CPU, m.SQL.CPU = 1, 1, 50, 50
	got := map[string]float64{}
	for _, c := range Analyse(&m.Capture).Conclusions {
		got[c.Place] = c.Expected / (4 * looksMade)
	}
	for place, want := range map[string]float64{"store.go:10": 0.45, "store.go:40": 0.05} {
		if got[place] < 0.85*want || got[place] > 1.05*want {
			t.Errorf("%s: %.3f of all time, want nearly %.2f", place, got[place], want)
		}
	}
	// With an index the same number of statements is asked still.
	m.ran(1000, "driver", "query", "main.load /app/store.go:10", "main.list /app/main.go:5",
		"server")
	before := m.first(t, MissingIndex).Expected
	m.SQL.RoundTrip = 1e-3
	if after := m.first(t, MissingIndex).Expected; after >= before {
		t.Errorf("%.1f s when statements take nothing, %.1f s when they take 1 ms", before, after)
	}
}

// TestPrepareOfHeavy counts a statement that is prepared each time as what it takes
// to prepare one, and not as what the server does to execute it.
func TestPrepareOfHeavy(t *testing.T) {
	m := load(compose(), 2).seen(2, "wait", "driver",
		"database/sql.ctxDriverPrepare /go/src/database/sql/ctxutil.go:1", "query",
		"main.load /app/store.go:10", "main.list /app/main.go:5", "server").
		asks("SELECT id FROM posts WHERE user_id = 1", 10, sqlsample.Query{Advice: index,
			Samples: 100, Share: 1}).
		ran(1000, "main.render /app/main.go:9", "main.list /app/main.go:6", "server")
	m.Target.Busy, m.Target.CPU = 1, 10
	m.SQL.CPU, m.SQL.Prepares, m.SQL.Executes, m.SQL.RoundTrip = 50, 20_000, 20_000, 1e-4
	got := m.concluded()
	first, second := m.first(t, MissingIndex), m.first(t, PreparedOnce)
	if got[0] != MissingIndex || second.Expected > first.Expected/10 {
		t.Errorf("%v: %.1f s and %.1f s", got, first.Expected, second.Expected)
	}
}
