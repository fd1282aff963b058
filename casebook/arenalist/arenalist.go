// Package arenalist replays the account of a linked list whose elements come
// from an arena, and does the same to work that programs really do.
package arenalist

import (
	"context"
	"fmt"
	"os"

	"github.com/wring-go/wring/casebook/diary"
)

// published are the figures of the account: with the arenas of Go's experiment
// the elements alone, and the elements with their values.
var published = map[int]string{
	10_000:    "time -4.2 to -8.4 %",
	100_000:   "time -39.5 to -42.1 %",
	1_000_000: "time -54.9 to -56.8 %",
}

// Cases returns the list in three sizes, and the workloads.
func Cases() []diary.Case {
	var all []diary.Case
	for _, size := range []int{10_000, 100_000, 1_000_000} {
		c := workCase(fmt.Sprint("list-", size), "fresh", "tuned", "experiment",
			"bytes", "bytes kept", "slabs kept")
		c.Title = fmt.Sprintf("a linked list of %d numbers", size)
		c.Published.Text = published[size]
		c.Count = max(2, 200_000/size)
		all = append(all, c)
	}
	for _, w := range workloads {
		c := workCase(w.name, "fresh", "tuned")
		c.Title, c.Count = w.title, 10
		all = append(all, c)
	}
	return all
}

// workloads are what real programs do, besides the list of the account.
var workloads = []struct{ name, title string }{
	{"sheet", "a sheet of 20,000 cells, own decoder"},
	{"sheet-encoding-xml", "a sheet of 20,000 cells, encoding/xml"},
	{"messages", "1,000 messages of a binary format"},
	{"rows", "10,000 rows of a database"},
	{"html", "an HTML page, golang.org/x/net/html adapted"},
	{"go-syntax", "the syntax of net/http/server.go, go/parser adapted"},
	{"sheet-adapted-xml", "a sheet of 20,000 cells, encoding/xml adapted"},
}

// allocates reports whether the work allocates also with a recycled arena, since
// part of it is done by code that knows of none.
func allocates(work string) bool {
	return work == "sheet-encoding-xml" || kindOf(work, diary.Tuned) == withAdapted
}

// kindOf returns how the worker must be built for a version of some work.
func kindOf(work, version string) int {
	switch {
	case version == "experiment":
		return withExperiment
	case work == "html" || work == "go-syntax" || work == "sheet-adapted-xml":
		return withAdapted
	}
	return plain
}

// what says of each version what it is.
var what = map[string]string{
	"fresh":      "an arena each time",
	"tuned":      "a recycled arena",
	"experiment": "GOEXPERIMENT=arenas",
	"bytes":      "wundergraph/go-arena, hides pointers",
	"bytes kept": "the same, reset",
	"slabs kept": "jokruger/slab, for as many as were announced",
}

// workCase returns the case of a worker's work in the given versions. Each
// version runs in a process of its own.
func workCase(work string, versions ...string) diary.Case {
	processes := make(map[string]*process)
	c := diary.Case{Name: "arenalist/" + work}
	for _, version := range append([]string{diary.Naive}, versions...) {
		c.Versions = append(c.Versions, diary.Version{Name: version, What: what[version],
			About:  version != diary.Tuned || allocates(work),
			Sample: func(n int) (diary.Sample, error) { return processes[version].sample(n) }})
	}
	c.Setup = func(ctx context.Context) (func(), error) {
		return setup(ctx, work, c.Versions, processes)
	}
	return c
}

// setup starts a worker for each version.
func setup(ctx context.Context, work string, versions []diary.Version,
	processes map[string]*process) (func(), error) {
	dir, err := os.MkdirTemp("", "arenalist")
	if err != nil {
		return nil, err
	}
	stop := func() {
		for _, p := range processes {
			p.stop()
		}
		os.RemoveAll(dir)
	}
	for _, v := range versions {
		b, err := build(ctx, dir, kindOf(work, v.Name))
		if err == nil {
			processes[v.Name], err = start(ctx, b, work+"/"+v.Name)
		}
		if err != nil {
			delete(processes, v.Name) // it may be there and not run
			stop()
			return nil, err
		}
	}
	return stop, nil
}
