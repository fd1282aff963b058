package json

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/wring-go/wring/alloc"
)

// bisectionDocument is the JSON document of wring diff -bisect.
type bisectionDocument struct {
	alloc.Bisection
	Diff *diffDocument `json:"diff,omitempty"`
}

// WriteHistory writes h to w as Write does a report.
func WriteHistory(w io.Writer, h alloc.History) error {
	h.Warnings = notNil(h.Warnings)
	commits := make([]alloc.CommitCounts, len(h.Commits))
	for i, c := range h.Commits {
		commits[i] = normalCommit(c)
	}
	h.Commits = commits
	return encode(w, h)
}

// WriteBisection writes b to w as Write does a report.
func WriteBisection(w io.Writer, b alloc.Bisection) error {
	b.Warnings = notNil(b.Warnings)
	b.First, b.Last = normalCommit(b.First), normalCommit(b.Last)
	skipped := make([]alloc.CommitCounts, len(b.Skipped))
	for i, c := range b.Skipped {
		skipped[i] = normalCommit(c)
	}
	b.Skipped = skipped
	doc := bisectionDocument{Bisection: b}
	if b.Diff != nil {
		d := diffOf(*b.Diff)
		doc.Diff = &d
	}
	return encode(w, doc)
}

func normalCommit(c alloc.CommitCounts) alloc.CommitCounts {
	c.Benchmarks, c.Changed = notNil(c.Benchmarks), notNil(c.Changed)
	return c
}

// encode writes all of doc or nothing.
func encode(w io.Writer, doc any) error {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return fmt.Errorf("cannot write the result as JSON: %w", err)
	}
	_, err := w.Write(buf.Bytes())
	return err
}
