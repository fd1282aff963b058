package form

import (
	"fmt"
	"path"
	"regexp"
	"strings"
	"unicode"
)

// link matches the target of a Markdown link or image.
var link = regexp.MustCompile(`\]\(([^)\s]+)\)`)

// links wants every relative link in a Markdown file to lead to a file or
// folder of the tree, and to a heading where it names one; and every page below
// docs to be linked from another, since it is not found otherwise.
func links(t *Tree) []Problem {
	targets := linkTargets(t)
	linked := make(map[string]bool)
	var problems []Problem
	for _, f := range t.Files {
		if path.Ext(f.Path) != ".md" {
			continue
		}
		for number, line := range prose(f) {
			for _, m := range link.FindAllStringSubmatch(line, -1) {
				file, full, inside := resolve(f, m[1])
				if file != f.Path {
					linked[file] = true
				}
				if inside && !targets[full] {
					problems = append(problems, Problem{Path: f.Path, Line: number,
						Text: fmt.Sprintf("the link %s leads nowhere", m[1])})
				}
			}
		}
	}
	return append(problems, orphans(t, linked)...)
}

func orphans(t *Tree, linked map[string]bool) []Problem {
	var problems []Problem
	for _, f := range t.Files {
		page := strings.HasPrefix(f.Path, "docs/") && path.Ext(f.Path) == ".md"
		if page && !linked[f.Path] {
			problems = append(problems, Problem{Path: f.Path, Text: "no page links here"})
		}
	}
	return problems
}

// resolve returns the file that target, written in f, leads to, and that file
// with the heading. It reports false for an address outside the tree.
func resolve(f *File, target string) (file, full string, inside bool) {
	if strings.Contains(target, "://") || strings.HasPrefix(target, "mailto:") {
		return "", "", false
	}
	name, anchor, hasAnchor := strings.Cut(target, "#")
	file = f.Path
	if name != "" {
		file = path.Join(f.Dir(), name)
	}
	if !hasAnchor {
		return file, file, true
	}
	return file, file + "#" + anchor, true
}

// linkTargets returns what a link may lead to: files, folders, and FILE#HEADING.
func linkTargets(t *Tree) map[string]bool {
	targets := make(map[string]bool)
	for _, name := range t.binary {
		targets[name] = true
	}
	for _, f := range t.Files {
		targets[f.Path] = true
		for dir := f.Dir(); !targets[dir]; dir = path.Dir(dir) {
			targets[dir] = true
		}
		if path.Ext(f.Path) != ".md" {
			continue
		}
		for _, line := range prose(f) {
			if strings.HasPrefix(line, "#") {
				targets[f.Path+"#"+slug(line)] = true
			}
		}
	}
	return targets
}

// prose yields the lines of a Markdown file outside fenced code, with their
// numbers.
func prose(f *File) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		number, fenced := 0, false
		for line := range strings.Lines(string(f.Data)) {
			number++
			if strings.HasPrefix(strings.TrimSpace(line), "```") {
				fenced = !fenced
				continue
			}
			if !fenced && !yield(number, line) {
				return
			}
		}
	}
}

// slug returns the anchor that code hosts make of a heading: lower case, words
// joined by hyphens, everything else left out.
func slug(heading string) string {
	text := strings.TrimSpace(strings.TrimLeft(heading, "#"))
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		case r == ' ':
			return '-'
		}
		return -1
	}, text)
}
