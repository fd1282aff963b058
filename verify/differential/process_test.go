package differential

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/verify/differential/harness"
)

// TestWringDifferential stands for the planted test: of the inputs the third and the sixth
// do not come back, and the fifth comes back in time only where calls may take long. It notes
// what it was asked for.
func TestWringDifferential(t *testing.T) {
	var plan harness.Plan
	if err := json.Unmarshal([]byte(os.Getenv(harness.PlanVariable)), &plan); err != nil {
		t.Skip("this test is no process of another one")
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
		all, _, err := p.outcomes(context.Background(), os.Args[0], to, time.Minute, known)
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
	old, _, err := p.outcomes(t.Context(), p.builds.Old, 8, time.Minute, nil)
	if err != nil {
		t.Fatal(err)
	}
	p.name = "slow"
	now, _, err := p.outcomes(t.Context(), p.builds.New, 8, time.Minute, nil)
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
