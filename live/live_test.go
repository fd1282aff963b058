package live

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/service/mysqltext"
	"github.com/wring-go/wring/service/sqlsample"
)

// made is a capture that a test composes.
type made struct{ Capture }

// looksMade is how many looks a composed capture has, one a second.
const looksMade = 60

// make returns a capture of a minute on a machine that is half idle, of 1,000
// requests.
func compose() *made {
	m := &made{Capture{Version: 1, Seconds: looksMade, Looks: make([]Look, looksMade)}}
	m.Target = Target{Busy: 0.5, Processors: 8, CPU: 10, Children: -1, Module: "example.com/app"}
	for i := range m.Looks {
		m.Looks[i].At = float64(i)
	}
	m.Source = &Source{Dir: "/app", Statements: []Statement{}, Lines: []Line{}}
	m.Log = &Log{Timed: true}
	return m
}

// frames reads a stack, the innermost call first: "func file:line", with the short
// names that the tests use for what is always there.
func frames(lines ...string) []Frame {
	short := map[string][]string{
		"wait": {"runtime.gopark /go/src/runtime/proc.go:1",
			"internal/poll.runtime_pollWait /go/src/runtime/netpoll.go:1",
			"internal/poll.(*FD).Read /go/src/internal/poll/fd.go:1",
			"net.(*conn).Read /go/src/net/net.go:1"},
		"select": {"runtime.gopark /go/src/runtime/proc.go:1",
			"runtime.selectgo /go/src/runtime/select.go:1"},
		"mutex": {"runtime.gopark /go/src/runtime/proc.go:1",
			"internal/sync.runtime_SemacquireMutex /go/src/runtime/sema.go:1",
			"internal/sync.(*Mutex).lockSlow /go/src/internal/sync/mutex.go:1",
			"sync.(*Mutex).Lock /go/src/sync/mutex.go:1"},
		"driver": {"github.com/go-sql-driver/mysql.(*mysqlConn).readPacket " +
			"/mod/github.com/go-sql-driver/mysql@v1/packets.go:1"},
		"query": {"database/sql.(*DB).queryDC /go/src/database/sql/sql.go:1",
			"database/sql.(*DB).QueryContext /go/src/database/sql/sql.go:2"},
		"server": {"net/http.HandlerFunc.ServeHTTP /go/src/net/http/server.go:2",
			"net/http.(*ServeMux).ServeHTTP /go/src/net/http/server.go:3",
			"net/http.serverHandler.ServeHTTP /go/src/net/http/server.go:4",
			"net/http.(*conn).serve /go/src/net/http/server.go:5"},
	}
	var list []Frame
	for _, line := range lines {
		texts, ok := short[line]
		if !ok {
			texts = []string{line}
		}
		for _, text := range texts {
			fn, place, _ := strings.Cut(text, " ")
			file, number, _ := strings.Cut(place, ":")
			n := 0
			for _, c := range number {
				n = 10*n + int(c-'0')
			}
			list = append(list, Frame{fn, file, n})
		}
	}
	return list
}

// seen adds n goroutines with a stack to each look.
func (m *made) seen(n int32, lines ...string) *made {
	stack := m.Add(frames(lines...), "")
	for i := range m.Looks {
		m.Looks[i].Counts = append(m.Looks[i].Counts, Tallied{stack, n})
	}
	return m
}

// ran adds samples to the CPU profile.
func (m *made) ran(samples int64, lines ...string) *made {
	if m.CPU == nil {
		m.CPU = &Profile{Seconds: looksMade}
	}
	m.CPU.Samples = append(m.CPU.Samples,
		Sample{m.Add(frames(lines...), ""), [2]int64{samples, samples * 10_000_000}})
	return m
}

// asks adds a query with a line that sends it.
func (m *made) asks(text string, line int, q sqlsample.Query) *made {
	if m.SQL == nil {
		m.SQL = &SQL{Statements: 20_000, Prepares: 0, Connects: 0}
	}
	var f mysqltext.Fingerprinter
	q.Fingerprint = string(f.Append(nil, []byte(text)))
	q.Places = []sqlsample.Place{{File: "store.go", Line: line}}
	m.SQL.Report.Queries = append(m.SQL.Report.Queries, q)
	m.Source.Statements = append(m.Source.Statements,
		Statement{File: "store.go", Line: line, Text: q.Fingerprint})
	return m
}

// logs adds a route to the log.
func (m *made) logs(r LogRoute) *made {
	m.Log.Routes = append(m.Log.Routes, r)
	m.Log.Booked += r.Count
	m.Log.Lines += r.Count
	return m
}

