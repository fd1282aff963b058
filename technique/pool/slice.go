package pool

import (
	"go/ast"
	"go/types"
	"strconv"
	"strings"

	"github.com/wring-go/wring/technique"
)

// madeSlice matches a slice that make makes. What it has room for is exactly what make gives, so
// that nothing can tell the two apart.
//
//	buf := make([]byte, n), list := make([]T, 0, len(others)), line := make([]byte, 0, 256)
func (s *pooled) madeSlice() bool {
	call, ok := s.value.(*ast.CallExpr)
	if !ok || !technique.IsBuiltin(s.pass.TypesInfo, call, "make") || len(call.Args) < 2 {
		return false
	}
	if _, ok := s.v.Type().Underlying().(*types.Slice); !ok {
		return false
	}
	info, n := s.pass.TypesInfo, call.Args[len(call.Args)-1]
	if size, ok := technique.ConstantInt(info, n); ok {
		elem, known := technique.SizeOf(s.pass, s.elem())
		s.fixed = true
		return known && leastArray <= size*elem && size*elem <= mostArray &&
			(len(call.Args) == 2 || technique.IsInt(info, call.Args[1], 0))
	}
	if s.counted() == "" {
		return false
	}
	if len(call.Args) == 2 {
		return true
	}
	// make says that it was the capacity which was too small.
	return technique.IsInt(info, call.Args[1], 0) && technique.NotNegative(s.pass, n)
}

// asSlice takes scratch bytes of a constant length for a slice, which may be appended to and stand
// in other variables. It reports false where they cannot be one.
//
//	buf := make([]byte, 32); buf = strconv.AppendInt(buf[:0], n, 10)
func (s *pooled) asSlice() bool {
	if s.form != array || s.body != nil || !s.madeSlice() {
		return false
	}
	s.form, s.uses = slice, nil
	return s.nameable()
}

// counted returns the type as which maker takes the length or capacity: an integer type that has
// all numbers of its type, or makes those that are too large negative. It is "" for what is no
// integer.
func (s *pooled) counted() string {
	call := s.value.(*ast.CallExpr)
	t := s.pass.TypesInfo.TypeOf(call.Args[len(call.Args)-1])
	basic, ok := t.Underlying().(*types.Basic)
	if !ok || basic.Info()&types.IsInteger == 0 {
		return ""
	}
	switch basic.Kind() {
	case types.Int64, types.Uint64, types.Uintptr:
		if !s.fixed {
			return "int64" // an int may have 32 bits
		}
	}
	return "int"
}

// sliceLines returns the lines that take room for a slice from the pool.
//
//	room := fSlices.Get().(*[]T)
//	defer fSlices.Put(room)
//	buf := roomForBytes(room, n)
func (s *pooled) sliceLines(v, name, get string) []string {
	call := s.value.(*ast.CallExpr)
	n := call.Args[len(call.Args)-1]
	text := technique.Text(s.pass, n)
	as := s.counted()
	if !types.Identical(s.pass.TypesInfo.TypeOf(n), types.Universe.Lookup(as).Type()) {
		text = as + "(" + text + ")"
	}
	made := s.maker().Name + "(ROOM, " + text + ")"
	if len(call.Args) == 3 {
		made += "[:0]"
	}
	room := technique.FreshName(s.pass, s.file, "room")
	lines := []string{room + get, "defer " + name + ".Put(" + room + ")"}
	if technique.Pointers(s.elem()) {
		lines[1] = "defer func() {\n" + s.cleared("*"+room) + "\n" +
			name + ".Put(" + room + ")\n}()"
	}
	return append(lines, v+" := "+strings.Replace(made, "ROOM", room, 1))
}

// cleared returns the lines that make all elements zero.
func (s *pooled) cleared(x string) string {
	if technique.Since(s.pass, s.file, "go1.21") {
		return "clear(" + x + ")"
	}
	typ, _, _ := technique.TypeText(s.pass, s.file, s.file.End(), s.elem())
	at := x
	if strings.HasPrefix(x, "*") {
		at = "(" + x + ")"
	}
	return "var zero " + typ + "\nfor i := range " + x + " {\n" + at + "[i] = zero\n}"
}

// elem returns the type of the slice's elements.
func (s *pooled) elem() types.Type {
	return s.v.Type().Underlying().(*types.Slice).Elem()
}

// sliceType returns how the type is written outside of the function; "" where it cannot be.
func (s *pooled) sliceType() string {
	text, more, ok := technique.TypeText(s.pass, s.file, s.file.End(), s.v.Type())
	if !ok || len(more) > 0 || s.mostElements() == "" {
		return ""
	}
	return text
}

// mostElements returns how many elements may wait in a pool; "" for none.
func (s *pooled) mostElements() string {
	size, known := technique.SizeOf(s.pass, s.elem())
	if !known || size <= 0 || size > mostArray {
		return ""
	}
	return strconv.FormatInt(mostArray/size, 10)
}

// sliceName returns what slices of a type are called, in capitals.
func sliceName(t types.Type) string {
	if named, ok := types.Unalias(t).(*types.Named); ok {
		return technique.UpperFirst(named.Obj().Name())
	}
	elem, pointer := types.Unalias(t).Underlying().(*types.Slice).Elem(), ""
	if ptr, ok := elem.(*types.Pointer); ok {
		elem, pointer = ptr.Elem(), "Pointer"
	}
	switch elem := elem.(type) {
	case *types.Basic:
		return technique.Plural(technique.UpperFirst(elem.Name()) + pointer)
	case *types.Named:
		return technique.Plural(technique.UpperFirst(elem.Obj().Name()) + pointer)
	}
	return "Slice"
}

// maker is the function that makes a slice of what the pool has, or anew.
func (s *pooled) maker() technique.Helper {
	name, room, number := "roomFor"+sliceName(s.v.Type()), "cap(*p)", s.counted()
	if number == "int64" {
		name, room = name+"64", "int64(cap(*p))"
	}
	zero := s.cleared("x")
	if technique.Pointers(s.elem()) {
		zero = "*p = (*p)[:n] // which is zero, and cleared before it waits again"
	}
	text := `// NAME is make(TYPE, n) in what p leads to, if n is small. What p leads to
// grows to have room for it.
func NAME(p *TYPE, n NUMBER) TYPE {
	if n <= 0 || n > MOST {
		return make(TYPE, n)
	}
	if ROOM < n {
		*p = make(TYPE, n)
	}
	x := (*p)[:n:n]
	ZERO
	return x
}`
	return technique.Helper{Name: name, Text: strings.NewReplacer("NAME", name, "TYPE",
		s.sliceType(), "NUMBER", number, "ROOM", room, "MOST", s.mostElements(), "ZERO", zero).
		Replace(text)}
}
