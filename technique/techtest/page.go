package techtest

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/wring-go/wring/technique"
)

// Updating reports whether the test run was asked to rewrite what it compares
// with.
func Updating() bool { return *update }

// Page returns the manual page of a technique, in Markdown: what its doc says,
// then its cases, first those where it acts, and of these the shorter ones.
func Page(t technique.Technique, cases []Case) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", t.Title)
	fmt.Fprintf(&b, "%s\n", wrap(fmt.Sprintf("Risk: %s. Answers: %s.", t.Risk,
		strings.Join(t.Causes, ", "))))
	if t.Off != "" {
		fmt.Fprintf(&b, "\n%s\n", wrap("Only when asked for by name: "+t.Off+"."))
	}
	_, doc, ok := strings.Cut(t.Doc, "\n\n")
	if !ok {
		doc = t.Doc
	}
	for p := range strings.SplitSeq(doc, "\n\n") {
		fmt.Fprintf(&b, "\n%s\n", wrap(p))
	}
	cases = slices.SortedStableFunc(slices.Values(cases), func(x, y Case) int {
		return len(x.Before) - len(y.Before)
	})
	for _, c := range cases {
		if c.HasAfter {
			acts(&b, c)
		}
	}
	for _, c := range cases {
		if !c.HasAfter {
			fmt.Fprintf(&b, "\n## Left alone: %s\n\n%s\n", lowerFirst(c.Title), c.Prose)
		}
	}
	return b.String()
}

// acts writes a case where something is done.
func acts(b *strings.Builder, c Case) {
	src, _, err := stripWants(c.Before)
	if err != nil {
		src = c.Before
	}
	fmt.Fprintf(b, "\n## %s\n\n%s\n\nBefore:\n\n%s\nAfter:\n\n%s\nMeasured: %s.\n",
		c.Title, c.Prose, indented(code(src)), indented(code(c.After)), c.measured())
}

// measured returns the counts as one phrase.
func (c Case) measured() string {
	if c.Fewer {
		return fewer
	}
	var lines []string
	for _, release := range slices.Sorted(maps.Keys(c.Counts)) {
		lines = append(lines, c.Counts[release].line(release))
	}
	return strings.Join(lines, "; ")
}

// code returns a file without its package clause.
func code(src string) string {
	if i := strings.Index(src, "\n\n"); strings.HasPrefix(src, "package ") && i >= 0 {
		return src[i+2:]
	}
	return src
}

func indented(src string) string {
	var b strings.Builder
	for line := range strings.Lines(src) {
		if line != "\n" {
			b.WriteByte('\t')
		}
		b.WriteString(line)
	}
	return b.String()
}

// lineWidth is where prose is broken.
const lineWidth = 80

// wrap breaks a paragraph into lines.
func wrap(text string) string {
	var b strings.Builder
	width := 0
	for i, word := range strings.Fields(text) {
		switch {
		case i > 0 && width+1+len(word) > lineWidth:
			b.WriteByte('\n')
			width = 0
		case i > 0:
			b.WriteByte(' ')
			width++
		}
		b.WriteString(word)
		width += len(word)
	}
	return b.String()
}

func lowerFirst(s string) string {
	return strings.ToLower(s[:1]) + s[1:]
}
