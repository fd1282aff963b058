package differential

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/verify/differential/harness"
)

// TestWringDifferential stands for the planted test: of the inputs the third and the sixth
// do not come back, and the fifth comes back in time only where calls may take long. It notes
// what it was asked for. "lasting N" comes to N inputs in a second, and each Nth input of "other N"
// to something else in another program.
func TestWringDifferential(t *testing.T) {
	var plan harness.Plan
	if err := json.Unmarshal([]byte(os.Getenv(harness.PlanVariable)), &plan); err != nil {
		t.Skip("this test is no process of another one")
	}
	if plan.Explain != nil {
		explained(t, plan)
	}
	if n, lasting := strings.CutPrefix(plan.Target, "lasting "); lasting {
		perSecond, _ := strconv.Atoi(n)
		for range min(plan.To-plan.From, perSecond*plan.Millis/1000) {
			add(filepath.Dir(plan.Out), "out", string(make([]byte, 16)))
		}
		os.Exit(harness.ExitDone)
	}
	if n, other := strings.CutPrefix(plan.Target, "other "); other {
		every, _ := strconv.Atoi(n)
		program, _ := os.Executable()
		var out []byte
		for i := plan.From; i < plan.To; i++ {
			outcome := make([]byte, 16)
			if i%every == 0 {
				outcome[8] = byte(len(filepath.Base(program))) // of the hash
			}
			out = append(out, outcome...)
		}
		add(filepath.Dir(plan.Out), "out", string(out))
		os.Exit(harness.ExitDone)
	}
	for i := plan.From; i < plan.To; i++ {
		add(filepath.Dir(filepath.Dir(plan.Out)), "asked", fmt.Sprintln(i))
		slow := i == 5 && strings.Contains(plan.Target, "slow") &&
			time.Duration(plan.Patience)*time.Millisecond <= patient
		if i == 3 || i == 6 || slow {
			os.Exit(harness.ExitStuck)
		}
		add(filepath.Dir(plan.Out), "out", string(make([]byte, 16))) // flags and hash are zero
	}
	os.Exit(harness.ExitDone)
}

// explained is a process that looks at inputs once more.
func explained(t *testing.T, plan harness.Plan) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, i := range plan.Explain {
		e := harness.Explanation{Index: i, Outcome: "something"}
		switch {
		case strings.Contains(plan.Target, "varies"):
			e.Whole.Hash = rand.Uint64N(2)
		case strings.Contains(plan.Target, "differs"):
			e.Whole.Hash = uint64(len(filepath.Base(program)))
		}
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		add(filepath.Dir(plan.Out), "out", string(text))
	}
	os.Exit(harness.ExitDone)
}

// TestNear looks at inputs once more: what varies with the old code is chance, what always
// differs is not, and what has to do with earlier inputs or ends processes is left to others.
func TestNear(t *testing.T) {
	p := twoPrograms(t)
	hash := func(hashes ...uint64) (list []harness.Outcome) {
		for _, h := range hashes {
			list = append(list, harness.Outcome{Hash: h})
		}
		return list
	}
	many, all := make([]uint64, 50), make([]int, 50)
	for i := range many {
		many[i], all[i] = uint64(i+1), i
	}
	crashed := hash(0, 1)
	crashed[1].Flags = harness.Crashed
	for _, test := range []struct {
		name        string
		old, now    []harness.Outcome
		bad, chance []int
	}{
		{"varies", hash(1, 2, 3), hash(1, 5, 6), nil, []int{1, 2}},
		{"differs", hash(1, 2, 3), hash(1, 5, 6), []int{1, 2}, nil},
		{"differs", hash(make([]uint64, 50)...), hash(many...), all, nil},
		{"differs", hash(1, 2), hash(1, 2), nil, nil},
		{"differs", hash(0, 0), crashed, nil, nil},
		{"is the same", hash(1, 2, 3), hash(1, 5, 6), nil, nil},
		{"varies", hash(make([]uint64, 50)...), hash(many...), nil, nil},
	} {
		p.name = test.name
		bad, chance, err := p.near(t.Context(), test.old, test.now)
		if err != nil || !slices.Equal(bad, test.bad) || !slices.Equal(chance, test.chance) {
			t.Errorf("%s: %v differ and %v by chance, want %v and %v; %v", test.name, bad, chance,
				test.bad, test.chance, err)
		}
	}
}

