package appendstyle

import (
	"go/ast"
	"go/types"

	"github.com/wring-go/wring/technique"
)

// twin is a function in append style: it appends to a slice the text that the
// original returns, and returns the slice; other results are the same. It
// appends exactly that text whatever the other results say.
type twin struct {
	orig   *types.Func
	fn     *ast.FuncDecl
	name   string
	text   string // without a doc comment
	draft  *draft
	param  *textParam // nil if there is none
	gain   int
	size   int
	reused bool // it exists already
}

// twinOf returns the twin of a function, which it makes unless there is one.
// It is nil when the function cannot have one, or when that gains nothing.
func (d *draft) twinOf(c *ast.CallExpr) *twin {
	p := d.p
	fn := d.ix.callee(c)
	if fn == nil || d.ix.isExpression(c) ||
		len(c.Args) == 1 && isTuple(d.ix.info.TypeOf(c.Args[0])) {
		return nil
	}
	decl := d.ix.decls[fn]
	if decl == nil || !p.twinnable(fn, decl) {
		return nil
	}
	file := technique.FileOf(d.ix.pass, decl.Pos())
	if file != d.file && d.ix.elsewhere(fn.Name()) {
		return nil // other builds may have another function of that name
	}
	if fn == p.root && p.twins[fn] == nil {
		p.recursive = true
		return nil
	}
	t, ok := p.twins[fn]
	if !ok {
		t = p.makeTwin(fn, decl)
	}
	return t
}

// twinCall returns the step that calls the twin of a function which returns
// only a string.
func (d *draft) twinCall(c *ast.CallExpr) (step, bool) {
	if !isString(d.ix.info.TypeOf(c)) {
		return step{}, false
	}
	t := d.twinOf(c)
	if t == nil {
		return step{}, false
	}
	return d.callOf(t, c), true
}

// callOf returns the step that calls a twin as the call does the original.
func (d *draft) callOf(t *twin, c *ast.CallExpr) step {
	d.p.replaced[c] = true
	d.saved(max(t.size, 16))
	name := calledName(c)
	d.repl[name] = t.name
	args := make([]string, len(c.Args))
	for i, arg := range c.Args {
		if from, ok := t.bytesFor(d, c, i); ok {
			t.param.fromBytes = true
			args[i] = d.render(from)
			continue
		}
		if t.param != nil && t.param.index == i {
			t.param.fromString = true
		}
		args[i] = d.render(arg)
	}
	if c.Ellipsis.IsValid() {
		args[len(args)-1] += "..."
	}
	s := call(d.render(c.Fun), args...)
	delete(d.repl, name)
	return s
}

// isExpression reports whether a method is called as T.method(x).
func (ix *index) isExpression(c *ast.CallExpr) bool {
	sel, ok := ast.Unparen(c.Fun).(*ast.SelectorExpr)
	return ok && ix.info.Selections[sel] != nil &&
		ix.info.Selections[sel].Kind() == types.MethodExpr
}

func isTuple(t types.Type) bool {
	_, ok := t.(*types.Tuple)
	return ok
}

// twinnable reports whether a function can have a twin.
func (p *proposal) twinnable(fn *types.Func, decl *ast.FuncDecl) bool {
	if p.single || fn.Name() == "_" {
		return false
	}
	file := technique.FileOf(p.ix.pass, decl.Pos())
	if file == nil || !p.ix.editable(file, decl) {
		return false
	}
	results := fn.Signature().Results()
	if results.Len() < 1 || results.Len() > 2 || !isString(results.At(0).Type()) ||
		results.Len() == 2 && isString(results.At(1).Type()) || results.At(0).Name() != "" {
		return false
	}
	for v := range fn.Signature().Params().Variables() {
		if v.Name() == "" {
			return false // one with a name cannot stand beside it
		}
	}
	return !contains(decl.Body, unlike)
}

// unlike matches what makes a function return in other ways than by return
// statements that stand in lists.
func unlike(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.DeferStmt:
		return true
	case *ast.LabeledStmt:
		_, ok := n.Stmt.(*ast.ReturnStmt)
		return ok
	}
	return false
}

// makeTwin makes the twin of a function.
func (p *proposal) makeTwin(fn *types.Func, decl *ast.FuncDecl) *twin {
	t := &twin{orig: fn, fn: decl, name: twinName(fn.Name())}
	p.twins[fn] = t
	p.draftTwin(t)
	if existing := p.ix.declText(t); existing != "" {
		if text, ok := p.formatted(t.text); ok && text == existing {
			t.reused, t.param = true, nil
		} else if text, ok := p.formatted(t.either()); ok && text == existing {
			t.reused = true
		} else {
			t.name = p.freshName(t.name)
			p.draftTwin(t)
		}
	} else if p.ix.names[t.name] || p.names[t.name] || p.ix.elsewhere(t.name) {
		t.name = p.freshName(t.name)
		p.draftTwin(t)
	}
	p.names[t.name] = true
	if t.gain == 0 {
		p.twins[fn] = nil
		return nil
	}
	p.made = append(p.made, t)
	return t
}

// draftTwin writes the text of a twin.
func (p *proposal) draftTwin(t *twin) {
	d := newDraft(p, t.fn)
	d.rewriteTwin(t.name)
	t.text, t.gain, t.size = d.text(), d.gain, d.size
	t.draft, t.param = d, d.findTextParam()
}
