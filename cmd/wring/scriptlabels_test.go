package main

import (
	"encoding/json"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/wring-go/wring/alloc"
	reportjson "github.com/wring-go/wring/report/json"
)

// cmdLabelled checks the sums of what wring run -labels -json printed: over rows,
// and in each row over types, causes, sites and requests.
func cmdLabelled(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: labelled FILE")
	}
	rep, err := reportjson.Read(strings.NewReader(ts.ReadFile(args[0])))
	ts.Check(err)
	if rep.Labels == nil || len(rep.Labels.Rows) == 0 {
		ts.Fatalf("there are no rows by labels")
	}
	var objects, bytes, requests, booked, bookedBytes uint64
	sites := map[string]uint64{}
	for _, r := range rep.Labels.Rows {
		objects, bytes, requests = objects+r.Objects, bytes+r.Bytes, requests+r.Requests
		for _, list := range [][]alloc.Share{r.Types, r.Causes, asShares(r.Sites)} {
			left, leftBytes := r.Objects, r.Bytes
			for _, s := range list {
				left, leftBytes = left-s.Objects, leftBytes-s.Bytes
			}
			if left != 0 || leftBytes != 0 {
				ts.Fatalf("the parts of %v do not add up", r.Labels)
			}
		}
		for _, s := range r.Sites {
			sites[s.Site] += s.Objects
		}
	}
	for _, b := range rep.Benchmarks {
		booked, bookedBytes = booked+b.RuntimeObjects, bookedBytes+b.RuntimeBytes
	}
	if objects != booked || bytes != bookedBytes {
		ts.Fatalf("the rows hold %d objects with %d bytes; the runtime counted %d with %d",
			objects, bytes, booked, bookedBytes)
	}
	for _, s := range rep.Sites {
		if sites[s.ID] != s.Objects {
			ts.Fatalf("site %s has %d objects, and the rows %d of them", s.ID, s.Objects,
				sites[s.ID])
		}
	}
	if log := rep.Labels.Requests; log != nil && log.Requests != requests {
		ts.Fatalf("the log counts %d requests, and the rows %d", log.Requests, requests)
	}
	again, err := json.Marshal(rep)
	ts.Check(err)
	if !jsonEqual(again, []byte(ts.ReadFile(args[0]))) {
		ts.Fatalf("what is read back is not what was printed")
	}
}

func asShares(sites []alloc.SiteShare) []alloc.Share {
	var list []alloc.Share
	for _, s := range sites {
		list = append(list, alloc.Share{Name: s.Site, Objects: s.Objects, Bytes: s.Bytes})
	}
	return list
}

// jsonEqual reports whether two documents say the same.
func jsonEqual(a, b []byte) bool {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		return false
	}
	p, _ := json.Marshal(x)
	q, _ := json.Marshal(y)
	return string(p) == string(q)
}
