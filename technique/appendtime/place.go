package appendtime

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// argument returns the edits for a call or conversion that gets the string.
func (f format) argument(call *ast.CallExpr) ([]analysis.TextEdit, bool) {
	info := f.pass.TypesInfo
	switch {
	case technique.IsBytes(info.TypeOf(call)) && info.Types[call.Fun].IsType():
		return append(f.appended(), deletion(call.Pos(), f.call.Pos()),
				deletion(f.call.End(), call.End())),
			!technique.Commented(f.pass, call) && f.hidden(call)
	case technique.IsBuiltin(info, call, "append"):
		return f.onto(call)
	}
	return f.written(call)
}

// hidden reports whether the variable, if there is one, that gets bytes by a conversion shows
// nothing of the room behind them.
func (f format) hidden(conv *ast.CallExpr) bool {
	cur, ok := technique.Find(f.pass, conv)
	if !ok {
		return false
	}
	v, _, _ := technique.Declared(f.pass.TypesInfo, cur.Parent().Node())
	return v == nil || technique.HidesRoom(f.pass, v)
}

// onto appends to the slice itself.
//
//	have: append(buf, t.Format(layout)...)
//	want: t.AppendFormat(buf, layout)
func (f format) onto(call *ast.CallExpr) ([]analysis.TextEdit, bool) {
	dst := call.Args[0]
	if !technique.IsBytes(f.pass.TypesInfo.TypeOf(dst)) || !f.place(dst) || !f.changesNothing() ||
		technique.Commented(f.pass, call) {
		return nil, false
	}
	return []analysis.TextEdit{
		deletion(call.Pos(), f.call.Pos()),
		technique.Replace(f.fun.Sel, "AppendFormat"),
		technique.Insert(f.call.Args[0].Pos(), technique.Text(f.pass, dst)+", "),
		deletion(f.call.End(), call.End()),
	}, true
}

// written writes the buffer to what copies it.
//
//	have: b.WriteString(t.Format(layout))
//	want: b.Write(t.AppendFormat(make([]byte, 0, 64), layout))
//
//	have: w.WriteString(t.Format(layout))
//	want: w.Write(t.AppendFormat(w.AvailableBuffer(), layout))
func (f format) written(call *ast.CallExpr) ([]analysis.TextEdit, bool) {
	fun, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if ok && technique.IsMethod(f.pass.TypesInfo, call, "bufio", "Writer", "WriteString") {
		return f.buffered(fun)
	}
	if !ok || !copies(f.pass.TypesInfo, call) {
		return nil, false
	}
	t := f.pass.TypesInfo.TypeOf(fun.X)
	if !technique.IsNamed(t, "bytes", "Buffer") && !technique.IsNamed(t, "strings", "Builder") {
		return nil, false // it embeds one, and may have a Write of its own
	}
	return append(f.appended(), technique.Replace(fun.Sel, "Write")), len(call.Args) == 1
}

// buffered writes what was appended to the free space of a bufio.Writer. Text that it cannot hold
// is passed on in other portions, but the same bytes.
func (f format) buffered(fun *ast.SelectorExpr) ([]analysis.TextEdit, bool) {
	info, file := f.pass.TypesInfo, technique.FileOf(f.pass, f.call.Pos())
	if !technique.IsNamed(info.TypeOf(fun.X), "bufio", "Writer") || file == nil ||
		!technique.Since(f.pass, file, "go1.18") || !technique.Pure(info, fun.X) ||
		!f.changesNothing() {
		return nil, false
	}
	return []analysis.TextEdit{
		technique.Replace(fun.Sel, "Write"),
		technique.Replace(f.fun.Sel, "AppendFormat"),
		technique.Insert(f.call.Args[0].Pos(),
			technique.Text(f.pass, fun.X)+".AvailableBuffer(), "),
	}, true
}

// copies reports whether call is the WriteString of a type that keeps no slice
// that is written to it.
func copies(info *types.Info, call *ast.CallExpr) bool {
	return technique.IsMethod(info, call, "bytes", "Buffer", "WriteString") ||
		technique.IsMethod(info, call, "strings", "Builder", "WriteString")
}

func deletion(from, to token.Pos) analysis.TextEdit {
	return analysis.TextEdit{Pos: from, End: to}
}

// place reports whether x is a variable, a field of one, or buf[:0] of these:
// it can be evaluated after the time instead of before it.
func (f format) place(x ast.Expr) bool {
	switch x := x.(type) {
	case *ast.Ident:
		_, ok := f.pass.TypesInfo.Uses[x].(*types.Var)
		return ok
	case *ast.SelectorExpr:
		return f.place(x.X)
	case *ast.SliceExpr:
		return x.Low == nil && x.Max == nil && x.High != nil &&
			f.pass.TypesInfo.Types[x.High].Value != nil && f.place(x.X) &&
			technique.IsBytes(f.pass.TypesInfo.TypeOf(x.X))
	}
	return false
}

// changesNothing reports whether the expressions of the time and the layout
// change no variable: they may ask the clock.
func (f format) changesNothing() bool {
	const allowed = effects.Keeps | effects.Outside | effects.Panics
	return effects.Only(f.pass, f.fun.X, allowed) && effects.Only(f.pass, f.call.Args[0], allowed)
}
