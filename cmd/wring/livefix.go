package main

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wring-go/wring"
	"github.com/wring-go/wring/live"
)

// rewrites asks the techniques about the packages of lines that were on a stack,
// and notes the technique that could rewrite a line. Whether it allocates is for
// the profile to say.
func rewrites(ctx context.Context, dir string, lines []live.Line) error {
	var patterns []string
	for _, l := range lines {
		rel, err := filepath.Rel(dir, filepath.Dir(l.File))
		if err != nil || rel == ".." || strings.HasPrefix(rel, "../") {
			continue
		}
		if p := "./" + filepath.ToSlash(rel); !slices.Contains(patterns, p) {
			patterns = append(patterns, p)
		}
	}
	if len(patterns) == 0 {
		return nil
	}
	rep, err := wring.Vet(ctx, wring.VetOptions{Dir: dir, Patterns: patterns})
	if err != nil {
		return err
	}
	for _, c := range rep.Candidates {
		for i := range lines {
			l := &lines[i]
			same := l.Line == c.Line || slices.Contains(c.Also, l.Line)
			if same && strings.HasSuffix(l.File, "/"+c.File) && l.Rewrite == "" {
				l.Rewrite = c.Technique
			}
		}
	}
	return nil
}
