package locks

import (
	"go/ast"

	"github.com/wring-go/wring/service/gosource"
)

// creatorKey is a function that started goroutines, and who called it.
type creatorKey struct {
	by int64
	fn *gosource.Func
}

// adopt links a goroutine to the function that started it: variables that its
// literals share with that function, and what the go statement passes.
func (t *table) adopt(s *stack) {
	for _, a := range s.acts {
		if a.site.fn.Lit != nil && a.outer == nil && a.site.fn.Outer != nil {
			a.outer = t.creator(s.g.CreatedBy, a.site.fn.Outer)
		}
	}
	if len(s.acts) == 0 || s.g.Created.Func == "" {
		return
	}
	bottom := s.acts[len(s.acts)-1]
	if !t.isBottom(s, bottom) {
		return
	}
	f := &s.g.Created
	fn := t.eng.world.FuncAt(f.File, f.Line, f.Func)
	if fn == nil || fn.Body() == nil {
		return
	}
	if call := t.eng.goCall(fn, f.Line); call != nil {
		s.bottom = bottom
		s.start = &activation{site: &site{fn: fn, call: call}, creator: true, child: bottom,
			own: t.creator(s.g.CreatedBy, fn).own}
		s.start.outer = t.creator(s.g.CreatedBy, fn).outer
		bottom.caller = s.start
	}
}

// isBottom reports whether nothing but wrappers is below a frame.
func (t *table) isBottom(s *stack, a *activation) bool {
	for _, f := range s.g.Frames[a.index+1:] {
		if !gosource.IsWrapper(f.Func) && f.Func != "runtime.goexit" {
			return false
		}
	}
	return true
}

// creator returns what stands for the calls of fn by a goroutine.
func (t *table) creator(by int64, fn *gosource.Func) *activation {
	key := creatorKey{by, fn}
	if a, ok := t.creators[key]; ok {
		return a
	}
	a := &activation{site: &site{fn: fn}, creator: true, own: newFacts(), key: key}
	t.creators[key] = a
	if fn.Lit != nil && fn.Outer != nil {
		a.outer = t.creator(by, fn.Outer)
	}
	return a
}

// goCall returns the call of the only go statement on a line, outside of loops.
func (e *engine) goCall(fn *gosource.Func, line int) *ast.CallExpr {
	var found []*ast.CallExpr
	ast.Inspect(fn.Body(), func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			return false
		case *ast.GoStmt:
			if e.world.Line(n.Pos()) == line || e.world.Line(n.Call.Pos()) == line ||
				e.world.Line(n.Call.Lparen) == line {
				found = append(found, n.Call)
			}
			return false
		}
		return true
	})
	if len(found) != 1 {
		return nil
	}
	return found[0]
}
