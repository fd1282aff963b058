package main

import (
	"encoding/json"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"
)

// proofs is the part of what wring fix -json prints that a proof consists of.
type proofs struct {
	Before, After []counted
	Candidates    []struct {
		Technique, Func string
		Accepted        bool
		Proof           struct {
			Build        bool
			Tests        struct{ Run, Failed int }
			Differential *struct{ Inputs, Mismatches int }
			ObjectsPerOp [2]float64 `json:"objects_per_op"`
			Time         *struct {
				Ratio, P float64
				N        int
			}
		}
	}
}

type counted struct {
	Name            string
	N, Objects      float64
	FirstUseObjects float64 `json:"first_use_objects"`
}

// cmdProven is the command proven FILE BENCHMARK LEAST MOST [untimed]: the benchmark
// allocated at least so many objects per operation, and now at most so many; and
// for every rewrite each judge has something to show, but for the clock if untimed.
func cmdProven(ts *testscript.TestScript, neg bool, args []string) {
	untimed := len(args) == 5 && args[4] == "untimed"
	if neg || len(args) != 4 && !untimed {
		ts.Fatalf("usage: proven FILE BENCHMARK LEAST MOST [untimed]")
	}
	document(ts, args[0])
	var doc proofs
	ts.Check(json.Unmarshal([]byte(ts.ReadFile(args[0])), &doc))
	least, err := strconv.ParseFloat(args[2], 64)
	ts.Check(err)
	most, err := strconv.ParseFloat(args[3], 64)
	ts.Check(err)
	found := 0
	for i, list := range [][]counted{doc.Before, doc.After} {
		for _, b := range list {
			if b.Name != args[1] {
				continue
			}
			found++
			perOp := (b.Objects - b.FirstUseObjects) / b.N
			if i == 0 && perOp < least || i == 1 && perOp > most {
				ts.Fatalf("%s allocates %g objects per operation", b.Name, perOp)
			}
		}
	}
	if found != 2 {
		ts.Fatalf("%s was counted %d times, want before and after", args[1], found)
	}
	doc.check(ts, untimed)
}

func (doc proofs) check(ts *testscript.TestScript, untimed bool) {
	accepted := 0
	for _, c := range doc.Candidates {
		if !c.Accepted {
			continue
		}
		accepted++
		p := c.Proof
		switch {
		case !p.Build:
			ts.Fatalf("%s in %s: no build", c.Technique, c.Func)
		case p.Tests.Run == 0 || p.Tests.Failed > 0:
			ts.Fatalf("%s in %s: tests %+v", c.Technique, c.Func, p.Tests)
		case p.Differential == nil || p.Differential.Inputs < 1000 || p.Differential.Mismatches > 0:
			ts.Fatalf("%s in %s: differential %+v", c.Technique, c.Func, p.Differential)
		case p.ObjectsPerOp[1] >= p.ObjectsPerOp[0]:
			ts.Fatalf("%s in %s: objects per operation %v", c.Technique, c.Func, p.ObjectsPerOp)
		case untimed && p.Time == nil:
		case p.Time == nil || p.Time.N < 6 || p.Time.Ratio <= 0:
			ts.Fatalf("%s in %s: time %+v", c.Technique, c.Func, p.Time)
		}
	}
	if accepted == 0 {
		ts.Fatalf("nothing was accepted")
	}
}
