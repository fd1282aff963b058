package live

import (
	"testing"

	"github.com/wring-go/wring/service/sqlsample"
)

// TestCompare has a service before and after an index was added: the conclusion is
// solved, what is left is the same, the route is better.
func TestCompare(t *testing.T) {
	route := LogRoute{Route: "main.list", Method: "GET", Count: 1000, Seconds: 480}
	before := load(parse("regexp.MustCompile", "main.list"), 5).
		asks("SELECT id FROM posts WHERE user_id = 1", 10, sqlsample.Query{Advice: index}).
		logs(route)
	route.Seconds = 180
	after := parse("regexp.MustCompile", "main.list").logs(route)
	after.seen(2, "wait", "main.show /app/main.go:20", "server")
	d := Compare(Analyse(&before.Capture), Analyse(&after.Capture))
	verdicts := map[string]string{}
	for _, c := range d.Conclusions {
		verdicts[c.Code] = c.Verdict
	}
	for _, r := range d.Routes {
		verdicts[r.Route] = r.Verdict
	}
	for name, want := range map[string]string{MissingIndex: Solved, Expressions: Same,
		"main.list": Better, "main.show": Appears} {
		if verdicts[name] != want {
			t.Errorf("%s is %q, want %q", name, verdicts[name], want)
		}
	}
	back := Compare(Analyse(&after.Capture), Analyse(&before.Capture))
	verdicts = map[string]string{}
	for _, c := range back.Conclusions {
		verdicts[c.Code] = c.Verdict
	}
	for _, r := range back.Routes {
		verdicts[r.Route] = r.Verdict
	}
	for name, want := range map[string]string{MissingIndex: Appears, "main.list": Worse,
		"main.show": Gone} {
		if verdicts[name] != want {
			t.Errorf("back: %s is %q, want %q", name, verdicts[name], want)
		}
	}
}
