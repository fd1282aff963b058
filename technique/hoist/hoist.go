// Package hoist builds what is the same at each call once: regular expressions,
// replacers, templates, time zones, errors, big numbers and tables of constants move
// to package level.
package hoist

import (
	"go/ast"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("hoist",
		"build at package level what is the same at each call\n\n"+
			"A regular expression, a replacer, a template, a time zone, an error or a table "+
			"that is made of constants comes out the same each time, as does an error that "+
			"wraps one which is always the same. So do an IP address and a network that are read "+
			"from a text and only looked at, and a big number that is read from a text or "+
			"computed of constants. It is built once: when "+
			"the program starts where that is cheap and cannot fail, and at its first use "+
			"where it is not.\n\n"+
			"So is a table that a function returns to callers who only look into it.\n\n"+
			"A text that is joined of constants and of variables of the package to which nothing "+
			"is assigned is made once as well.\n\n"+
			"Bytes of a constant that an io.Writer gets are made once, too: it must not "+
			"change or keep them.\n\n"+
			"The rewrite assumes that no code compares two of them to tell them apart. An "+
			"error is then the same value each time that it is returned, and a time zone "+
			"that could not be loaded is not looked for again.",
		run),
	Title: "Build it once",
	Causes: []string{"regexp-compile", "replacer-build", "template-parse", "error-value",
		"map-make", "slice-literal", "escaping-literal", "file-access", "library-object",
		"string-bytes-conversion", "big-number", "returned-pointer", "string-concat"},
	Risk: technique.Checked,
}

func run(pass *analysis.Pass, root inspector.Cursor) {
	names, errs := make(map[string]bool), make(map[failureKey]*failure)
	numbers := token.NoPos // the end of the last number: what is in it is computed with it
	for _, cur := range technique.Nodes(pass, (*ast.CallExpr)(nil), (*ast.CompositeLit)(nil),
		(*ast.BinaryExpr)(nil)) {
		if e, ok := cur.Node().(*ast.BinaryExpr); ok && e.Op != token.ADD {
			continue
		}
		s := &site{pass: pass, cur: cur, expr: cur.Node().(ast.Expr), names: names}
		if !s.locate() {
			continue
		}
		if s.isFailure() {
			if p, ok := s.failure(errs); ok {
				technique.Report(pass, p)
			}
			continue
		}
		if p, ok := s.oneResult(); ok {
			technique.Report(pass, p)
			continue
		}
		if s.expr.Pos() >= numbers {
			if p, ok := s.number(); ok {
				technique.Report(pass, p)
				numbers = s.expr.End()
				continue
			}
		}
		if b, ok := s.constantBytes(); ok && s.sameOutside(b) {
			if _, local := s.local(); !local {
				if p, ok := s.bytesOnce(b, errs); ok {
					technique.Report(pass, p)
				}
				continue
			}
		}
		b, ok := s.built()
		if b.typ != "" && !technique.Since(pass, s.file, "go1.21") {
			continue // it has no sync.OnceValue
		}
		if !ok || !s.sameOutside(b) {
			continue
		}
		technique.Report(pass, s.propose(b))
	}
}

// sameOutside reports whether what is built means the same outside of the
// function.
func (s *site) sameOutside(b building) bool {
	e := s.expr
	if call, ok := e.(*ast.CallExpr); ok && b.paired {
		return technique.ResolvesSameAt(s.pass, call.Fun, s.fn.Pos()) &&
			technique.ResolvesSameAt(s.pass, call.Args[0], s.fn.Pos())
	}
	return technique.ResolvesSameAt(s.pass, e, s.fn.Pos())
}

// site is an expression in a function.
type site struct {
	pass *analysis.Pass
	cur  inspector.Cursor
	expr ast.Expr
	file *ast.File
	// fn is the declaration around it: a function, or a variable that holds one.
	fn    ast.Decl
	names technique.Given // that were given in this package
}

// locate finds the function around the expression. It is not ok for one that
// runs once, nor for one that may run before a variable of the package has its value.
func (s *site) locate() bool {
	if s.file = technique.FileOf(s.pass, s.expr.Pos()); s.file == nil {
		return false
	}
	for cur := range s.cur.Enclosing((*ast.FuncDecl)(nil)) {
		fn := cur.Node().(*ast.FuncDecl)
		s.fn = fn
		return (!technique.RunsOnce(s.pass, fn) || s.inLoop(cur)) &&
			!technique.RunsEarly(s.pass, fn)
	}
	lit := false
	for cur := range s.cur.Enclosing((*ast.FuncLit)(nil), (*ast.GenDecl)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.GenDecl:
			s.fn = n
			return lit && cur.ParentEdgeKind() == edge.File_Decls
		case *ast.FuncLit:
			if lit = true; s.calledOnce(cur) {
				return false
			}
		}
	}
	return false
}

