package live

import (
	"math"
	"testing"
)

// TestBooks has a capture of a traced process: objects are those of the books, and
// the sums over the routes are those of the log, the books and the database. Some
// routes are in the log alone, one in the looks alone, one is logged by two methods
// and one without its method.
func TestBooks(t *testing.T) {
	m := compose().seen(1, "main.list /app/main.go:5", "server").
		seen(1, "main.show /app/main.go:9", "server").
		seen(1, "main.tick /app/main.go:12", "server").
		ran(300, "driver", "query", "main.list /app/main.go:5", "server").
		ran(100, "driver", "query", "main.show /app/main.go:9", "server")
	m.Source.Handlers = []Handler{{"GET /", "main.list"}, {"GET /posts/{id}", "main.show"},
		{"GET /tick", "main.tick"}}
	m.SQL = &SQL{Statements: 12_000}
	m.Log = &Log{Timed: true, HasRoutes: true, Lines: 142, Booked: 141, NotUnderstood: 1,
		Routes: []LogRoute{{Route: "GET /", Method: "GET", Count: 100, Seconds: 3.5},
			{Route: "GET /", Method: "HEAD", Count: 1, Seconds: 0.25},
			{Route: "/posts/{id}", Method: "GET", Count: 30, Seconds: 6},
			{Route: "POST /posts", Method: "POST", Count: 10, Seconds: 1.25}}}
	m.Books = &Books{Objects: 1260, Bytes: 70000, Routes: []Booked{{"", 60, 2000},
		{"GET /", 1010, 64000}, {"POST /posts", 190, 4000}}}
	r := Analyse(&m.Capture)
	count, seconds, statements, objects, bytes := int64(0), 0.0, 0.0, 60.0, 2000.0
	for _, route := range r.Routes {
		count += route.Count
		if route.Count > 0 {
			seconds += route.Seconds // of others the looks tell
			objects += route.Objects * float64(route.Count)
			bytes += route.Bytes * float64(route.Count)
			statements += max(route.Statements, 0) * float64(route.Count)
			if !route.Exact {
				t.Errorf("%s is not exact", route.Route)
			}
		}
	}
	if len(r.Routes) != 4 {
		t.Errorf("%d routes: %+v", len(r.Routes), r.Routes)
	}
	if count != m.Log.Booked || r.Total.Count != count {
		t.Errorf("%d requests of routes, %d in all, the log has %d", count, r.Total.Count,
			m.Log.Booked)
	}
	if math.Round(objects) != float64(m.Books.Objects) ||
		math.Round(bytes) != float64(m.Books.Bytes) {
		t.Errorf("the routes have %v objects with %v bytes, the books %+v", objects, bytes, m.Books)
	}
	if math.Abs(seconds-11) > 1e-9 || math.Abs(r.Total.Seconds-11) > 1e-9 {
		t.Errorf("%v s of routes, %v in all, the log has 11", seconds, r.Total.Seconds)
	}
	if total := r.Total.Statements * float64(count); math.Round(statements) != 12_000 ||
		math.Round(total) != 12_000 {
		t.Errorf("%v statements of routes, %v in all, the server counted 12,000", statements, total)
	}
	m.Books, m.SQL = nil, nil
	for _, route := range Analyse(&m.Capture).Routes {
		if route.Exact || route.Statements != -1 {
			t.Errorf("%s is exact without books: %+v", route.Route, route)
		}
	}
}
