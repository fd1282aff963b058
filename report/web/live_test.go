package web_test

import (
	"testing"

	"github.com/wring-go/wring/live"
	"github.com/wring-go/wring/report/web"
	"github.com/wring-go/wring/service/locks"
)

// TestLive proves that a capture has its routes, its locks with holders, and the
// time of requests as a graph: a request that each of two looks sees lasts as long
// as the capture.
func TestLive(t *testing.T) {
	c := &live.Capture{Seconds: 10, Target: live.Target{Module: "example.com/srv"},
		Locks: []locks.Report{{Locks: []locks.Lock{{Lock: "main.mu", Kind: "Mutex", Address: "0x1",
			Waiters: []int64{1, 2}, WaitsFor: "0x2",
			Holders: []locks.Holder{{Goroutine: 7, Grade: "proven", Func: "main.hold"}}},
			{Lock: "main.other", Address: "0x2"}}}}}
	at := c.Add([]live.Frame{{Func: "main.list", File: "/srv/main.go", Line: 12},
		{Func: "net/http.HandlerFunc.ServeHTTP", File: "server.go", Line: 1},
		{Func: "net/http.serverHandler.ServeHTTP", File: "server.go", Line: 2},
		{Func: "net/http.(*conn).serve", File: "server.go", Line: 3}}, "GET /list")
	c.Looks = []live.Look{{Counts: []live.Tallied{{Stack: at, N: 3}}},
		{Counts: []live.Tallied{{Stack: at, N: 3}}}}
	inputs := []web.Input{{Name: "a.live", Live: c}}
	wants(t, written(t, inputs, web.Options{}), "GET /list", "2 waiting → <code>main.mu</code>",
		"goroutine 7 (proven)", `>Mutex, 2 waiting</text>`, `>goroutine 7, `)
	page, err := web.New(inputs, web.Options{})
	if err != nil {
		t.Fatal(err)
	}
	g := decode(t, page.Graph(0))
	var sum uint64
	for _, w := range g.weights {
		sum += w[2]
		if g.Tags[w[1]][0] != "GET /list" {
			t.Errorf("the route is %q", g.Tags[w[1]][0])
		}
	}
	if sum != 30e9 {
		t.Errorf("the graph holds %d ns, want 30 s", sum)
	}
}