// calledOnce reports whether a literal is called where it stands, or given to a function that may
// call it once, as sync.OnceValue does.
func (s *site) calledOnce(lit inspector.Cursor) bool {
	call, ok := lit.Parent().Node().(*ast.CallExpr)
	return ok && !s.pass.TypesInfo.Types[call.Fun].IsType()
}

// called returns the name of the function, or of the variable that holds it.
func (s *site) called() string {
	if fn, ok := s.fn.(*ast.FuncDecl); ok {
		return fn.Name.Name
	}
	name := ""
	for _, spec := range s.fn.(*ast.GenDecl).Specs {
		if spec, ok := spec.(*ast.ValueSpec); ok && spec.Pos() <= s.expr.Pos() {
			name = spec.Names[0].Name
		}
	}
	if name = strings.TrimLeft(name, "_"); name == "" {
		return "held"
	}
	return name
}

// inLoop reports whether the expression may be evaluated several times in one
// call of the function.
func (s *site) inLoop(fn inspector.Cursor) bool {
	for cur := s.cur; cur != fn; cur = cur.Parent() {
		switch cur.ParentEdgeKind() {
		case edge.FuncLit_Body, edge.ForStmt_Cond, edge.ForStmt_Post, edge.ForStmt_Body,
			edge.RangeStmt_Body:
			return true
		}
	}
	return false
}

// building is something that can be built once.
type building struct {
	what   string // "the regular expression"
	name   string // "" for one that is made of the function's
	suffix string // of that
	text   string // the expression that builds it
	// typ is what a function that builds it at its first use returns, "" where
	// it is built when the program starts.
	typ string
	// values says that it comes with an error.
	values bool
	// use follows its name where it is used.
	use string
	// paired says that the expression has an error besides, which is nil.
	paired bool
}

// built returns what the expression builds.
func (s *site) built() (building, bool) {
	if b, ok := s.constantBytes(); ok {
		return b, true
	}
	switch e := s.expr.(type) {
	case *ast.CallExpr:
		return s.byCall(e)
	case *ast.CompositeLit:
		return s.table(e)
	case *ast.BinaryExpr:
		return s.joined(e)
	}
	return building{}, false
}

// propose declares the building before the function, and puts its name in the
// place of the expression.
//
//	have: func digits(s string) bool { return regexp.MustCompile("^[0-9]+$").MatchString(s) }
//	want: var digitsRegexp = regexp.MustCompile("^[0-9]+$")
//	      func digits(s string) bool { return digitsRegexp.MatchString(s) }
//
// It takes the place of a local variable, too.
func (s *site) propose(b building) technique.Proposal {
	name := s.name(b)
	use, value := name, b.text
	var edits []analysis.TextEdit
	if b.typ != "" {
		sync, more := technique.AddImport(s.pass, s.file, s.fn.Pos(), "sync")
		edits, use = more, name+"()"
		once := "OnceValue(func() " + b.typ
		if b.values {
			once = "OnceValues(func() (" + b.typ + ", error)"
		}
		value = sync + "." + once + " {\nreturn " + b.text + "\n})"
	}
	edits = append(edits, s.declare(name, value))
	switch local, ok := s.local(); {
	case b.paired:
		edits = append(edits, s.paired(use+b.use, name)...)
	case ok && b.typ == "":
		edits = append(edits, s.instead(local, name)...)
	default:
		edits = append(edits, technique.Replace(s.expr, use))
	}
	return technique.Proposal{At: s.expr, Message: "build " + b.what + " once, in " + name,
		Edits: edits}
}

// local returns the variable that a statement declares for nothing but what is built. The
// variable can go away with the statement where it keeps its value, and no comment stands
// beside the statement.
func (s *site) local() (*types.Var, bool) {
	v, above, ok := s.localBelow()
	return v, ok && above == nil
}

// instead puts a name in the place of a local variable, which goes away.
func (s *site) instead(v *types.Var, name string) []analysis.TextEdit {
	edits := []analysis.TextEdit{technique.Remove(s.pass, s.cur.Parent().Node())}
	for _, use := range technique.UsesOf(s.pass, v) {
		edits = append(edits, technique.Replace(use.Node(), name))
	}
	return edits
}

// declare returns the edit that declares a variable before the function.
func (s *site) declare(name, value string) analysis.TextEdit {
	pos := s.fn.Pos()
	switch fn := s.fn.(type) {
	case *ast.FuncDecl:
		if fn.Doc != nil {
			pos = fn.Doc.Pos()
		}
	case *ast.GenDecl:
		if fn.Doc != nil {
			pos = fn.Doc.Pos()
		}
	}
	return technique.Insert(pos, "var "+name+" = "+value+"\n\n")
}

// name returns a name for a building that nothing else in the package has.
func (s *site) name(b building) string {
	if b.name != "" {
		return s.fresh(b.name)
	}
	return s.fresh(technique.LowerFirst(s.called()) + b.suffix)
}

// fresh returns a name made from base that nothing else in the package has.
func (s *site) fresh(base string) string {
	return s.names.Fresh(s.pass, s.file, base, "")
}
