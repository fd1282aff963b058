package technique

import (
	"bytes"
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/rewrite"
)

// Proposal is one rewrite, whole: all of its edits, or none.
type Proposal struct {
	// At is the expression that allocates: the line that was measured.
	At ast.Node
	// Message says in one sentence what is done: "give out its final capacity
	// before the loop". It has no period and begins in lower case.
	Message string
	Edits   []analysis.TextEdit
	// Also are further expressions of the function that allocate, where At is
	// only one of several.
	Also []ast.Node
	// Safe says that this rewrite does the same for every program, though not
	// each of the technique's does.
	Safe bool
}

// Report reports a proposal as a diagnostic with one suggested fix. Nothing is
// proposed for generated files, which the next run of their generator would
// restore (what cgo makes of a file is one of them), nor for tests, nor in packages of
// the runtime.
func Report(pass *analysis.Pass, p Proposal) {
	file := FileOf(pass, p.At.Pos())
	if file == nil || ast.IsGenerated(file) || InTest(pass, file) || ofRuntime(pass.Pkg) ||
		losesConstant(pass, p.Edits) {
		return
	}
	category := ""
	if p.Safe {
		category = string(Safe)
	}
	var also []analysis.RelatedInformation
	for _, n := range p.Also {
		also = append(also, analysis.RelatedInformation{Pos: n.Pos(), End: n.End(),
			Message: "this allocates, too"})
	}
	pass.Report(analysis.Diagnostic{
		Pos: p.At.Pos(), End: p.At.End(), Message: p.Message, Category: category, Related: also,
		SuggestedFixes: []analysis.SuggestedFix{{Message: p.Message, TextEdits: inOrder(p.Edits)}},
	})
}

// inOrder returns edits by place, imports and functions once: go vet -fix finds
// what two fixes have in common only where both are in order.
func inOrder(edits []analysis.TextEdit) []analysis.TextEdit {
	var out []analysis.TextEdit
	for _, e := range edits {
		if !e.End.IsValid() {
			e.End = e.Pos
		}
		shared := e.Pos == e.End && rewrite.Shared(alloc.Edit{New: string(e.NewText)})
		if shared && slices.ContainsFunc(out, func(o analysis.TextEdit) bool {
			return o.Pos == e.Pos && o.End == e.End && bytes.Equal(o.NewText, e.NewText)
		}) {
			continue
		}
		out = append(out, e)
	}
	slices.SortStableFunc(out, func(a, b analysis.TextEdit) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.End, b.End))
	})
	return out
}

// FileOf returns the file of the package that contains pos, or nil.
func FileOf(pass *analysis.Pass, pos token.Pos) *ast.File {
	for _, file := range pass.Files {
		if file.FileStart <= pos && pos < file.FileEnd {
			return file
		}
	}
	return nil
}

// Commented reports whether a comment stands in a node, and would be lost with its text.
func Commented(pass *analysis.Pass, n ast.Node) bool {
	file := FileOf(pass, n.Pos())
	return file != nil && slices.ContainsFunc(file.Comments, func(group *ast.CommentGroup) bool {
		return n.Pos() <= group.Pos() && group.End() <= n.End()
	})
}

// CommentedAround reports whether a comment stands on a line of two statements, or between them.
func CommentedAround(pass *analysis.Pass, first, last ast.Node) bool {
	file, tok := FileOf(pass, first.Pos()), pass.Fset.File(first.Pos())
	from, to := tok.Line(first.Pos()), tok.Line(last.End())
	return file != nil && slices.ContainsFunc(file.Comments, func(group *ast.CommentGroup) bool {
		return tok.Line(group.Pos()) <= to && from <= tok.Line(group.End())
	})
}

// Imports reports whether a file of the package imports a package for use by name.
func Imports(pass *analysis.Pass, path string) bool {
	for _, file := range pass.Files {
		for _, spec := range file.Imports {
			if spec.Path.Value == `"`+path+`"` && (spec.Name == nil || spec.Name.Name != "_") {
				return true
			}
		}
	}
	return false
}

