package humans

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
)

// fixed is what is read of the document of wring fix.
type fixed struct {
	Patch      string          `json:"patch"`
	AfterSites []alloc.Finding `json:"after_sites"`
	Candidates []struct {
		Technique, File, Func, Rejected string
	}
}

// fix rewrites a commit's package and the others that the human changed, in the tree.
func (h *history) fix(ctx context.Context, tree string, c commit) (*fixed, error) {
	args := []string{"fix", "-json", "-time", h.time.String(), "-risk", h.risk, "-bench", c.bench}
	out, err := h.Run(ctx, filepath.Join(tree, c.dir), nil, h.Wring,
		append(args, packages(tree, c)...)...)
	if err != nil {
		return nil, err
	}
	doc := new(fixed)
	if err := json.Unmarshal(out, doc); err != nil {
		return nil, fmt.Errorf("wring fix -json: %w", err)
	}
	if h.keep == "" {
		return doc, nil
	}
	if err := os.MkdirAll(h.keep, 0o777); err != nil {
		return nil, err
	}
	return doc, os.WriteFile(filepath.Join(h.keep, c.id+".patch"), []byte(doc.Patch), 0o666)
}

// packages returns the package of a commit and those of its module that the human changed, as
// its folder sees them.
func packages(tree string, c commit) []string {
	list := []string{"."}
	for _, file := range c.files {
		dir := filepath.Dir(file)
		rel, err := filepath.Rel(c.dir, dir)
		if err != nil || moduleOf(tree, dir) != moduleOf(tree, c.dir) {
			continue
		}
		if rel = "./" + rel; rel != "./." && !slices.Contains(list, rel) {
			list = append(list, rel)
		}
	}
	return list
}

// left says what still allocates in files, and by which judge proposals for
// them were dropped.
func (d *fixed) left(files []string) string {
	sums := map[string]float64{}
	for _, s := range d.AfterSites {
		if !names(files, s.File) {
			continue
		}
		for _, b := range s.PerOp {
			sums[shortFunc(s.Func)+" "+s.Cause] += b.Objects
		}
	}
	parts := heaviest(sums, 4)
	dropped := map[string]float64{}
	for _, c := range d.Candidates {
		if c.Rejected != "" && names(files, c.File) {
			dropped[c.Technique+" by "+c.Rejected]++
		}
	}
	if len(dropped) > 0 {
		parts = append(parts, "dropped: "+strings.Join(heaviest(dropped, 3), ", "))
	}
	return strings.Join(parts, "; ")
}

// names reports whether file is one of files. One of the paths may begin further
// up: files are named from the top of a tree, others from their module or fully.
func names(files []string, file string) bool {
	file = "/" + filepath.ToSlash(file)
	return slices.ContainsFunc(files, func(one string) bool {
		one = "/" + one
		return strings.HasSuffix(one, file) || strings.HasSuffix(file, one)
	})
}

// shortFunc returns a function's name without its package.
func shortFunc(fn string) string {
	return symbol.Local(fn)
}

// heaviest returns the most of some sums, the greatest first, with what they
// are. Less than half an object is left out.
func heaviest(sums map[string]float64, most int) []string {
	var names []string
	for name, n := range sums {
		if n >= 0.5 {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int {
		return cmp.Or(cmp.Compare(sums[b], sums[a]), cmp.Compare(a, b))
	})
	for i, name := range names {
		names[i] = fmt.Sprintf("%s %.0f", name, sums[name])
	}
	return names[:min(most, len(names))]
}
