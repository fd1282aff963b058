package locks

import (
	"go/ast"
	"go/token"
	"slices"

	"golang.org/x/tools/go/cfg"

	"github.com/wring-go/wring/service/gosource"
)

// future is what a function may still do from one of its lines on.
type future struct {
	eng   *engine
	g     *cfg.CFG
	line  int
	start []*cfg.Block
	reach map[*cfg.Block]bool // after the start
}

func (e *engine) futureOf(fn *gosource.Func, line int) *future {
	f := &future{eng: e, g: e.flowOf(fn).g, line: line}
	for _, b := range f.g.Blocks {
		if slices.ContainsFunc(b.Nodes, f.onLine) {
			f.start = append(f.start, b)
		}
	}
	if len(f.start) == 0 {
		f.start = e.flowOf(fn).casesAt(line)
	}
	f.reach = f.from(nil)
	return f
}

func (f *future) onLine(n ast.Node) bool {
	return f.eng.world.Line(n.Pos()) <= f.line && f.line <= f.eng.world.Line(n.End())
}

// from returns the blocks after the start, without going through those in avoid.
func (f *future) from(avoid []*cfg.Block) map[*cfg.Block]bool {
	seen := map[*cfg.Block]bool{}
	var visit func(b *cfg.Block)
	visit = func(b *cfg.Block) {
		for _, next := range b.Succs {
			if !seen[next] && !slices.Contains(avoid, next) {
				seen[next] = true
				visit(next)
			}
		}
	}
	for _, b := range f.start {
		visit(b)
	}
	return seen
}

// when says whether a use may happen yet, and whether it does on every way on. What
// the frame is calling now is left to the frames of the callee.
func (f *future) when(u use, calling bool) (may, must bool) {
	if u.deferred {
		return true, !u.maybe && f.deferredBefore(u.pos)
	}
	var at []*cfg.Block
	for _, b := range f.g.Blocks {
		if u.loop != nil && b.Stmt == u.loop && b.Kind == cfg.KindRangeLoop {
			at = append(at, b)
			may = may || f.reach[b]
		}
		for _, n := range b.Nodes {
			if n.Pos() > u.pos || u.pos >= n.End() {
				continue
			}
			at = append(at, b)
			in, next := f.later(b, n, u, calling)
			may = may || in || f.reach[b]
			must = must || next && len(f.start) == 1
		}
	}
	return may, !u.maybe && (must || may && f.inevitable(at))
}

// later reports whether a node of the block in which the frame is comes after its
// line, or around it and may not be done yet.
func (f *future) later(b *cfg.Block, n ast.Node, u use, calling bool) (may, must bool) {
	line := f.eng.world.Line
	switch {
	case !slices.Contains(f.start, b) || line(n.End()) < f.line:
		return false, false
	case line(n.Pos()) > f.line:
		return true, true
	case calling && u.at != u.pos && line(u.pos) == f.line:
		return false, false
	}
	_, send := n.(*ast.SendStmt)
	return true, send && calling
}

// deferredBefore reports whether a defer statement has been run for sure: it is in
// the first block, above the line.
func (f *future) deferredBefore(pos token.Pos) bool {
	if len(f.g.Blocks) == 0 || f.eng.world.Line(pos) >= f.line {
		return false
	}
	return slices.ContainsFunc(f.g.Blocks[0].Nodes, func(n ast.Node) bool {
		return n.Pos() <= pos && pos < n.End()
	})
}

// inevitable reports whether every way on leads through one of the blocks: none ends
// without, and none may go round for ever.
func (f *future) inevitable(at []*cfg.Block) bool {
	around := f.from(at)
	for _, b := range f.start {
		if len(b.Succs) == 0 || around[b] {
			return false
		}
	}
	for b := range around {
		if len(b.Succs) == 0 && b.Live || loops(b, around) {
			return false
		}
	}
	return len(f.start) > 0
}

// loops reports whether a way leads from b back to b within the blocks.
func loops(b *cfg.Block, within map[*cfg.Block]bool) bool {
	seen := map[*cfg.Block]bool{}
	work := []*cfg.Block{b}
	for len(work) > 0 {
		next := work[0].Succs
		work = work[1:]
		for _, s := range next {
			if s == b {
				return true
			}
			if within[s] && !seen[s] {
				seen[s] = true
				work = append(work, s)
			}
		}
	}
	return false
}

// selecting returns the states with which the cases of a select statement on the
// line begin. The statement itself is no node of the graph.
func (f *flow) selecting(line int) []moment {
	var list []moment
	for _, b := range f.casesAt(line) {
		if in, ok := f.in[b]; ok {
			list = append(list, moment{nil, in})
		}
	}
	return list
}

// casesAt returns the blocks of the cases of a select statement on the line.
func (f *flow) casesAt(line int) []*cfg.Block {
	var list []*cfg.Block
	for _, b := range f.g.Blocks {
		clause, ok := b.Stmt.(*ast.CommClause)
		if ok && f.selectAt(clause, line) && b.Kind == cfg.KindSelectCaseBody {
			list = append(list, b)
		}
	}
	return list
}

// selectAt reports whether a case belongs to a select statement that begins on the
// line.
func (f *flow) selectAt(clause *ast.CommClause, line int) bool {
	found := false
	ast.Inspect(f.fn.Body(), func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectStmt); ok && f.eng.world.Line(s.Pos()) == line {
			for _, c := range s.Body.List {
				found = found || c == clause
			}
		}
		return !found
	})
	return found
}
