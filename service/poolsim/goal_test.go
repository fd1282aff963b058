package poolsim

import (
	"strings"
	"testing"
	"time"
)

// TestCheapest finds the setting that keeps a goal, and that one connection less
// does not.
func TestCheapest(t *testing.T) {
	for _, c := range []struct{ name, goal string }{
		{"few wait", "wait.p99<5ms"},
		{"none waits long", "wait.max<2ms"},
		{"a delay of connecting", "delay.p99<=10ms"},
		{"two goals", "wait.p99<20ms,connects<=40"},
	} {
		t.Run(c.name, func(t *testing.T) {
			goals, err := ParseGoals(c.goal)
			if err != nil {
				t.Fatal(err)
			}
			l := steady(1000, 0)
			a, err := Cheapest(t.Context(), Setting{}, l, goals, 20)
			if err != nil || !a.Found {
				t.Fatal(a.Found, err)
			}
			s := a.Best.Setting
			s.MaxOpen--
			s.MaxIdle = s.MaxOpen
			less, err := Repeat(t.Context(), s, l, 20)
			if err != nil {
				t.Fatal(err)
			}
			kept := true
			for _, g := range goals {
				if !g.Kept(a.Best) {
					t.Errorf("%v is %v with %+v", g, g.Value(a.Best), a.Best.Setting)
				}
				kept = kept && g.Kept(less)
			}
			if kept {
				t.Errorf("%+v keeps it as well as %+v", s, a.Best.Setting)
			}
		})
	}
}

// TestNoSetting knows when there is none: who connects has a delay of 10 ms.
func TestNoSetting(t *testing.T) {
	goals, err := ParseGoals("delay.max<5ms")
	if err != nil {
		t.Fatal(err)
	}
	a, err := Cheapest(t.Context(), Setting{}, steady(500, 0), goals, 10)
	if err != nil || a.Found {
		t.Errorf("%+v, %v", a.Best.Setting, err)
	}
}

// TestMistyped says what is wrong with what was typed.
func TestMistyped(t *testing.T) {
	for text, message := range map[string]string{
		"wait.p99": "say what must be less", "wait.p98<5ms": "the figures are connects",
		"wait.p99<5": "no time", "connects<5ms": "no number", "": "say what",
	} {
		if _, err := ParseGoals(text); err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%q: %v; want %q", text, err, message)
		}
	}
	for text, message := range map[string]string{
		"max-idle": "which setting takes", "idle=3": "there is no", "max-idle=x": "no value",
		"max-open=5..1": "no range", "max-open=1..100000": "at most",
		"max-lifetime=3": "no value",
	} {
		_, err := Vary([]Setting{{}}, text)
		if err == nil || !strings.Contains(err.Error(), message) {
			t.Errorf("%q: %v; want %q", text, err, message)
		}
	}
	for _, text := range []string{"burst:0", "burst", "even:3", "sometimes", ""} {
		if _, err := ParseArrivals(text, 10); err == nil {
			t.Errorf("%q are arrivals", text)
		}
	}
}

// TestVary multiplies sweeps.
func TestVary(t *testing.T) {
	got, err := Vary([]Setting{{MaxIdle: 3}}, "max-open=5..15:5,20")
	if err == nil {
		got, err = Vary(got, "max-lifetime=0s,300ms")
	}
	if err != nil || len(got) != 8 ||
		got[7] != (Setting{MaxOpen: 20, MaxIdle: 3, MaxLifetime: 300 * time.Millisecond}) {
		t.Errorf("%+v, %v", got, err)
	}
}
