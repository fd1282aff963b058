package differential

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/wring-go/wring/internal/gocmd"
	"github.com/wring-go/wring/verify/differential/harness"
)

// How often a process is begun again after it ended early, and when there is more care
// because of it.
const (
	maxCrashes = 8
	tooWild    = 2
	mostLost   = 5 // one of so many sound inputs
)

// unableError says that the harness cannot make inputs.
type unableError struct{ reason string }

func (e *unableError) Error() string { return e.reason }

// slowly is how much longer a slow function is tried, and from which number of inputs on it is
// worth it: the least for an answer may come in that time.
const (
	slowly    = 5
	worthMore = leastInputs / slowly
)

// outcomes runs the inputs [0, to) of a target, or as many as limit allows; where these are
// too few for an answer, although they were made with care, it goes on until they are enough.
// It returns what they came to, and the inputs that ran blocks first. Inputs that known says were
// lost are not run again: each takes a process with it, and seconds. After the first leg it stops
// if enough says so; nil says no.
func (p pair) outcomes(ctx context.Context, binary string, to int, limit time.Duration,
	known []harness.Outcome, enough func([]harness.Outcome) bool) (
	all []harness.Outcome, run map[uint64]int, err error) {
	run = map[uint64]int{}
	begun := time.Now()
	crashes, slow := 0, false
	wanted := func() int {
		if slow {
			return min(to, leastInputs+crashes)
		}
		return to
	}
	extend := func() bool {
		if slow || p.begin > 0 || !p.nearlyEnough(len(all)-crashes, to) {
			return false // what is bred answers nothing by its number
		}
		slow, limit = true, limit*slowly
		return true
	}
	for len(all) < wanted() && crashes < p.mostCrashes(len(all)) {
		if len(all) == firstLeg && enough != nil {
			stopped := time.Now()
			if enough(all) {
				break
			}
			begun, enough = begun.Add(time.Since(stopped)), nil
		}
		end := min(wanted(), len(all)+nextLost(known, len(all)))
		if len(all) < firstLeg {
			end = min(end, firstLeg) // always: what a process remembers must not tell runs apart
		}
		if end == len(all) {
			all = append(all, known[end])
			crashes++
			continue
		}
		left := limit - time.Since(begun)/harness.Busy
		if left <= 0 {
			if !extend() {
				break
			}
			continue
		}
		out, code, err := p.process(ctx, binary, harness.Plan{From: len(all), To: end,
			Millis: int(left.Milliseconds()) + 1})
		if err != nil {
			return nil, nil, err
		}
		if code == harness.ExitUnable {
			return nil, nil, &unableError{string(out)}
		}
		for _, o := range harness.Outcomes(out) {
			if o.Flags == harness.IsBlock {
				if _, before := run[o.Hash]; !before {
					run[o.Hash] = p.begin + len(all) - 1
				}
				continue
			}
			all = append(all, p.comparable([]harness.Outcome{o})...)
		}
		switch code {
		case harness.ExitDone:
			if len(all) == end {
				continue
			}
			if !extend() { // the time is over
				return all, run, nil
			}
			continue
		case harness.ExitStuck:
			all = append(all, harness.Outcome{Flags: harness.Stuck})
		default:
			all = append(all, harness.Outcome{Flags: harness.Crashed})
		}
		crashes++
	}
	return all, run, nil
}

// mostCrashes returns how many of n inputs may take a process with them. Beyond the most careful
// ones there is nothing to turn to, so a function that does not come back from some of those is
// tried with the others.
func (p pair) mostCrashes(n int) int {
	if p.care == sound {
		return max(maxCrashes, n/mostLost)
	}
	return tooWild
}

// nearlyEnough reports whether n inputs of a function that is slow with all of them are not
// enough for an answer, and would be in some more time.
func (p pair) nearlyEnough(n, wanted int) bool {
	return p.care != careless && worthMore <= n && n < min(wanted, leastInputs)
}

// nextLost returns how many outcomes come before one that is lost, from an index on; more
// than there are where none is.
func nextLost(list []harness.Outcome, from int) int {
	if from < len(list) {
		if n := slices.IndexFunc(list[from:], lost); n >= 0 {
			return n
		}
	}
	return math.MaxInt32
}

