package runeclass

import (
	"go/ast"
	"go/types"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// calling is the rewrite of one call.
type calling struct {
	*expression
	call  *ast.CallExpr
	edits []analysis.TextEdit
	again bool
}

// declare declares a function beside the expression, and reports whether it can be called.
func (c *calling) declare(h technique.Helper) bool {
	edits, ok := h.Declare(c.pass, c.file, c.call)
	c.edits = append(c.edits, edits...)
	return ok
}

// arg returns the text of an argument, in which other calls are written out.
func (c *calling) arg(i int) string { return technique.Patch(c.pass, c.call.Args[i], c.texts) }

// imported returns the name of a package where the call stands.
func (c *calling) imported(path string) string {
	file := technique.FileOf(c.pass, c.call.Pos())
	name, edits := technique.AddImport(c.pass, file, c.call.Pos(), path)
	c.edits = append(c.edits, edits...)
	return name
}

// replaced writes out ReplaceAllString; with words as they are if verbatim.
//
//	have: re.ReplaceAllString(s, "-")
//	want: replaceRunes(s, "-", isSpace)
func (c *calling) replaced(verbatim bool) (string, bool) {
	repl, constant := technique.ConstantText(c.pass.TypesInfo, c.call.Args[1])
	known := verbatim || constant && !strings.Contains(repl, "$")
	if c.begin || c.end {
		return c.trimmed(known && constant && repl == "")
	}
	if c.literal != "" {
		if !known {
			return "", false
		}
		return c.imported("strings") + ".ReplaceAll(" + c.arg(0) + ", " +
			strconv.Quote(c.literal) + ", " + c.arg(1) + ")", true
	}
	return c.byClass(replaceHelper(c.runs, false, !known && !constant), !known && !constant,
		known || !constant)
}

// replacedBytes writes out ReplaceAll. The result is a copy, and nil if it is empty.
func (c *calling) replacedBytes(verbatim bool) (string, bool) {
	if c.begin || c.end {
		return "", false
	}
	known := verbatim || c.withoutGroups(c.call.Args[1])
	return c.byClass(replaceHelper(c.runs, true, !known), !known, true)
}

// withoutGroups reports whether bytes name no group: nil, those of a constant, and those of
// a variable of the package that holds such all the time.
func (c *calling) withoutGroups(e ast.Expr) bool {
	info := c.pass.TypesInfo
	if info.Types[e].IsNil() {
		return true
	}
	if v, ok := technique.Variable(info, e); ok && v.Parent() == c.pass.Pkg.Scope() {
		value := technique.Initial(c.pass, v)
		return value != nil && c.withoutGroups(value) && onlyRead(c.pass, v)
	}
	if lit, ok := ast.Unparen(e).(*ast.CompositeLit); ok {
		return len(lit.Elts) == 0
	}
	conv, ok := ast.Unparen(e).(*ast.CallExpr)
	if !ok || len(conv.Args) != 1 || !info.Types[conv.Fun].IsType() {
		return false
	}
	text, ok := technique.ConstantText(info, conv.Args[0])
	return ok && !strings.Contains(text, "$")
}

// onlyRead reports whether the package neither assigns to a variable nor writes to the
// bytes in it.
func onlyRead(pass *analysis.Pass, v *types.Var) bool {
	return !slices.ContainsFunc(technique.UsesOf(pass, v), func(use inspector.Cursor) bool {
		call, ok := use.Parent().Node().(*ast.CallExpr)
		if ok && use.ParentEdgeKind() == edge.CallExpr_Args &&
			technique.IsMethod(pass.TypesInfo, call, "regexp", "Regexp", "ReplaceAll") {
			return false
		}
		read, _ := effects.OnlyRead(pass, use)
		return !read
	})
}

// byClass calls a helper with the class; asks says that it gets the expression, too.
func (c *calling) byClass(h technique.Helper, asks, possible bool) (string, bool) {
	if !possible || c.class == nil {
		return "", false
	}
	is, ok := c.reports()
	if !ok || !c.declare(h) {
		return "", false
	}
	args := c.arg(0) + ", " + c.arg(1) + ", " + is
	if asks {
		c.again = true
		args += ", " + technique.Text(c.pass, c.call.Fun.(*ast.SelectorExpr).X)
	}
	return h.Name + "(" + args + ")", true
}

// trimmed writes out what takes characters from the ends.
//
//	have: re.ReplaceAllString(s, "") // ^\s+|\s+$
//	want: strings.TrimFunc(s, isSpace)
func (c *calling) trimmed(away bool) (string, bool) {
	if !away {
		return "", false
	}
	pkg := c.imported("strings")
	if c.runs {
		is, ok := c.reports()
		name := map[bool]string{true: ".TrimLeftFunc(", false: ".TrimRightFunc("}[c.begin]
		if c.begin && c.end {
			name = ".TrimFunc("
		}
		return pkg + name + c.arg(0) + ", " + is + ")", ok
	}
	if c.literal == "" {
		return "", false
	}
	text, lit := c.arg(0), strconv.Quote(c.literal)
	if c.begin {
		text = pkg + ".TrimPrefix(" + text + ", " + lit + ")"
	}
	if c.end {
		text = pkg + ".TrimSuffix(" + text + ", " + lit + ")"
	}
	return text, true
}

// split writes out Split.
//
//	have: re.Split(s, -1)
//	want: splitRuns(s, -1, isSpace)
func (c *calling) split() (string, bool) {
	if c.begin || c.end {
		return "", false
	}
	if c.literal == "" {
		return c.byClass(splitHelper(c.runs), false, true)
	}
	args := c.arg(0) + ", " + strconv.Quote(c.literal)
	if technique.IsInt(c.pass.TypesInfo, c.call.Args[1], -1) {
		return c.imported("strings") + ".Split(" + args + ")", true
	}
	return c.imported("strings") + ".SplitN(" + args + ", " + c.arg(1) + ")", true
}

// found writes out FindAllString of runs.
func (c *calling) found() (string, bool) {
	return c.byClass(findHelper(), false, c.runs && !c.begin && !c.end)
}
