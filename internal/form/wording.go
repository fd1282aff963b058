package form

import (
	"bytes"
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"strings"
)

// wordings are phrases that docs/style.md rules out, with what to write
// instead. Words of a phrase may be on different lines of a comment.
var wordings = []struct {
	phrase  *regexp.Regexp
	instead string
}{
	{phrase("no¦body|some¦body|every¦body"), "name who: the caller, the user, no other code"},
	{phrase("(?:is|are) to¦ld"), "name what is reported, or say distinguished"},
	{phrase("(?:what is )?sa¦id of"), "say what the text is: a verdict, an error, a note"},
	{phrase("in the fr¦ame"), "on the stack"},
	{phrase("(?:by|in) tu¦rns"), "interleaved, or alternating"},
	{phrase("one beh¦ind the other"), "consecutive"},
	{phrase("none of (?:its|their|this [a-z]+'s) busi¦ness"), "ignored"},
}

// allowed are continuations with which a phrase is ordinary English.
var allowed = regexp.MustCompile(`^(?:\s|//)+(?:apart|from|to)\b`)

// phrase compiles a phrase. It may hold ¦ so that it does not match itself.
func phrase(text string) *regexp.Regexp {
	text = strings.ReplaceAll(text, "¦", "")
	return regexp.MustCompile(`(?i)\b(?:` + strings.ReplaceAll(text, " ", `(?:\s|//)+`) + `)\b`)
}

// wording wants comments, documents and the texts of the program to be free of
// phrases that readers stumble over.
func wording(t *Tree) []Problem {
	var problems []Problem
	for _, f := range t.Files {
		switch {
		case f.Syntax != nil && !f.Guest && !ast.IsGenerated(f.Syntax):
			problems = append(problems, goWording(t, f)...)
		case path.Ext(f.Path) == ".md" && !strings.Contains(f.Path, "testdata/"):
			problems = append(problems, wordingIn(f, 0, len(f.Data))...)
		case path.Ext(f.Path) == ".txtar" && strings.HasPrefix(f.Path, "technique/"):
			prose, _, _ := bytes.Cut(f.Data, []byte("\n-- ")) // of a page of the manual
			problems = append(problems, wordingIn(f, 0, len(prose))...)
		}
	}
	return problems
}

// goWording looks at the comments of a Go file and, unless it is a test, at its
// string literals of several words.
func goWording(t *Tree, f *File) []Problem {
	var problems []Problem
	check := func(n ast.Node) {
		from, to := t.fset.Position(n.Pos()).Offset, t.fset.Position(n.End()).Offset
		problems = append(problems, wordingIn(f, from, to)...)
	}
	for _, group := range f.Syntax.Comments {
		check(group)
	}
	if f.Test() {
		return problems
	}
	ast.Inspect(f.Syntax, func(n ast.Node) bool {
		lit, ok := n.(*ast.BasicLit)
		if ok && lit.Kind == token.STRING && strings.Contains(lit.Value, " ") { // else a name
			check(lit)
		}
		return true
	})
	return problems
}

// wordingIn looks at a part of a file.
func wordingIn(f *File, from, to int) []Problem {
	var problems []Problem
	for _, w := range wordings {
		for _, m := range w.phrase.FindAllIndex(f.Data[from:to], -1) {
			if allowed.Match(f.Data[from+m[1] : to]) {
				continue
			}
			text := strings.Join(strings.Fields(strings.ReplaceAll(
				string(f.Data[from+m[0]:from+m[1]]), "//", "")), " ")
			problems = append(problems, Problem{Path: f.Path,
				Line: 1 + bytes.Count(f.Data[:from+m[0]], []byte("\n")),
				Text: "\"" + text + "\": " + w.instead})
		}
	}
	return problems
}
