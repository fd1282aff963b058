package stackbuf

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/effects"
)

// How many bytes of the frame a slice gets: room for most texts, which costs a
// few nanoseconds to clear, and more for a slice that is known to grow.
const (
	someRoom = 256
	moreRoom = 1024
	// littleRoom is less than what most numbers, times and short texts take.
	littleRoom = 64
)

// room returns how many elements the slice gets room for.
func (s *slice) room() int64 {
	if s.elem > 16 {
		return 2 * someRoom / s.elem
	}
	return someRoom / s.elem
}

// moreRoom gives a slice that loops append to more room on the stack. What is
// measured is where append outgrows it.
//
//	have: v := make([]T, 0, 64)
//	want: v := make([]T, 0, 1024)
//
// One that calls in loops fill anew gets some.
//
//	have: v := make([]byte, 0, 8); for ... { v = strconv.AppendQuote(v[:0], s) }
//	want: v := make([]byte, 0, 256); for ... { v = strconv.AppendQuote(v[:0], s) }
func (s *slice) moreRoom() {
	if !s.makes(3) || !technique.IsInt(s.pass.TypesInfo, s.value.Args[1], 0) {
		return
	}
	grows, more := s.grows, moreRoom/s.elem
	if len(grows) == 0 && s.tight() {
		grows, more = append(s.calls, s.within...), s.room()
	}
	room, ok := technique.ConstantInt(s.pass.TypesInfo, s.value.Args[2])
	if !ok || len(grows) == 0 || room*s.elem >= moreRoom ||
		room == s.room() { // the room that startsEmpty gives
		return
	}
	technique.Report(s.pass, technique.Proposal{At: grows[0], Also: grows[1:],
		Safe:    s.safe,
		Message: "begin " + s.v.Name() + " with more room on the stack",
		Edits:   []analysis.TextEdit{technique.Replace(s.value.Args[2], fmt.Sprint(more))}})
}

// tight reports whether calls in loops fill a slice that has little room. They may not keep it:
// what they get next would be in the same room.
func (s *slice) tight() bool {
	room, ok := technique.ConstantInt(s.pass.TypesInfo, s.value.Args[2])
	return ok && room*s.elem < littleRoom && s.refills && s.safe
}

// makes reports whether the value is a make with n arguments.
func (s *slice) makes(n int) bool {
	return technique.IsBuiltin(s.pass.TypesInfo, s.value, "make") && len(s.value.Args) == n
}

// variableLength begins a slice on the stack whose length is not constant.
func (s *slice) variableLength() {
	text, more := "", []analysis.TextEdit(nil)
	switch {
	case s.makes(3):
		if technique.IsInt(s.pass.TypesInfo, s.value.Args[1], 0) {
			text, more = s.roomFor(s.value.Args[2])
		}
	case s.makes(2):
		text = s.filled(s.value.Args[1])
	case isCopy(s.pass.TypesInfo, s.value):
		text = copied(s.pass, s.value)
	}
	if text == "" {
		return
	}
	technique.Report(s.pass, technique.Proposal{At: s.value, Safe: s.safe,
		Message: "begin " + s.v.Name() + " on the stack, as long as it fits",
		Edits:   append(more, technique.Replace(s.value, text))})
}

// roomFor returns the expression for an empty slice with room for n elements.
//
//	have: v := make([]T, 0, n)
//	want: v := slices.Grow(make([]T, 0, 256), n)
//
// Grow panics for a negative number with other words than make: it must not be
// one. Before there was slices.Grow, its like was written as
// append(s, make([]T, n)...)[:0].
func (s *slice) roomFor(n ast.Expr) (string, []analysis.TextEdit) {
	info := s.pass.TypesInfo
	if info.Types[n].Value != nil || !types.Identical(info.TypeOf(n), types.Typ[types.Int]) ||
		!technique.NotNegative(s.pass, n) {
		return "", nil
	}
	if !technique.Since(s.pass, s.file, "go1.21") {
		return s.filled(n) + "[:0]", nil
	}
	pkg, edits := technique.AddImport(s.pass, s.file, s.value.Pos(), "slices")
	return fmt.Sprintf("%s.Grow(%s, %s)", pkg, s.empty(), technique.Text(s.pass, n)), edits
}

