// Command descent measures the way of the photo service from its first version to
// its last: the score after each step, and what each step does alone.
//
//	go run ./casebook/photos/descent                          some twenty minutes
//	go run ./casebook/photos/descent -scale 0.02 -for 500ms   some two minutes
//	go run ./casebook/photos/descent -update                  into docs/casebook.md
//	go run ./casebook/photos/descent -live -scale 0.1 -for 1500ms -warmup 300ms -versions 15
//	                                                          as wring live says, some twelve
//
// Each score is that of a fresh process with fresh data. After each, the data is
// checked. A wrong answer or wrong data ends the command with 2.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/wring-go/wring/casebook/photos/steps"
	"github.com/wring-go/wring/casebook/photos/visit"
	"github.com/wring-go/wring/casebook/serving"
)

func main() { serving.Main("descent", run) }

type command struct {
	scale         float64
	lasts, warmup time.Duration
	clients       int
	only          string
	json, update  bool
	live          bool
	least         float64
	versions      int
}

func parse(args []string, stderr io.Writer) (command, error) {
	var c command
	fs := serving.Flags("descent", stderr)
	fs.Float64Var(&c.scale, "scale", 1, "how much data; 1 is 10,000 posts")
	fs.DurationVar(&c.lasts, "for", 10*time.Second, "how long answers count for each score")
	fs.DurationVar(&c.warmup, "warmup", 0, "how long before that they do not (default a fifth)")
	fs.IntVar(&c.clients, "clients", visit.DefaultClients, "visitors at once")
	fs.StringVar(&c.only, "only", "all", "the steps of the way, `NAMES` with commas between")
	fs.BoolVar(&c.json, "json", false, "print one JSON document")
	fs.BoolVar(&c.live, "live", false, "take the step that wring live concludes first, and hold "+
		"it against each step that is open")
	fs.Float64Var(&c.least, "least", 1.02, "with -live, end when no step gains by this `FACTOR`")
	fs.IntVar(&c.versions, "versions", 0, "with -live, end after so `MANY`; 0 means all")
	fs.BoolVar(&c.update, "update", false, "put the table into docs/casebook.md")
	if err := serving.Parse(fs, args); err != nil {
		return c, err
	}
	if c.lasts <= 0 || c.clients <= 0 || c.scale <= 0 || c.warmup < 0 {
		return c, errors.New("-for, -clients and -scale want more than 0")
	}
	if c.update && (c.only != "all" || c.json) {
		return c, errors.New("-update measures everything; leave out -only and -json")
	}
	if c.live && c.update || c.least < 1 || c.versions < 0 {
		return c, errors.New("-live does not go with -update, -least wants 1 or more, and " +
			"-versions 0 or more")
	}
	if c.warmup == 0 {
		c.warmup = c.lasts / 5
	}
	return c, nil
}

func run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	c, err := parse(args, stderr)
	if err != nil {
		return err
	}
	chosen, err := steps.Parse(c.only)
	if err != nil {
		return fmt.Errorf("-only: %w", err)
	}
	document := ""
	if c.update { // before half an hour is spent on it
		if document, err = findDocument(); err != nil {
			return err
		}
	}
	if c.live {
		return runLive(ctx, c, chosen, stdout, stderr)
	}
	way, err := measure(ctx, c, chosen, stderr)
	if err != nil {
		return err
	}
	switch {
	case c.json:
		return json.NewEncoder(stdout).Encode(way)
	case c.update:
		return replaceTable(document, way)
	}
	return write(stdout, way)
}

func runLive(ctx context.Context, c command, chosen steps.Set, stdout, stderr io.Writer) error {
	d, err := follow(ctx, c, chosen, stderr)
	if err != nil {
		return err
	}
	if c.json {
		return json.NewEncoder(stdout).Encode(d)
	}
	return writeLed(stdout, d)
}

// findDocument returns the path of docs/casebook.md.
func findDocument() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		path := filepath.Join(dir, "docs", "casebook.md")
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", errors.New("-update: no docs/casebook.md; run it inside the repository")
		}
		dir = parent
	}
}