// concluded returns the codes of what is concluded, in order.
func (m *made) concluded() []string {
	list := []string{}
	for _, c := range Analyse(&m.Capture).Conclusions {
		list = append(list, c.Code)
	}
	return list
}

// first returns the first conclusion with a code.
func (m *made) first(t *testing.T, code string) Conclusion {
	t.Helper()
	all := Analyse(&m.Capture).Conclusions
	i := slices.IndexFunc(all, func(c Conclusion) bool { return c.Code == code })
	if i < 0 {
		t.Fatalf("no %s among %v", code, m.concluded())
	}
	return all[i]
}

// TestFile writes a capture and reads it back.
func TestFile(t *testing.T) {
	c := compose().seen(1, "main.list /app/main.go:5", "server")
	var b bytes.Buffer
	if err := Write(&b, &c.Capture); err != nil {
		t.Fatal(err)
	}
	got, err := Read(bytes.NewReader(b.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Stacks) != 1 || len(got.Looks) != looksMade || got.Target.Busy != 0.5 {
		t.Errorf("%+v", got)
	}
	for name, data := range map[string][]byte{"empty": nil, "text": []byte("hello"),
		"cut": b.Bytes()[:len(b.Bytes())/2], "other gzip": {0x1f, 0x8b, 8, 0, 0}} {
		if _, err := Read(bytes.NewReader(data)); err == nil {
			t.Errorf("%s is taken for a capture", name)
		}
	}
}

// TestDamaged reads captures with numbers that lead nowhere.
func TestDamaged(t *testing.T) {
	for name, damage := range map[string]func(*Capture){
		"frame": func(c *Capture) { c.Stacks[0].Frames[0] = 1000 },
		"look":  func(c *Capture) { c.Looks[0].Counts[0].Stack = -1 },
		"cpu":   func(c *Capture) { c.CPU = &Profile{Samples: []Sample{{Stack: 99}}} },
	} {
		m := compose().seen(1, "main.list /app/main.go:5", "server")
		damage(&m.Capture)
		var b bytes.Buffer
		if err := Write(&b, &m.Capture); err != nil {
			t.Fatal(err)
		}
		if _, err := Read(&b); err == nil {
			t.Errorf("%s: damage is not seen", name)
		}
	}
}

// TestRoutes adds up states by handler, and the parts are the whole.
func TestRoutes(t *testing.T) {
	m := compose().
		seen(2, "wait", "driver", "query", "main.load /app/store.go:10",
			"main.list /app/main.go:5", "server").
		seen(1, "main.render /app/main.go:9", "main.list /app/main.go:6", "server").
		seen(1, "mutex", "main.(*cache).get /app/cache.go:3", "main.show /app/main.go:20",
											"server").
		seen(5, "wait", "net/http.(*conn).serve /go/src/net/http/server.go:5"). // idle
		seen(7, "runtime.gopark /go/src/runtime/proc.go:1", "main.worker /app/main.go:80")
	r := Analyse(&m.Capture)
	if len(r.Routes) != 2 || r.Routes[0].Route != "main.list" || r.Routes[1].Route != "main.show" {
		t.Fatalf("%+v", r.Routes)
	}
	list, show := r.Routes[0], r.Routes[1]
	if list.InQuery != 2*looksMade || list.OnCPU != looksMade || list.By != "handler" {
		t.Errorf("%+v", list)
	}
	if show.LockWait != looksMade || r.Total.Sampled != 4*looksMade {
		t.Errorf("%+v, %+v", show, r.Total)
	}
	for _, l := range append(r.Routes, r.Total) {
		sum := l.OnCPU + l.InQuery + l.PoolWait + l.LockWait + l.Network + l.Other
		if d := sum - l.Sampled; d > 1e-6 || d < -1e-6 {
			t.Errorf("%s: the parts are %v of %v", l.Route, sum, l.Sampled)
		}
	}
}

// TestNamedWithoutMethod joins a log whose router names its routes without methods.
func TestNamedWithoutMethod(t *testing.T) {
	m := compose().seen(1, "main.list /app/main.go:5", "server").
		logs(LogRoute{Route: "/posts/{id}", Method: "GET", Count: 7, Seconds: 50})
	m.Source.Handlers = []Handler{{Route: "GET /posts/{id}", Func: "main.list"}}
	r := Analyse(&m.Capture)
	if len(r.Routes) != 1 || r.Routes[0].Route != "GET /posts/{id}" || r.Routes[0].Count != 7 {
		t.Errorf("%+v", r.Routes)
	}
}