// filled returns the expression for a slice of n zero elements. The compiler
// makes no slice for the inner make.
//
//	have: v := make([]T, n)
//	want: v := append(make([]T, 0, 256), make([]T, n)...)
func (s *slice) filled(n ast.Expr) string {
	if s.pass.TypesInfo.Types[n].Value != nil {
		return ""
	}
	return fmt.Sprintf("append(%s, make(%s, %s)...)", s.empty(),
		technique.Text(s.pass, s.value.Args[0]), technique.Text(s.pass, n))
}

// empty returns the expression for an empty slice on the stack.
func (s *slice) empty() string {
	return fmt.Sprintf("make(%s, 0, %d)", technique.Text(s.pass, s.value.Args[0]),
		s.room())
}

// isCopy reports whether a call makes bytes of a string that is not constant.
func isCopy(info *types.Info, call *ast.CallExpr) bool {
	if !info.Types[call.Fun].IsType() || len(call.Args) != 1 {
		return false
	}
	from := info.Types[call.Args[0]]
	return technique.IsText(from.Type) && from.Value == nil && technique.IsBytes(info.TypeOf(call))
}

// copied returns the expression for a copy on the stack.
//
//	have: []byte(s)
//	want: append(make([]byte, 0, 256), s...)
func copied(pass *analysis.Pass, call *ast.CallExpr) string {
	return fmt.Sprintf("append(make([]byte, 0, %d), %s...)", someRoom,
		technique.Text(pass, call.Args[0]))
}

// passed proposes to make on the stack what is copied, or put together, for a call.
//
//	have: f([]byte(s)), f(append(prefix, s...))
//	want: f(append(make([]byte, 0, 256), s...)),
//	      f(append(append(make([]byte, 0, 256), prefix...), s...))
func passed(pass *analysis.Pass, cur inspector.Cursor) {
	arg := cur.Node().(*ast.CallExpr)
	text, message := "", "copy the text on the stack, as long as it fits"
	if isCopy(pass.TypesInfo, arg) {
		text = copied(pass, arg)
	} else {
		text = joined(pass, arg)
		message = "put the bytes together on the stack, as long as they fit"
	}
	if text == "" || !technique.Predeclared(pass, arg.Pos(), "make", "append", "byte") {
		return
	}
	ok, safe := handed(pass, cur)
	if !ok {
		return
	}
	technique.Report(pass, technique.Proposal{At: arg, Message: message,
		Safe:  safe,
		Edits: []analysis.TextEdit{technique.Replace(arg, text)}})
}

// together puts bytes behind those of a literal on the stack.
//
//	have: v := append([]byte{n}, b...)
//	want: v := append(append(make([]byte, 0, 256), n), b...)
func (s *slice) together() {
	text := joined(s.pass, s.value)
	if text == "" {
		return
	}
	technique.Report(s.pass, technique.Proposal{At: s.value, Safe: s.safe,
		Message: "put the bytes of " + s.v.Name() + " together on the stack, as long as they fit",
		Edits:   []analysis.TextEdit{technique.Replace(s.value, text)}})
}