// lost reports whether a process did not survive an input.
func lost(o harness.Outcome) bool { return o.Flags&(harness.Crashed|harness.Stuck) != 0 }

// patience is how long a process may take beyond its limit: to start, for the
// call that it is in, and to find out by itself that a call does not come back.
const patience = 15 * time.Second

// process runs the harness once and returns what it wrote and its exit code.
func (p pair) process(ctx context.Context, binary string, todo harness.Plan) (
	[]byte, int, error) {
	dir, err := os.MkdirTemp(p.dir, "run-")
	if err != nil {
		return nil, 0, err
	}
	defer os.RemoveAll(dir)
	todo.Target, todo.Calls = p.name, p.builds.Calls
	todo.Tame, todo.Sound, todo.Bred = p.care >= tame, p.care == sound, p.bred
	todo.From, todo.To = todo.From+p.begin, todo.To+p.begin
	todo.Patience = int(cmp.Or(p.patience, patient).Milliseconds())
	todo.Out = filepath.Join(dir, "out")
	text, err := json.Marshal(todo)
	if err != nil {
		return nil, 0, err
	}
	// The folder is empty: nothing is there to be read or spoilt. It is one for all
	// processes, whose packages may keep its name in variables.
	inside := filepath.Join(p.dir, "inside")
	if err := os.MkdirAll(inside, 0o700); err != nil {
		return nil, 0, err
	}
	limit, stop := context.WithTimeout(ctx,
		harness.Busy*time.Duration(todo.Millis)*time.Millisecond+patience)
	defer stop()
	cmd := gocmd.Command(limit, binary, "-test.run=^"+harness.TestName+"$")
	cmd.Args[0] = filepath.Base(binary) // old and new are called the same
	cmd.Dir = inside
	// The heap of a few megabytes grows further than usual before it is collected, because
	// that took a tenth of the time; beyond the limit it is collected sooner. The harness
	// ends a process that takes three times that. The functions of math/rand take a seed.
	cmd.Env = []string{harness.PlanVariable + "=" + string(text), "HOME=" + inside, "PWD=" + inside,
		"TMPDIR=" + inside, "TZ=UTC", "LANG=C", "GOTRACEBACK=none", "PATH=" + inside,
		"GOGC=400", "GOMEMLIMIT=1GiB", "GODEBUG=randseednop=0"}
	cmd.Stdout, cmd.Stderr = io.Discard, io.Discard
	err = cmd.Run()
	gocmd.EndGroup(limit, cmd)
	if ctx.Err() != nil {
		return nil, 0, ctx.Err()
	}
	if limit.Err() != nil {
		err = nil // its outcomes tell how far it came
	}
	var ended *exec.ExitError
	if err != nil && !errors.As(err, &ended) {
		return nil, 0, fmt.Errorf("the differential test cannot be started: %w", err)
	}
	out, err := os.ReadFile(todo.Out)
	if errors.Is(err, os.ErrNotExist) {
		err = nil // it ended before it began
	}
	return out, cmd.ProcessState.ExitCode(), err
}

// explain returns inputs and outcomes in words.
func (p pair) explain(ctx context.Context, binary string, indices []int) (
	map[int]harness.Explanation, error) {
	todo := harness.Plan{}
	for _, i := range indices {
		todo.Explain = append(todo.Explain, p.begin+i)
	}
	out, _, err := p.process(ctx, binary, todo)
	if err != nil {
		return nil, err
	}
	list := map[int]harness.Explanation{}
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var e harness.Explanation
		if err := dec.Decode(&e); err != nil {
			return list, nil // a crash cuts the list short
		}
		list[e.Index-p.begin] = e
	}
}

// differing returns how many calls that ran at once came out differently from
// calls one after the other; a process that crashed counts as one.
func (p pair) differing(ctx context.Context, binary string) (int, error) {
	out, code, err := p.process(ctx, binary, harness.Plan{From: 2, To: 66, Millis: 150,
		Concurrent: true})
	if err != nil {
		return 0, err
	}
	if code != harness.ExitDone {
		return 1, nil
	}
	return strconv.Atoi(string(out))
}
