package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"github.com/wring-go/wring/casebook/load/generator"
	"github.com/wring-go/wring/casebook/load/report"
)

// show writes r as the flags ask for.
func (c *command) show(w io.Writer, r *generator.Result) error {
	if c.svg != "" {
		f, err := os.Create(c.svg)
		if err != nil {
			return err
		}
		if err := report.SVG(f, r); err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	if c.json {
		return writeJSON(w, r)
	}
	return report.Text(w, r)
}

// document is what -json prints: what is refused is named there, too.
type document struct {
	Version int `json:"version"`
	*generator.Result
	Quantiles []quantile `json:"quantiles"`
	Refused   []string   `json:"refused"` // names of quantiles
}

// quantile has no latency when it is refused.
type quantile struct {
	Name           string `json:"name"`
	FromIntendedNS *int64 `json:"from_intended_ns,omitempty"`
	FromSentNS     *int64 `json:"from_sent_ns,omitempty"`
	LateNS         int64  `json:"late_ns"`
}

func writeJSON(w io.Writer, r *generator.Result) error {
	doc := document{Version: 1, Result: r, Refused: []string{}}
	for _, q := range report.Quantiles() {
		row := quantile{Name: q.Name, LateNS: int64(r.Late.Quantile(q.Q))}
		if r.Believable(q.Q) {
			row.FromSentNS = new(int64(r.FromSent.Quantile(q.Q)))
			if r.Model == "open" {
				row.FromIntendedNS = new(int64(r.FromIntended.Quantile(q.Q)))
			}
		} else {
			doc.Refused = append(doc.Refused, q.Name)
		}
		doc.Quantiles = append(doc.Quantiles, row)
	}
	enc := json.NewEncoder(w)
	return enc.Encode(doc)
}

// mergeFiles adds up what -json has written.
func (c *command) mergeFiles(w io.Writer) error {
	if len(c.args) == 0 {
		return fmt.Errorf("-merge: which files?")
	}
	var all *generator.Result
	for _, name := range c.args {
		r, err := readResult(name)
		if err != nil {
			return err
		}
		if all == nil {
			all = r
			continue
		}
		if all.Model != r.Model {
			return fmt.Errorf("-merge: %s is of the %s model, the others are of the %s one", name,
				r.Model, all.Model)
		}
		all.Merge(r)
	}
	if err := c.show(w, all); err != nil {
		return err
	}
	return verdict(all)
}

func readResult(name string) (*generator.Result, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	r := new(generator.Result)
	if err := json.Unmarshal(data, r); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if r.Model == "" || r.Status == nil || r.Errors == nil {
		return nil, fmt.Errorf("%s: not what load -json prints", name)
	}
	return r, nil
}

// again runs the same load twice, in interleaved parts, so that a machine that
// becomes slower meanwhile does not look like a difference.
func (c *command) again(ctx context.Context, opt generator.Options, w io.Writer) error {
	const turns = 3
	var both [2]*generator.Result
	for turn := range 2 * turns {
		r, err := generator.Run(ctx, opt)
		if err != nil {
			return err
		}
		i := (turn + turn/2) % 2 // first, second, second, first, first, second
		if both[i] == nil {
			both[i] = r
			continue
		}
		seconds := both[i].Seconds + r.Seconds
		both[i].Merge(r)
		both[i].Seconds, both[i].Machines = seconds, 1
	}
	if c.json {
		return json.NewEncoder(w).Encode(both)
	}
	return report.Again(w, both[0], both[1])
}

// isTerminal reports whether w is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func showProgress(w io.Writer, p generator.Progress) {
	fmt.Fprintf(w, "\r%4.0f s  intended %d  completed %d  failed %d  under way %d   ",
		p.At.Seconds(), p.Intended, p.Completed, p.Failed, p.Active)
}