// ofRuntime reports whether a package is one of those that the runtime consists of. The
// compiler has rules of its own for them, about where they may allocate and what their
// own functions, such as systemstack and KeepAlive, may be called with.
func ofRuntime(pkg *types.Package) bool {
	return pkg.Path() == "runtime" || strings.HasPrefix(pkg.Path(), "internal/runtime/")
}

// InTest reports whether a file is one of tests.
func InTest(pass *analysis.Pass, file *ast.File) bool {
	return strings.HasSuffix(pass.Fset.File(file.FileStart).Name(), "_test.go")
}

// Replace returns the edit that puts text in place of a node.
func Replace(n ast.Node, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: n.Pos(), End: n.End(), NewText: []byte(text)}
}

// Insert returns the edit that puts text before pos.
func Insert(pos token.Pos, text string) analysis.TextEdit {
	return analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(text)}
}

// Remove returns the edit that takes a statement away: with its lines where nothing else
// stands on them, and with a blank line behind it that would begin a block or follow another.
func Remove(pass *analysis.Pass, stmt ast.Node) analysis.TextEdit {
	edit := Replace(stmt, "")
	tok := pass.Fset.File(stmt.Pos())
	src, err := pass.ReadFile(tok.Name())
	if err != nil || tok.Size() != len(src) {
		return edit
	}
	text := string(src)
	lead := strings.TrimRight(text[:tok.Offset(stmt.Pos())], " \t")
	rest, ok := strings.CutPrefix(strings.TrimLeft(text[tok.Offset(stmt.End()):], " \t\r"), "\n")
	if !ok || !strings.HasSuffix(lead, "\n") {
		return edit
	}
	if line, more, ok := strings.Cut(rest, "\n"); ok && strings.TrimSpace(line) == "" &&
		(strings.HasSuffix(lead, "{\n") || strings.HasSuffix(lead, "\n\n")) {
		rest = more
	}
	edit.Pos, edit.End = tok.Pos(len(lead)), tok.Pos(len(text)-len(rest))
	return edit
}

// Text returns the source text of a node, comments within it included.
func Text(pass *analysis.Pass, n ast.Node) string {
	tok := pass.Fset.File(n.Pos())
	src, err := pass.ReadFile(tok.Name())
	if err != nil || tok.Offset(n.End()) > len(src) {
		return ""
	}
	return string(src[tok.Offset(n.Pos()):tok.Offset(n.End())])
}

// Start returns where a statement begins, with the comment above it: what comes
// before the statement comes before both. One that follows another in its line has none.
func Start(pass *analysis.Pass, file *ast.File, stmt ast.Node) token.Pos {
	tok := pass.Fset.File(stmt.Pos())
	if !ownLine(pass, stmt) {
		return stmt.Pos()
	}
	for _, group := range file.Comments {
		if group.End() < stmt.Pos() && tok.Line(group.End())+1 == tok.Line(stmt.Pos()) &&
			ownLine(pass, group) && endsLine(pass, group) {
			return group.Pos()
		}
	}
	return stmt.Pos()
}

// endsLine reports whether nothing follows a comment in its line, as g does in /* f */ g().
func endsLine(pass *analysis.Pass, group *ast.CommentGroup) bool {
	tok := pass.Fset.File(group.Pos())
	src, err := pass.ReadFile(tok.Name())
	if err != nil || tok.Size() != len(src) {
		return false
	}
	line, _, _ := strings.Cut(string(src[tok.Offset(group.End()):]), "\n")
	return strings.TrimSpace(line) == ""
}

// ownLine reports whether a comment or a statement begins its line.
func ownLine(pass *analysis.Pass, n ast.Node) bool {
	tok := pass.Fset.File(n.Pos())
	src, err := pass.ReadFile(tok.Name())
	return err == nil && tok.Size() == len(src) && strings.TrimSpace(string(
		src[tok.Offset(tok.LineStart(tok.Line(n.Pos()))):tok.Offset(n.Pos())])) == ""
}
