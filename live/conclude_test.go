package live

import (
	"slices"
	"testing"

	"github.com/wring-go/wring/service/sqlsample"
)

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
