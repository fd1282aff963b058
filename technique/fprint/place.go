package fprint

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/fmtverb"
)

// place finds where the string goes.
func (s *site) place() bool {
	up := s.cur.Parent()
	s.outer = up.Node().(*ast.CallExpr)
	if s.pass.TypesInfo.Types[s.outer.Fun].IsType() {
		return s.bytes(up)
	}
	if technique.RunsLater(up) {
		return false
	}
	if technique.IsBuiltin(s.pass.TypesInfo, s.outer, "append") {
		return s.appended()
	}
	fn, ok := technique.Func(s.pass.TypesInfo, s.outer)
	if !ok || fn.Pkg() == nil {
		return false
	}
	switch fn.Signature().Recv() {
	case nil:
		return s.handed(fn)
	default:
		return s.method(fn)
	}
}

// bytes is for a conversion to bytes, which may be what a writer gets. Text that
// may be empty would be nil, and is left.
//
//	have: []byte(fmt.Sprintf("id=%v", id))
//	want: fmt.Appendf(nil, "id=%v", id)
func (s *site) bytes(conv inspector.Cursor) bool {
	info := s.pass.TypesInfo
	if !types.Identical(info.TypeOf(s.outer), types.NewSlice(types.Typ[types.Byte])) {
		return false
	}
	if up, ok := conv.Parent().Node().(*ast.CallExpr); ok && len(up.Args) == 1 &&
		conv.ParentEdgeKind() == edge.CallExpr_Args && !technique.RunsLater(conv.Parent()) {
		fn, ok := technique.Func(info, up)
		if ok && fn.Signature().Recv() != nil && fn.Name() == "Write" {
			s.outer = up
			return technique.DeclOf(s.pass, fn) == nil && // one of the package may keep it
				s.writer(up.Fun.(*ast.SelectorExpr).X, known(fn))
		}
	}
	s.text, s.safe = s.fmt+".Append"+s.style+"(nil, ", true
	return s.neverEmpty() && technique.Since(s.pass, s.file, "go1.19") &&
		technique.Predeclared(s.pass, s.outer.Pos(), "nil")
}

// neverEmpty reports whether the text surely has a byte.
func (s *site) neverEmpty() bool {
	if s.style != "f" {
		return s.style == "ln"
	}
	for _, d := range s.format() {
		if d.Verb == 0 {
			return true
		}
	}
	return false
}

// format returns the parts of the format; none where it is not constant.
func (s *site) format() []fmtverb.Directive {
	format, ok := technique.ConstantText(s.pass.TypesInfo, s.call.Args[0])
	if s.style != "f" || !ok {
		return nil
	}
	list, ok := fmtverb.Parse(format)
	if !ok {
		return nil
	}
	return list
}

// appended is for text that is appended to a slice.
//
//	have: append(dst, fmt.Sprintf("%v,", v)...)
//	want: fmt.Appendf(dst, "%v,", v)
func (s *site) appended() bool {
	dst := s.outer.Args[0]
	s.text, s.safe = s.fmt+".Append"+s.style+"("+technique.Text(s.pass, dst)+", ", true
	return s.outer.Ellipsis.IsValid() && s.cur.ParentEdgeIndex() == 1 &&
		types.Identical(s.pass.TypesInfo.TypeOf(dst), types.NewSlice(types.Typ[types.Byte])) &&
		!s.pass.TypesInfo.Types[dst].IsNil() && s.settled(dst) &&
		technique.Since(s.pass, s.file, "go1.19")
}

// handed is for functions that print one text as it is.
//
//	have: io.WriteString(w, fmt.Sprint(a, b)), fmt.Println(fmt.Sprintf("%v", v))
//	want: fmt.Fprint(w, a, b), fmt.Printf("%v\n", v)
func (s *site) handed(fn *types.Func) bool {
	sel, ok := s.outer.Fun.(*ast.SelectorExpr)
	if !ok || s.outer.Ellipsis.IsValid() {
		return false
	}
	name, line := strings.CutSuffix(fn.Name(), "ln")
	switch on := technique.Text(s.pass, sel.X); fn.Pkg().Path() + "." + name {
	case "io.WriteString":
		return len(s.outer.Args) == 2 && s.writer(s.outer.Args[0], false)
	case "fmt.Print":
		s.text = on + ".Print" + s.style + "("
		s.safe = true
		return len(s.outer.Args) == 1 && (!line || s.ends())
	case "fmt.Fprint":
		s.text = on + ".Fprint" + s.style + "(" + technique.Text(s.pass, s.outer.Args[0]) + ", "
		s.safe = true
		return len(s.outer.Args) == 2 && (!line || s.ends())
	case "log.Print":
		return s.logged(on, line)
	}
	return false
}

