package live

import (
	"math"
	"testing"
)

// TestBooks has a capture of a traced process: objects are those of the books, and
// the sums over the routes are those of the log and of the books.
func TestBooks(t *testing.T) {
	m := compose()
	m.Log = &Log{Timed: true, HasRoutes: true, Lines: 111, Booked: 110, NotUnderstood: 1,
		Routes: []LogRoute{{Route: "GET /", Method: "GET", Count: 100, Seconds: 3.5},
			{Route: "POST /posts", Method: "POST", Count: 10, Seconds: 1.25}}}
	m.Books = &Books{Objects: 1260, Bytes: 70000, Routes: []Booked{{"", 60, 2000},
		{"GET /", 1000, 64000}, {"POST /posts", 200, 4000}}}
	r := Analyse(&m.Capture)
	count, seconds, objects, bytes := int64(0), 0.0, 60.0, 2000.0
	for _, route := range r.Routes {
		if !route.Exact {
			t.Errorf("%s is not exact", route.Route)
		}
		count += route.Count
		seconds += route.Seconds
		objects += route.Objects * float64(route.Count)
		bytes += route.Bytes * float64(route.Count)
	}
	if len(r.Routes) != 2 || r.Routes[0].Objects != 10 || r.Routes[1].Bytes != 400 {
		t.Errorf("%+v", r.Routes)
	}
	if count != m.Log.Booked || r.Total.Count != count {
		t.Errorf("%d requests of routes, %d in all, the log has %d", count, r.Total.Count,
			m.Log.Booked)
	}
	if math.Round(objects) != float64(m.Books.Objects) ||
		math.Round(bytes) != float64(m.Books.Bytes) {
		t.Errorf("the routes have %v objects with %v bytes, the books %+v", objects, bytes, m.Books)
	}
	if math.Abs(seconds/r.Total.Seconds-1) > 0.02 || seconds != 4.75 {
		t.Errorf("%v s of routes, %v in all", seconds, r.Total.Seconds)
	}
	m.Books = nil
	for _, route := range Analyse(&m.Capture).Routes {
		if route.Exact {
			t.Errorf("%s is exact without books", route.Route)
		}
	}
}
