package builder

import (
	"go/ast"
	"go/token"
	"maps"
	"slices"

	"github.com/wring-go/wring/technique"
)

// sum is a constant and the lengths of texts.
type sum struct {
	n    int64
	lens map[string]int64 // how often the length of a text, by how it is written, is in it
}

// fixed reports whether a sum is a constant.
func (s sum) fixed() bool { return len(s.lens) == 0 }

// plus returns s+t.
func (s sum) plus(t sum) sum { return s.added(t, 1) }

// minus returns s-t.
func (s sum) minus(t sum) sum { return s.added(t, -1) }

func (s sum) added(t sum, times int64) sum {
	out := sum{n: s.n + times*t.n, lens: make(map[string]int64)}
	maps.Copy(out.lens, s.lens)
	for text, n := range t.lens {
		if out.lens[text] += times * n; out.lens[text] == 0 {
			delete(out.lens, text)
		}
	}
	return out
}

// equals reports whether two sums are the same whatever the texts are.
func (s sum) equals(t sum) bool { return s.n == t.n && maps.Equal(s.lens, t.lens) }

// length returns how long a piece is.
func (c *concatenation) length(x ast.Expr) sum {
	if text, ok := technique.ConstantText(c.pass.TypesInfo, x); ok {
		return sum{n: int64(len(text))}
	}
	return sum{lens: map[string]int64{technique.Text(c.pass, x): 1}}
}

// sumOf reads an expression that adds constants that are small and not negative, lengths, and
// variables that count. It panics nowhere but for what is asked for its length.
func (c *concatenation) sumOf(e ast.Expr) (sum, bool) {
	info := c.pass.TypesInfo
	if n, ok := technique.ConstantInt(info, e); ok {
		return sum{n: n}, 0 <= n && n < 1<<20
	}
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		v, _ := technique.Variable(info, e)
		n, ok := c.count[v]
		if ok {
			c.used++
		}
		return n, ok
	case *ast.BinaryExpr:
		if e.Op != token.ADD {
			return sum{}, false
		}
		x, ok := c.sumOf(e.X)
		y, ok1 := c.sumOf(e.Y)
		return x.plus(y), ok && ok1
	case *ast.CallExpr:
		if technique.IsBuiltin(info, e, "len") && technique.Pure(info, e.Args[0]) &&
			!technique.Uses(info, e.Args[0], c.v) {
			c.asked = append(c.asked, ast.Unparen(e.Args[0]))
			return c.length(ast.Unparen(e.Args[0])), true
		}
	}
	return sum{}, false
}

// ofPieces reports whether each length is that of a piece, so that it panics where that does, and
// all variables are still in use.
func (c *concatenation) ofPieces() bool {
	return !slices.ContainsFunc(c.asked, func(x ast.Expr) bool {
		_, constant := technique.ConstantText(c.pass.TypesInfo, x)
		return !constant && c.at.lens[technique.Text(c.pass, x)] == 0
	})
}

// harmless reports whether an expression panics nowhere: it is constant, a variable, or a field of
// one that no pointer leads to.
func (c *concatenation) harmless(e ast.Expr) bool {
	info := c.pass.TypesInfo
	switch e := ast.Unparen(e).(type) {
	case *ast.BasicLit, *ast.Ident:
		return true
	case *ast.SelectorExpr:
		sel := info.Selections[e]
		return sel == nil || !sel.Indirect() && c.harmless(e.X)
	case *ast.BinaryExpr:
		return e.Op == token.ADD && c.harmless(e.X) && c.harmless(e.Y)
	}
	return false
}