// joined returns the expression for bytes on the stack that begin with those of a literal, of a
// text, or of a variable of the package.
func joined(pass *analysis.Pass, call *ast.CallExpr) string {
	info := pass.TypesInfo
	if !technique.IsBuiltin(info, call, "append") || len(call.Args) != 2 ||
		!call.Ellipsis.IsValid() || !types.Identical(info.TypeOf(call),
		types.NewSlice(types.Typ[types.Byte])) {
		return ""
	}
	begin := ""
	switch first := ast.Unparen(call.Args[0]).(type) {
	case *ast.CompositeLit:
		var elements []string
		if len(first.Elts) > someRoom {
			return "" // append would move these, and then all
		}
		for _, e := range first.Elts {
			if _, keyed := e.(*ast.KeyValueExpr); keyed {
				return ""
			}
			elements = append(elements, technique.Text(pass, e))
		}
		if len(elements) > 0 {
			begin = ", " + strings.Join(elements, ", ")
		}
	case *ast.CallExpr:
		if inner := joined(pass, first); inner != "" {
			return fmt.Sprintf("append(%s, %s...)", inner, technique.Text(pass, call.Args[1]))
		}
		if !info.Types[first.Fun].IsType() || !technique.IsText(info.TypeOf(first.Args[0])) {
			return ""
		}
		begin = ", " + technique.Text(pass, first.Args[0]) + "..."
	case *ast.Ident:
		v, ok := info.Uses[first].(*types.Var)
		if !ok || v.Parent() != pass.Pkg.Scope() || !roomUnseen(pass, v) {
			return ""
		}
		begin = ", " + first.Name + "..."
	default:
		return ""
	}
	room := fmt.Sprintf("make([]byte, 0, %d)", someRoom)
	if begin != "" {
		room = "append(" + room + begin + ")"
	}
	return fmt.Sprintf("append(%s, %s...)", room, technique.Text(pass, call.Args[1]))
}

// roomUnseen reports whether the package only looks at what is in a variable of its own, and
// appends to it for calls: what append writes to the room behind it, nothing sees.
func roomUnseen(pass *analysis.Pass, v *types.Var) bool {
	if v.Exported() {
		return false
	}
	for _, use := range technique.UsesOf(pass, v) {
		switch n := use.Parent().Node().(type) {
		case *ast.IndexExpr:
			if technique.WrittenTo(pass.TypesInfo, use.Parent()) {
				return false
			}
		case *ast.RangeStmt:
		case *ast.CallExpr:
			switch fn := technique.Callee(pass.TypesInfo, n).(type) {
			case *types.Builtin:
				appends := fn.Name() == "append" && use.ParentEdgeIndex() == 0
				if ok, _ := handed(pass, use.Parent()); fn.Name() == "cap" || appends && !ok {
					return false
				}
			case *types.Func:
				if !effects.Known(fn) || effects.ReturnsSlice(fn) {
					return false
				}
			default:
				return false
			}
		default:
			return false
		}
	}
	return true
}

// handed reports whether a slice is made for a call of a function that may leave it on the stack:
// it is not known to keep the slice, nor to return a part of it. Safe says that this is known.
func handed(pass *analysis.Pass, cur inspector.Cursor) (ok, safe bool) {
	if cur.ParentEdgeKind() != edge.CallExpr_Args {
		return false, false
	}
	fn, ok := technique.Func(pass.TypesInfo, cur.Parent().Node().(*ast.CallExpr))
	if !ok || fn.Signature().Variadic() {
		return false, false
	}
	if recv := fn.Signature().Recv(); recv != nil && types.IsInterface(recv.Type()) {
		return false, false // what is behind it may keep the slice
	}
	if param, own := effects.ParameterOf(pass, fn, cur); own && technique.Forked(pass, param) {
		return false, false // two appends would share the room
	}
	safe = true
	if effects.ReturnsSlice(fn) {
		consumed, foreign := consumed(pass, cur, fn)
		if !consumed {
			return false, false
		}
		safe = !foreign
	}
	if effects.Known(fn) && effects.Of(fn).Has(effects.Keeps) && !effects.ReturnsSlice(fn) {
		return false, false // it returns nothing that could have it, and so keeps it elsewhere
	}
	_, leaves := effects.OnlyRead(pass, cur)
	return !leaves && !effects.HandsOn(fn), safe // nor what the function gives it to
}
