package pool

import (
	"go/ast"
	"go/token"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// levels is how many levels the compressors of the standard library have, and where the first
// one is.
const (
	levels     = "12"
	firstLevel = "2"
)

// anyLevel matches a compressor of a level that is known when the code runs. What makes it fails
// for a level that is none: its error is looked at. The level stays the same up to the line behind
// that, where it is asked for again.
//
//	zw, err := zlib.NewWriterLevel(w, opts.level); if err != nil { return err }
func (s *pooled) anyLevel(call *ast.CallExpr) bool {
	info := s.pass.TypesInfo
	to, level := ast.Unparen(call.Args[0]), call.Args[1]
	if op, ok := to.(*ast.UnaryExpr); ok && op.Op == token.AND {
		to = op.X
	}
	if s.check == nil || info.Types[level].Value != nil || !technique.Pure(info, level) ||
		!technique.Pure(info, to) ||
		!technique.ResolvesSameAt(s.pass, level, s.check.End()) {
		return false
	}
	_, ok := s.levelHelper(call).Declare(s.pass, s.file, s.stmt)
	return ok && technique.Predeclared(s.pass, s.stmt.Pos(), "int")
}

// levelHelper returns what takes a compressor from the pool of its level.
func (s *pooled) levelHelper(call *ast.CallExpr) technique.Helper {
	fn, _ := technique.Func(s.pass.TypesInfo, call)
	path := fn.Pkg().Path()
	pkg := fn.Pkg().Name()
	text := strings.NewReplacer("PKG", pkg, "MAKE", fn.Name(), "ALL", levels,
		"FIRST", firstLevel).Replace(
		`// PKGWriterFrom returns a writer, which was in the pool of its level or is new.
func PKGWriterFrom(pools *[ALL]sync.Pool, w io.Writer, level int) (*PKG.Writer, error) {
	if i := level + FIRST; i >= 0 && i < len(pools) {
		if zw, ok := pools[i].Get().(*PKG.Writer); ok {
			zw.Reset(w)
			return zw, nil
		}
	}
	return PKG.MAKE(w, level)
}`)
	return technique.Helper{Name: pkg + "WriterFrom", Text: text,
		Imports: []string{path, "io", "sync"}}
}

// levelEdits takes a compressor from the pool of its level, and gives it back there.
func (s *pooled) levelEdits(name string) []analysis.TextEdit {
	call, v := s.value.(*ast.CallExpr), s.v.Name()
	helper := s.levelHelper(call)
	edits, _ := helper.Declare(s.pass, s.file, s.stmt)
	level := "level"
	if v == level {
		level = "n"
	}
	text := func(e ast.Expr) string { return technique.Text(s.pass, e) }
	return append(edits, technique.Replace(call,
		helper.Name+"(&"+name+", "+text(call.Args[0])+", "+text(call.Args[1])+")"),
		technique.Insert(s.check.End(), "\ndefer func("+level+" int) {\n"+v+".Reset(nil)\n"+
			name+"["+level+" + "+firstLevel+"].Put("+v+")\n}("+text(call.Args[1])+")"))
}