// twoPrograms returns a pair whose new code is another program, by its name.
func twoPrograms(t *testing.T) pair {
	t.Helper()
	program, err := os.ReadFile(os.Args[0])
	if err != nil {
		t.Fatal(err)
	}
	p := pair{dir: t.TempDir(), patience: patient}
	p.builds.Old, p.builds.New = os.Args[0], filepath.Join(t.TempDir(), "of-the-new-code.test")
	if err := os.WriteFile(p.builds.New, program, 0o700); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestFirstLeg stops after the first inputs where many of them differ, unless all are to be tried,
// or one side does not come so far.
func TestFirstLeg(t *testing.T) {
	p := twoPrograms(t)
	for _, c := range []struct {
		name    string
		inputs  int
		whole   bool
		want    int
		stopped bool
	}{
		{"other 20", 3000, false, firstLeg, true},
		{"other 20", 3000, true, 3000, false},
		{"other 100", 3000, false, 3000, false}, // too few differ
		{"other 1", 900, false, 900, false},
		{"lasting 500", 3000, false, 500, false}, // in a second, less what it takes to begin
	} {
		p.name, p.opt = c.name, Options{Inputs: c.inputs, Time: time.Second}
		old, now, _, stopped, err := p.both(t.Context(), c.whole)
		lasting := strings.HasPrefix(c.name, "lasting") && c.want/2 < len(old) && len(old) < c.want
		if err != nil || len(old) != c.want && !lasting || len(now) < len(old) ||
			stopped != c.stopped {
			t.Errorf("%s of %d: %d and %d inputs, stopped is %v, want %d and %v; %v", c.name,
				c.inputs, len(old), len(now), stopped, c.want, c.stopped, err)
		}
	}
}

func add(dir, file, text string) {
	f, err := os.OpenFile(filepath.Join(dir, file), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		panic(err)
	}
	f.WriteString(text)
	f.Close()
}

// TestLostOnce runs inputs again: those that did not come back are not tried a second time,
// and stay lost.
func TestLostOnce(t *testing.T) {
	p := pair{dir: t.TempDir(), care: sound}
	asked := func(to int, known []harness.Outcome) (all []harness.Outcome, inputs string) {
		log := filepath.Join(p.dir, "asked")
		os.Remove(log)
		all, _, err := p.outcomes(context.Background(), os.Args[0], to, time.Minute, known, nil)
		if err != nil {
			t.Fatal(err)
		}
		text, err := os.ReadFile(log)
		if err != nil {
			t.Fatal(err)
		}
		return all, strings.Join(strings.Fields(string(text)), " ")
	}
	first, inputs := asked(9, nil)
	if inputs != "0 1 2 3 4 5 6 7 8" || len(first) != 9 || !lost(first[3]) || !lost(first[6]) {
		t.Fatalf("%v for the inputs %s", first, inputs)
	}
	for to, want := range map[int]string{9: "0 1 2 4 5 7 8", 6: "0 1 2 4 5", 3: "0 1 2"} {
		again, inputs := asked(to, first)
		if inputs != want || !slices.Equal(again, first[:to]) {
			t.Errorf("%v for the inputs %s, want those of %s", again, inputs, want)
		}
	}
}

// TestJustInTime compares an input on which the new code takes a little longer than a call may
// take, and the old code a little less.
func TestJustInTime(t *testing.T) {
	p := pair{dir: t.TempDir(), care: sound, patience: patient,
		opt: Options{Inputs: 8, Time: time.Minute}}
	p.builds.Old, p.builds.New = os.Args[0], os.Args[0]
	old, _, err := p.outcomes(t.Context(), p.builds.Old, 8, time.Minute, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	p.name = "slow"
	now, _, err := p.outcomes(t.Context(), p.builds.New, 8, time.Minute, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if lost(old[5]) || !lost(now[5]) {
		t.Fatalf("%v and %v: the input is not on the edge", old, now)
	}
	if _, bad, err := p.differences(t.Context(), old, now); err != nil || len(bad) > 0 {
		t.Errorf("inputs %v differ, %v", bad, err)
	}
}

// TestLasting gives slow functions more time, where that may be enough for an answer.
func TestLasting(t *testing.T) {
	const limit = 4 * time.Second
	for _, c := range []struct {
		perSecond, want int
		care            care
	}{
		{100, 400, tame},             // enough
		{20, leastInputs, tame},      // too few at first, then enough
		{20, 80, careless},           // what is made with care may be quick
		{worthMore / 5, 32, tame},    // hopeless
		{1000, 1000, sound},          // all
		{12, leastInputs, sound},     // just in time
		{worthMore/4 + 1, 200, tame}, // the least that is worth more
	} {
		p := pair{dir: t.TempDir(), patience: patient, care: c.care,
			name: fmt.Sprint("lasting ", c.perSecond)}
		all, _, err := p.outcomes(t.Context(), os.Args[0], 1000, limit, nil, nil)
		if err != nil || len(all) != c.want {
			t.Errorf("%d a second, care %d: %d inputs, want %d; %v", c.perSecond, c.care, len(all),
				c.want, err)
		}
	}
}
