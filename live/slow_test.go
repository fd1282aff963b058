package live

import "testing"

// looked returns a capture of one route: each look sees so many requests that run,
// and so many that wait for a lock.
func looked(looks int, counts func(look int) (running, waiting int32)) *Capture {
	c := &Capture{Seconds: 10}
	runs := c.Add(frames("main.list /srv/main.go:12", "server"), "GET /list")
	waits := c.Add(frames("mutex", "main.list /srv/main.go:20", "server"), "GET /list")
	for i := range looks {
		a, b := counts(i)
		c.Looks = append(c.Looks, Look{Counts: []Tallied{{Stack: runs, N: a},
			{Stack: waits, N: b}}})
	}
	return c
}

// TestSlowMoments proves that the moments at which a lock makes requests pile up
// are set apart, and that the lock's line is what grew.
func TestSlowMoments(t *testing.T) {
	list := SlowMoments(looked(100, func(i int) (int32, int32) {
		if i%10 == 7 {
			return 2, 30
		}
		return int32(1 + i%2), int32(i % 3 / 2)
	}))
	if len(list) != 1 || list[0].Route != "GET /list" {
		t.Fatalf("%+v", list)
	}
	s := list[0]
	if s.Looks != [2]int{90, 10} || s.Under[1] != 32 || s.Under[0] > 2 || !s.Moments[27] {
		t.Errorf("%+v", s)
	}
	top := s.Lines[0]
	if top.State != LockWait || top.Line != 20 || top.Under[1] != 30 {
		t.Errorf("what grew most is %+v", top)
	}
}

// TestNoSlowMoments proves that nothing is set apart where requests do not pile up
// more than chance does, and where too little was seen.
func TestNoSlowMoments(t *testing.T) {
	for name, c := range map[string]*Capture{
		"steady":   looked(100, func(i int) (int32, int32) { return int32(i*7%5 + 1), 0 }),
		"constant": looked(100, func(int) (int32, int32) { return 3, 1 }),
		"short":    looked(10, func(i int) (int32, int32) { return int32(30 * (i / 9)), 0 }),
	} {
		if list := SlowMoments(c); len(list) != 0 {
			t.Errorf("%s: %+v", name, list)
		}
	}
}
