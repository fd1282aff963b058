package accesslog

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/internal/pathshape"
)

// planted is what the slow requests of a log have in common.
type planted struct {
	client string
	status int
	bytes  int
	query  string
	minute int
}

// tailLog has 20,000 requests of one route, one in fifty of them slow. These are as
// slow says; the others are drawn from what a service sees.
func tailLog(slow planted) string {
	r := rand.New(rand.NewPCG(3, 4))
	var b strings.Builder
	start := time.Date(2026, 11, 20, 10, 0, 0, 0, time.UTC)
	for i := range 20_000 {
		q := planted{client: fmt.Sprintf("10.0.%d.%d", r.IntN(4), r.IntN(250)), status: 200,
			bytes: 1000 + r.IntN(3000), query: "page=2", minute: r.IntN(60)}
		if r.IntN(20) == 0 {
			q.status = 304
		}
		seconds := 0.01 + 0.02*r.Float64()
		if i%50 == 0 {
			seconds = 1 + r.Float64()
			if slow.client != "" {
				q.client = slow.client
			}
			if slow.status != 0 {
				q.status = slow.status
			}
			if slow.bytes != 0 {
				q.bytes = slow.bytes
			}
			if slow.query != "" {
				q.query = slow.query
			}
			if slow.minute != 0 {
				q.minute = slow.minute
			}
		}
		at := start.Add(time.Duration(60*q.minute+r.IntN(60)) * time.Second)
		fmt.Fprintf(&b, "time:%s\thost:%s\tmethod:GET\turi:/posts/%d?%s\tstatus:%d\tsize:%d\t"+
			"reqtime:%.4f\n", at.Format("02/Jan/2006:15:04:05 -0700"), q.client, r.IntN(500),
			q.query, q.status, q.bytes, seconds)
	}
	return b.String()
}

// TestTails plants each property in the slowest requests: it must be found, with a
// lift, and nothing else; without any, there is nothing to say.
func TestTails(t *testing.T) {
	for _, c := range []struct {
		slow planted
		want []string
	}{
		{planted{}, nil},
		{planted{client: "192.0.2.77"}, []string{"client 192.0.2.77"}},
		{planted{status: 500}, []string{"status 500"}},
		{planted{query: "search=x&page=2"}, []string{"query key search"}},
		{planted{minute: 17}, []string{"minute 2026-11-20 10:17"}},
		{planted{bytes: 900_000}, []string{"more than "}},
		{planted{client: "192.0.2.77", status: 500}, []string{"client 192.0.2.77", "status 500"}},
	} {
		b := NewBooks(By{}, nil)
		log := strings.NewReader(tailLog(c.slow))
		if err := b.Read(t.Context(), log, "log", Options{}); err != nil {
			t.Fatal(err)
		}
		routes := b.Report(pathshape.Options{}).Routes
		if len(routes) != 1 {
			t.Fatalf("%d routes", len(routes))
		}
		var found []string
		if tail := routes[0].Tail; tail != nil {
			if tail.Above < 1 {
				t.Errorf("%v: the slow ones take %v s and more", c.slow, tail.Above)
			}
			for _, trait := range tail.Common {
				found = append(found, trait.What)
				if trait.Tail < 0.9 || trait.Lift < 2 {
					t.Errorf("%v: %+v", c.slow, trait)
				}
			}
		}
		slices.Sort(found)
		if !slices.EqualFunc(found, c.want, strings.HasPrefix) {
			t.Errorf("%v: found %q, want %q", c.slow, found, c.want)
		}
	}
}

// loadSlots is a service under a load that rises; above most it answers no faster.
func loadSlots(most float64) []slot {
	var slots []slot
	for i := range 200 {
		arrivals := float64(10 + 2*(i%100))
		ends := min(arrivals, most)
		seconds := 0.05
		if arrivals > most {
			seconds *= arrivals * arrivals / most / most * 2
		}
		slots = append(slots, slot{Arrivals: uint64(ends), Ends: uint64(ends),
			Nanos: uint64(ends * seconds * 1e9)})
	}
	return slots
}

// TestKnee: a service that answers 100 requests a second at most has its knee
// there, and one that keeps up has none; few slots show nothing.
func TestKnee(t *testing.T) {
	s := series{width: 1, slots: loadSlots(100)}
	switch knee := s.report().Knee; {
	case knee == nil:
		t.Error("no knee at 100 requests a second")
	case knee.PerSecond < 90 || knee.PerSecond > 110 || knee.Beyond < 1.5*knee.Below:
		t.Errorf("%+v", *knee)
	}
	s.slots = loadSlots(1000)
	if knee := s.report().Knee; knee != nil {
		t.Errorf("a knee where there is none: %+v", *knee)
	}
	s.slots = loadSlots(100)[60:80]
	if knee := s.report().Knee; knee != nil {
		t.Errorf("a knee in 20 seconds: %+v", *knee)
	}
}
