package cost

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/wring-go/wring/evaluation/bench"
	"github.com/wring-go/wring/evaluation/books"
)

// What is promised.
const (
	promisedShare = 0.25             // of the time that the same takes by hand
	promisedCold  = 60 * time.Second // with nothing built yet
)

// times are wall times of measuring one target.
type times struct {
	cold   time.Duration // wring top with empty caches
	second time.Duration // and once more
	warm   spread        // wring top later, in seconds
	hand   spread        // the same by hand, in seconds
}

// Speed times wring top on all benchmarks of some modules, from empty caches
// and then side by side with the same by hand.
func Speed(ctx context.Context, m *bench.Machine, args []string) error {
	fs := bench.Flags("speed")
	rounds := fs.Int("rounds", 3, "how often both ways are taken, `COUNT`")
	fs.Parse(args)
	names := fs.Args()
	if len(names) == 0 {
		names = []string{"zerolog", "toml", "gjson"}
	}
	list, err := bench.Chosen(bench.Targets(), names)
	if err != nil {
		return err
	}
	if err := m.Describe(ctx, []string{"local"}, list); err != nil {
		return err
	}
	t := bench.NewTable(m.Out, "code", "cold, s", "at most", "second run, s", "warm, s",
		"by hand, s", "warm / by hand", "at most")
	broken := false
	for _, target := range list {
		s, err := timeTop(ctx, m, target, *rounds)
		if err != nil {
			return err
		}
		ratio := s.warm.median / s.hand.median
		t.Row(target.Name, fmt.Sprintf("%.1f", s.cold.Seconds()),
			fmt.Sprint(promisedCold.Seconds()), fmt.Sprintf("%.2f", s.second.Seconds()),
			s.warm.String(), s.hand.String(),
			fmt.Sprintf("%.3f", ratio), fmt.Sprint(promisedShare))
		broken = broken || ratio > promisedShare || s.cold > promisedCold
	}
	t.End()
	if broken {
		return bench.ErrBroken
	}
	return nil
}

// time measures with caches of t's own, so that nothing is built yet.
func timeTop(ctx context.Context, m *bench.Machine, t bench.Target, rounds int) (s times,
	err error) {
	dir, err := m.Prepare(ctx, t)
	if err != nil {
		return s, err
	}
	if err := listPackages(ctx, m, &t, dir); err != nil {
		return s, err
	}
	caches := filepath.Join(m.Dir, "caches-"+t.Name)
	env := []string{"GOCACHE=" + filepath.Join(caches, "go"),
		"XDG_CACHE_HOME=" + filepath.Join(caches, "user")}
	top := func() (time.Duration, error) {
		start := time.Now()
		_, err := m.Run(ctx, dir, env, m.Wring, "top", "./...")
		return time.Since(start), err
	}
	if s.cold, err = top(); err != nil {
		return s, err
	}
	if s.second, err = top(); err != nil {
		return s, err
	}
	if _, err := byHand(ctx, m, t, dir, env, "-benchtime=1x"); err != nil { // builds
		return s, err
	}
	var warm, hand []float64
	for range rounds {
		w, err := top()
		if err != nil {
			return s, err
		}
		h, err := byHand(ctx, m, t, dir, env)
		if err != nil {
			return s, err
		}
		warm, hand = append(warm, w.Seconds()), append(hand, h.Seconds())
	}
	s.warm, s.hand = spreadOf(warm), spreadOf(hand)
	return s, nil
}

// byHand does what a user does without wring: run the benchmarks with a
// profile of everything, one package at a time because the go command writes
// no profile of several, and look at the top of each.
func byHand(ctx context.Context, m *bench.Machine, t bench.Target, dir string, env []string,
	flags ...string) (time.Duration, error) {
	start := time.Now()
	for _, pkg := range t.Patterns {
		args := []string{"test", "-bench", ".", "-benchmem", "-memprofile", "m",
			"-memprofilerate=1"}
		args = append(append(args, flags...), pkg)
		if _, err := m.Run(ctx, dir, env, "go", args...); err != nil {
			return 0, err
		}
		if _, err := m.Run(ctx, dir, env, "go", "tool", "pprof", "-top", "m"); err != nil {
			return 0, err
		}
	}
	return time.Since(start), nil
}

// listPackages makes t's patterns the packages that have benchmarks.
func listPackages(ctx context.Context, m *bench.Machine, t *bench.Target, dir string) error {
	rep, err := books.Top(ctx, m, dir, nil, *t, "-n=1")
	if err != nil {
		return err
	}
	t.Patterns = nil
	for _, b := range books.Sums(rep) {
		t.Patterns = append(t.Patterns, strings.TrimSuffix(b.Pkg, "_test"))
	}
	return nil
}