// ends has the format end the line; it must be written out, end in no part of a verb, and have a
// verb for each operand: the text of what is too much follows behind it.
func (s *site) ends() bool {
	lit, ok := s.call.Args[0].(*ast.BasicLit)
	verbs := 0
	for _, d := range s.format() {
		if d.Verb != 0 {
			verbs++
		}
	}
	s.line = true
	return ok && s.style == "f" && strings.HasPrefix(lit.Value, `"`) && s.format() != nil &&
		verbs == len(s.call.Args)-1 && !s.call.Ellipsis.IsValid()
}

// logged is for package log, which ends a line that does not end by itself. So
// the text may not end a line where another end follows.
func (s *site) logged(on string, line bool) bool {
	s.text = on + ".Print" + s.style + "("
	if len(s.outer.Args) != 1 || s.style != "f" {
		return false
	}
	if !line {
		return true
	}
	list := s.format()
	if len(list) == 0 {
		return false
	}
	last := list[len(list)-1]
	if last.Verb == 0 {
		return !strings.HasSuffix(last.Text, "\n")
	}
	return last.Plain && strings.IndexByte("dtqxefgT", last.Verb) >= 0 &&
		s.basic(len(s.call.Args)-1) && (last.Verb != 'x' || !s.empty(len(s.call.Args)-1))
}

// basic reports whether an argument is of a type without methods or elements.
func (s *site) basic(index int) bool {
	_, ok := types.Unalias(s.pass.TypesInfo.TypeOf(s.call.Args[index])).(*types.Basic)
	return ok
}

// empty reports whether an argument may be a text, of which some verbs make nothing.
func (s *site) empty(index int) bool {
	return technique.IsText(s.pass.TypesInfo.TypeOf(s.call.Args[index]))
}

// method is for methods that take a text.
func (s *site) method(fn *types.Func) bool {
	sel, ok := s.outer.Fun.(*ast.SelectorExpr)
	if !ok || len(s.outer.Args) != 1 || s.outer.Ellipsis.IsValid() {
		return false
	}
	switch fn.Name() {
	case "WriteString":
		return s.both(sel.X, fn) && s.writer(sel.X, known(fn))
	case "Print", "Println":
		return technique.IsNamed(fn.Signature().Recv().Type(), "log", "Logger") &&
			technique.Pure(s.pass.TypesInfo, sel.X) &&
			s.logged(technique.Text(s.pass, sel.X), fn.Name() == "Println")
	}
	return false
}

// both reports whether WriteString is known to write as Write does: both are
// methods of one type of the standard library, or of an interface.
func (s *site) both(x ast.Expr, fn *types.Func) bool {
	if types.IsInterface(s.pass.TypesInfo.TypeOf(x)) {
		return true
	}
	obj, _, _ := types.LookupFieldOrMethod(s.pass.TypesInfo.TypeOf(x), true, s.pass.Pkg, "Write")
	write, ok := obj.(*types.Func)
	return ok && known(fn) && types.Identical(fn.Signature().Recv().Type(),
		write.Signature().Recv().Type())
}

// known reports whether a method is one of a writer of the standard library that
// keeps nothing.
func known(fn *types.Func) bool {
	recv := fn.Signature().Recv().Type()
	return technique.IsNamed(recv, "bytes", "Buffer") ||
		technique.IsNamed(recv, "strings", "Builder") ||
		technique.IsNamed(recv, "bufio", "Writer") || technique.IsNamed(recv, "os", "File")
}

// writer is for text that goes to a writer x.
//
//	have: x.WriteString(fmt.Sprintf("%v", v)), x.Write([]byte(fmt.Sprintf("%v", v)))
//	want: fmt.Fprintf(x, "%v", v)
func (s *site) writer(x ast.Expr, safe bool) bool {
	info := s.pass.TypesInfo
	x = ast.Unparen(x)
	if !technique.Pure(info, x) || !s.keeps(x) || !s.printed(x) {
		return false
	}
	t, text := info.TypeOf(x), technique.Text(s.pass, x)
	if !writes(t) {
		if !info.Types[x].Addressable() || !writes(types.NewPointer(t)) {
			return false
		}
		text = "&" + text
	}
	s.text, s.safe = s.fmt+".Fprint"+s.style+"("+text+", ", safe
	s.local = holder(s.pass, x)
	return true
}

// writes reports whether a type is an io.Writer.
func writes(t types.Type) bool {
	sel := types.NewMethodSet(t).Lookup(nil, "Write")
	if sel == nil {
		return false
	}
	return technique.IsWrite(sel.Obj().(*types.Func), types.NewSlice(types.Typ[types.Byte]))
}
