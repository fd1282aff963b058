package numbers

import (
	"fmt"
	"go/format"
	"go/types"
	"strings"

	"github.com/wring-go/wring/technique"
)

// Append returns the function that appends the bytes of a record in an order, which is written
// as package binary's variable.
func (r *Record) Append(order string) (technique.Helper, bool) {
	return r.helper("append", order, `// NAME appends what binary.Write(w, ORDER, x) writes.
func NAME(b []byte, x TYPE) []byte {
	b = append(b, make([]byte, SIZE)...)
	p := b[len(b)-SIZE:]
	FIELDS
	return b
}`, &layout{bytes: "p", zeroed: true})
}

// writer returns the function that writes a record by way of bytes. An order of "" is a parameter.
func (r *Record) writer(order string, pointer bool) (technique.Helper, bool) {
	return r.helper("write", order, `// NAME is binary.Write(w, ORDER, x), by way of b.
func NAME(w io.Writer, PARAMb []byte, x TYPE) error {
	FIELDS
	_, err := w.Write(b[:SIZE])
	return err
}`, &layout{bytes: "b", pointer: pointer}, "io")
}

// reader returns the function that reads a record by way of bytes.
func (r *Record) reader(order string, pointer bool) (technique.Helper, bool) {
	return r.helper("read", order, `// NAME is binary.Read(r, ORDER, x), by way of b.
func NAME(r io.Reader, PARAMb []byte, x *TYPE) error {
	if _, err := io.ReadFull(r, b[:SIZE]); err != nil {
		return err
	}
	FIELDS
	return nil
}`, &layout{bytes: "b", reads: true, pointer: pointer}, "io")
}

// helper returns a function with the statements for all fields. Of a pointer that is nil package
// binary makes an error, before it reads or writes.
func (r *Record) helper(verb, order, text string, l *layout, imports ...string) (
	technique.Helper, bool) {
	l.order, l.pkg = "order", r.pass.Pkg
	param, short := "order binary.ByteOrder, ", ""
	if order != "" {
		l.order, param = orderName(order), ""
		short = shortOrder(l.order)
	}
	l.value("x", r.named, place{})
	name := verb + technique.UpperFirst(r.named.Obj().Name())
	if l.pointer {
		name += "Pointer"
		text = strings.Replace(text, " error {\n", ` error {
	if x == nil {
		return binary.`+technique.UpperFirst(verb)+`(nil, ORDER, (*TYPE)(nil))
	}
`, 1)
		text = strings.Replace(text, "x TYPE", "x *TYPE", 1)
	}
	name += short
	whole, err := format.Source([]byte(strings.NewReplacer("NAME", name, "ORDER", l.order,
		"PARAM", param, "TYPE", r.named.Obj().Name(), "SIZE", fmt.Sprint(r.size),
		"FIELDS", strings.TrimSpace(l.text.String())).Replace(text)))
	if strings.Contains(l.text.String(), "binary.") || param != "" || l.pointer {
		imports = append(imports, "encoding/binary")
	}
	if strings.Contains(l.text.String(), "math.") {
		imports = append(imports, "math")
	}
	return technique.Helper{Name: name, Text: string(whole), Imports: imports},
		err == nil && !l.failed
}

// orderName returns "binary.BigEndian" of an expression for it, which may be in parentheses and
// call the package by another name.
func orderName(text string) string {
	return "binary." + strings.Trim(text[strings.LastIndexByte(text, '.')+1:], " \t\n)")
}

// shortOrder returns "Big" of "binary.BigEndian".
func shortOrder(order string) string {
	return strings.TrimSuffix(strings.TrimPrefix(order, "binary."), "Endian")
}

// mostStatements is how many statements such a function may have.
const mostStatements = 64

// layout is the statements for the fields of a record, consecutive bytes each.
type layout struct {
	pkg    *types.Package
	order  string // "binary.BigEndian"
	bytes  string // the name of the slice of all bytes
	reads  bool   // the fields get what is in the bytes
	zeroed bool   // all bytes are 0 before
	// pointer says that x is a pointer that may be nil.
	pointer bool
	text    strings.Builder
	count   int
	failed  bool
}

// place is where the bytes of a value begin: at a constant, and what loops add to it.
type place struct {
	at    int64
	loops []string // "8*i"
}

func (p place) plus(n int64) place { return place{p.at + n, p.loops} }

// String returns the index as an expression.
func (p place) String() string {
	if p.at == 0 && len(p.loops) > 0 {
		return strings.Join(p.loops, "+")
	}
	return strings.Join(append([]string{fmt.Sprint(p.at)}, p.loops...), "+")
}

// from returns the bytes from there on.
func (l *layout) from(p place) string {
	if text := p.String(); text != "0" {
		return l.bytes + "[" + text + ":]"
	}
	return l.bytes
}

