package numbers

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// mostBytes is how many bytes a struct may have whose fields are written one by one: it is passed
// by value.
const mostBytes = 1024

// Record is a struct or array type of the package whose bytes package binary finds by reflection:
// numbers of fixed size, truth values, and arrays and structs of these.
type Record struct {
	pass  *analysis.Pass
	named *types.Named
	size  int64
}

// RecordOf returns the record that values of a type are. It is declared by the package, outside of
// functions, and has neither type parameters nor fields that are not numbers in the end.
// One of bytes only is written as it is.
func RecordOf(pass *analysis.Pass, t types.Type) (*Record, bool) {
	if array, ok := t.Underlying().(*types.Array); ok &&
		types.Identical(array.Elem(), types.Typ[types.Byte]) {
		return nil, false
	}
	return recordOf(pass, t)
}

// recordOf matches those of bytes, too.
func recordOf(pass *analysis.Pass, t types.Type) (*Record, bool) {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.TypeArgs().Len() > 0 || named.TypeParams().Len() > 0 ||
		named.Obj().Parent() != pass.Pkg.Scope() || !plainName(named.Obj()) {
		return nil, false
	}
	switch named.Underlying().(type) {
	case *types.Struct, *types.Array:
	default:
		return nil, false
	}
	size, ok := fixedSize(named)
	return &Record{pass, named, size}, ok && 0 < size && size <= mostBytes
}

// Size returns how many bytes it has.
func (r *Record) Size() int64 { return r.size }

// plainName reports whether a name is none that the functions for records declare.
func plainName(obj types.Object) bool { return len(obj.Name()) > 1 && obj.Name() != "err" }

// fixedSize returns how many bytes package binary writes for values of a type.
func fixedSize(t types.Type) (size int64, ok bool) {
	if kind, ok := KindOf(t); ok {
		return int64(kind.Bits / 8), true
	}
	switch t := t.Underlying().(type) {
	case *types.Basic:
		return 1, t.Kind() == types.Bool
	case *types.Array:
		size, ok = fixedSize(t.Elem())
		return size * t.Len(), ok && t.Len() <= mostBytes
	case *types.Struct:
		for f := range t.Fields() {
			more, ok := fixedSize(f.Type())
			if size += more; !ok || size > mostBytes {
				return 0, false
			}
		}
		return size, true
	}
	return 0, false
}

// RecordAt matches binary.Read(r, order, &x) and binary.Write(w, order, x), where x is a record;
// either may get a pointer to it, which may be nil. The reader or writer is as for CallAt.
func RecordAt(pass *analysis.Pass, cur inspector.Cursor) (*Call, bool) {
	c, ok := callAt(pass, cur)
	if !ok {
		return nil, false
	}
	on, name := pass.TypesInfo.TypeOf(c.expr.Args[0]), "Read"
	if c.write {
		name = "Write"
	}
	t := pass.TypesInfo.TypeOf(c.expr.Args[2])
	if pointer, is := types.Unalias(t).(*types.Pointer); is {
		addr, is := c.expr.Args[2].(*ast.UnaryExpr)
		c.addr = is && addr.Op == token.AND
		t, c.pointer = pointer.Elem(), !c.addr
	} else if !c.write {
		return nil, false
	}
	if OwnMethod(pass, on, name) ||
		c.write && !c.pointer && c.Ordered() && RoomOf(on) != NoRoom {
		return nil, false
	}
	of := recordOf
	if c.write {
		of = RecordOf
	}
	if c.record, ok = of(pass, t); !ok {
		return nil, false
	}
	if c.write && c.addr && !c.pureWriter() {
		return nil, false // what gives the writer may change x first
	}
	_, ok = c.recordHelper()
	return c, ok
}

// Ordered reports whether the order is a variable of package binary.
func (c *Call) Ordered() bool { return KnownOrder(c.pass.TypesInfo, c.expr.Args[1]) }

// pureWriter reports whether the writer is named, or the address of what is named.
func (c *Call) pureWriter() bool {
	w := ast.Unparen(c.expr.Args[0])
	if addr, ok := w.(*ast.UnaryExpr); ok && addr.Op == token.AND {
		w = addr.X
	}
	return technique.Pure(c.pass.TypesInfo, w)
}

// recordHelper returns the function that does what the call does.
func (c *Call) recordHelper() (technique.Helper, bool) {
	if c.write {
		return c.record.writer(c.order(), c.pointer)
	}
	return c.record.reader(c.order(), c.pointer)
}

// order returns how the file writes a known order; "" for another.
func (c *Call) order() string {
	if !c.Ordered() {
		return ""
	}
	return technique.Text(c.pass, c.expr.Args[1])
}

// recordBy is By for a record.
//
//	have: binary.Read(r, binary.BigEndian, &x)
//	want: readHeaderBig(r, b, &x)
func (c *Call) recordBy(bytes string) ([]analysis.TextEdit, bool) {
	h, ok := c.recordHelper()
	if !ok {
		return nil, false
	}
	edits, ok := h.Declare(c.pass, c.file, c.expr)
	edits = append(edits, technique.Replace(c.expr.Fun, h.Name))
	if !c.Ordered() {
		return append(edits, c.given(bytes+", ")), ok
	}
	return append(edits, technique.Replace(c.expr.Args[1], bytes), c.given("")), ok
}
