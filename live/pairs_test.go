package live

import (
	"slices"
	"testing"

	"github.com/wring-go/wring/service/poolwatch"
	"github.com/wring-go/wring/service/sqlsample"
)

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