func (l *layout) line(form string, args ...any) {
	l.count++
	l.failed = l.failed || l.count > mostStatements
	fmt.Fprintf(&l.text, form+"\n", args...)
}

// value adds the statements for x, which is of type t.
func (l *layout) value(x string, t types.Type, p place) {
	if kind, ok := KindOf(t); ok {
		l.number(x, t, kind, p)
		return
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		l.array(x, u, p)
	case *types.Struct:
		l.fields(x, u, p)
	default:
		l.truth(x, p)
	}
}

// truth reads everything but 0 as true.
func (l *layout) truth(x string, p place) {
	switch {
	case l.reads:
		l.line("%s = %s[%s] != 0", x, l.bytes, p)
	case l.zeroed:
		l.line("if %s {\n%s[%s] = 1\n}", x, l.bytes, p)
	default:
		l.line("if %s {\n%[2]s[%[3]s] = 1\n} else {\n%[2]s[%[3]s] = 0\n}", x, l.bytes, p)
	}
}

// array has the bytes of its elements. Those of bytes are copied.
func (l *layout) array(x string, t *types.Array, p place) {
	size, _ := fixedSize(t.Elem())
	switch {
	case size == 0 || t.Len() == 0:
		return
	case types.Identical(t.Elem(), types.Typ[types.Byte]) && l.reads:
		l.line("copy(%s[:], %s)", x, l.from(p))
		return
	case types.Identical(t.Elem(), types.Typ[types.Byte]):
		l.line("copy(%s, %s[:])", l.from(p), x)
		return
	}
	if len(p.loops) == len("ijk") {
		l.failed = true
		return
	}
	i := "ijk"[len(p.loops):][:1]
	step := i
	if size > 1 {
		step = fmt.Sprint(size, "*", i)
	}
	l.line("for %s := range %s {", i, x)
	inner := place{p.at, append(p.loops[:len(p.loops):len(p.loops)], step)}
	l.value(x+"["+i+"]", t.Elem(), inner)
	l.text.WriteString("}\n")
}

// fields skips those without a name, which are written as 0. Package reflect sets none that is
// not exported.
func (l *layout) fields(x string, t *types.Struct, p place) {
	for f := range t.Fields() {
		size, _ := fixedSize(f.Type())
		switch {
		case f.Name() == "_" && size > 0:
			l.blank(size, p)
		case f.Name() == "_":
		case !f.Exported() && (l.reads || f.Pkg() != l.pkg):
			l.failed = true
		default:
			l.value(x+"."+f.Name(), f.Type(), p)
		}
		p = p.plus(size)
	}
}

func (l *layout) blank(size int64, p place) {
	switch {
	case l.reads || l.zeroed:
	case size == 1:
		l.line("%s[%s] = 0", l.bytes, p)
	default:
		l.line("copy(%s, make([]byte, %d))", l.from(p), size)
	}
}

// number is one of fixed size. Package reflect has all floats as float64, where no NaN signals
// any more.
func (l *layout) number(x string, t types.Type, kind Kind, p place) {
	bits, at := kind.Bits, l.from(p)
	if l.reads {
		value, is := fmt.Sprintf("%s.Uint%d(%s)", l.order, bits, at), fmt.Sprint("uint", bits)
		switch {
		case bits == 8:
			value = fmt.Sprintf("%s[%s]", l.bytes, p)
		case kind.Float:
			value, is = fmt.Sprintf("math.Float%dfrombits(%s)", bits, value), kind.Basic
		}
		if kind.Float && bits == 32 {
			value, is = "float64("+value+")", "float64"
		}
		l.line("%s = %s", x, converted(value, is, l.nameOf(t)))
		return
	}
	value, is := x, kind.Basic
	if kind.Named {
		is = ""
	}
	switch {
	case kind.Float && bits == 32:
		value = "math.Float32bits(float32(" + converted(value, is, "float64") + "))"
	case kind.Float:
		value = "math.Float64bits(" + converted(value, is, "float64") + ")"
	default:
		value = converted(value, is, fmt.Sprint("uint", bits))
	}
	if bits == 8 {
		l.line("%s[%s] = %s", l.bytes, p, value)
		return
	}
	l.line("%s.PutUint%d(%s, %s)", l.order, bits, at, value)
}

// nameOf returns how the package writes a type of numbers.
func (l *layout) nameOf(t types.Type) string {
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return types.Typ[t.Kind()].Name()
	case *types.Named:
		if t.Obj().Parent() == l.pkg.Scope() && plainName(t.Obj()) && t.TypeArgs().Len() == 0 {
			return t.Obj().Name()
		}
	}
	l.failed = true
	return ""
}
