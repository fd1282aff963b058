// Package json writes a report as the JSON document of wring's -json flag: one
// object, arrays never null, counts as integers, rates as decimals of full
// precision.
package json

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
)

// Write writes rep to w, indented, as one JSON object and a newline. Nothing is
// written unless all of it can be encoded. The version written is
// alloc.ReportVersion, whatever rep.Version says.
func Write(w io.Writer, rep alloc.Report) error {
	var buf bytes.Buffer
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false) // types are full of arrows and ampersands
	enc.SetIndent("", "  ")
	if err := enc.Encode(normal(rep)); err != nil {
		return fmt.Errorf("cannot write the report as JSON: %w", err)
	}
	_, err := w.Write(buf.Bytes())
	return err
}

// normal returns rep with no nil list anywhere, and the functions of sites
// without the folders that "package" names already. What rep refers to is not
// changed.
func normal(rep alloc.Report) alloc.Report {
	rep.Version = alloc.ReportVersion
	rep.Benchmarks = notNil(rep.Benchmarks)
	rep.Warnings = notNil(rep.Warnings)
	sites := make([]alloc.Finding, len(rep.Sites))
	for i, site := range rep.Sites {
		sites[i] = normalSite(site)
	}
	rep.Sites = sites
	return rep
}

func normalSite(site alloc.Finding) alloc.Finding {
	site.Func = symbol.Short(site.Func)
	site.Sizes = notNil(site.Sizes)
	site.PerOp = notNil(site.PerOp)
	site.Reasons = notNil(site.Reasons)
	site.Techniques = notNil(site.Techniques)
	site.Proposals = slices.Clone(site.Proposals)
	for i := range site.Proposals {
		site.Proposals[i].Lines = notNil(site.Proposals[i].Lines)
	}
	stacks := make([]alloc.Stack, len(site.Stacks))
	for i, stack := range site.Stacks {
		stack.Frames = notNil(stack.Frames)
		stacks[i] = stack
	}
	site.Stacks = stacks
	return site
}

func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
