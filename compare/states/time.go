package states

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/wring-go/wring/compare"
	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/observe/clock"
	"github.com/wring-go/wring/observe/load"
)

// tree is where one side's benchmarks are built.
type tree struct {
	Dir      string
	Env      []string // KEY=VALUE, added to the environment
	Tags     string
	Packages []load.Package
}

// timing says how to run.
type timing struct {
	Rounds   int           // runs of each side
	Time     time.Duration // of each run, about
	Timeout  time.Duration // of one run
	Order    gocmd.Order   // of the functions in what is built
	Progress func(phase, what string)
}

// repeats is how often each run measures. On a machine that others use, too, the
// least of ten parts of a run scatters by 3 % where their median scatters by
// 46 %. What a part does not hold at all, such as a garbage collection that
// comes more rarely, is not in the time.
const repeats = 10

// runTimes builds the tests of both trees and interleaves the benchmarks, each in
// a process of its own. It returns the times by the full names of either side.
func runTimes(ctx context.Context, trees [2]tree, list []compare.Bench,
	opt timing) (sideTimes, error) {
	times := sideTimes{{}, {}}
	dir, err := os.MkdirTemp("", "wring-")
	if err != nil {
		return times, err
	}
	defer os.RemoveAll(dir)
	for _, group := range byPackage(list) {
		if err := timeGroup(ctx, trees, group, opt, dir, times); err != nil {
			return times, err
		}
	}
	return times, nil
}

// sideTimes are those of the old side and of the new one, by the full names of benchmarks.
type sideTimes [2]map[string][]float64

// timeGroup builds the tests of one package in dir, runs the benchmarks, and removes what it built.
func timeGroup(ctx context.Context, trees [2]tree, group []compare.Bench, opt timing, dir string,
	times sideTimes) error {
	var binaries [2]clock.Binary
	for side, tree := range trees {
		path := group[0].Packages[side]
		opt.Progress("building", path+" for its times")
		name := filepath.Join(dir, fmt.Sprintf("%d.test", side))
		var err error
		if binaries[side], err = tree.build(ctx, path, name, opt.Order); err != nil {
			return err
		}
		defer os.Remove(name)
	}
	var names []string
	for _, b := range group {
		names = append(names, b.Name)
	}
	got, err := clock.Run(ctx, binaries[0], binaries[1], clock.Options{
		Rounds: opt.Rounds, Time: opt.Time, Timeout: opt.Timeout, Benchmarks: names,
		Repeats: repeats, Pin: true,
		Progress: func(round string) { opt.Progress("timing", group[0].Packages[1]+", "+round) }})
	for name, t := range got {
		times[0][group[0].Packages[0]+"."+name] = t.Old
		times[1][group[0].Packages[1]+"."+name] = t.New
	}
	return err
}

// byPackage divides the benchmarks by package.
func byPackage(list []compare.Bench) [][]compare.Bench {
	var groups [][]compare.Bench
	index := map[[2]string]int{}
	for _, b := range list {
		i, ok := index[b.Packages]
		if !ok {
			i = len(groups)
			index[b.Packages] = i
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], b)
	}
	return groups
}

// build builds the tests of one package.
func (t tree) build(ctx context.Context, path, name string, order gocmd.Order) (clock.Binary,
	error) {
	args := append([]string{"test", "-c", "-vet=off", "-o", name}, order.LinkFlags(t.Env)...)
	if t.Tags != "" {
		args = append(args, "-tags="+t.Tags)
	}
	_, err := gocmd.Run(ctx, gocmd.Call{Dir: t.Dir, Env: t.Env, Args: append(args, path)})
	for _, p := range t.Packages {
		if p.Path == path {
			return clock.Binary{Path: name, Dir: p.Dir}, err
		}
	}
	return clock.Binary{Path: name, Dir: t.Dir}, err
}
