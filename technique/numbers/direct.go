package numbers

import (
	"fmt"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// source returns how the names of functions end that read from readers of a type that have their
// bytes in memory. Their method Read is known to keep nothing, so that what it fills stays on
// the stack.
func source(t types.Type) (name string, ok bool) {
	switch types.TypeString(types.Unalias(t), nil) {
	case "*bytes.Reader":
		return "FromBytes", true
	case "*bytes.Buffer":
		return "FromBuffer", true
	case "*strings.Reader":
		return "FromString", true
	}
	return "", false
}

// sink returns how the names of functions end that write to writers of a type that have room, and
// the release since which they say where.
func sink(t types.Type) (name, since string, ok bool) {
	switch types.TypeString(types.Unalias(t), nil) {
	case "*bytes.Buffer":
		return "ToBuffer", "go1.21", true
	case "*bufio.Writer":
		return "ToWriter", "go1.18", true
	}
	return "", "", false
}

// Direct reports whether the call reads in a known order from a reader whose bytes are in memory,
// or writes to a writer that has room for it.
func (c *Call) Direct() bool {
	t := c.pass.TypesInfo.TypeOf(c.expr.Args[0])
	if c.write {
		_, since, ok := sink(t)
		return ok && technique.Since(c.pass, c.file, since)
	}
	_, ok := source(t)
	return ok && c.Ordered()
}

// ByItself returns the edits that have a direct call read by way of bytes on the stack, or write
// into the room of the writer.
//
//	have: binary.Read(r, binary.BigEndian, &n)
//	want: readNumber32BigFromBytes(r, &n)
func (c *Call) ByItself() ([]analysis.TextEdit, bool) {
	direct := c.directHelper
	if c.write {
		direct = c.intoRoom
	}
	h, ok := direct()
	if !ok {
		return nil, false
	}
	edits, ok := h.Declare(c.pass, c.file, c.expr)
	edits = append(edits, technique.Replace(c.expr.Fun, h.Name), c.given(""))
	if c.Ordered() {
		edits = append(edits, analysis.TextEdit{Pos: c.expr.Args[0].End(),
			End: c.expr.Args[1].End()})
	}
	return edits, ok
}

// intoRoom returns the function that writes to a writer with room. What is written of a number
// has an order that only the running program knows.
func (c *Call) intoRoom() (technique.Helper, bool) {
	w := c.pass.TypesInfo.TypeOf(c.expr.Args[0])
	to, _, ok := sink(w)
	writer := types.TypeString(types.Unalias(w), nil)
	text := roomText
	imports := []string{strings.Trim(writer[:strings.LastIndexByte(writer, '.')], "*")}
	room := "b := append(w.AvailableBuffer(), make([]byte, SIZE)...)"
	switch {
	case to == "ToBuffer" && c.Ordered():
		room = "b := make([]byte, SIZE)" // on the stack
	case to == "ToBuffer":
		room = "w.Grow(SIZE)\n\t" + room
	}
	text = strings.NewReplacer("WRITER", writer, "ROOM", room).Replace(text)
	if c.record != nil {
		h, ok2 := c.record.helper("write", c.order(), text,
			&layout{bytes: "b", zeroed: true, pointer: c.pointer}, imports...)
		h.Text = strings.ReplaceAll(h.Text, h.Name, h.Name+to)
		h.Name += to
		return h, ok && ok2
	}
	p := c.kind.parameter(c.generic())
	put, order := c.kind.put(p), "order"
	imports = append(imports, "encoding/binary")
	if c.kind.Bits == 8 {
		order = "_"
	}
	if c.kind.Float {
		imports = append(imports, "math")
	}
	name := "write" + p.name + to
	return technique.Helper{Name: name, Imports: imports,
		Text: strings.NewReplacer("NAME(", name+p.list+"(", "NAME", name, "ORDER", "order",
			"PARAM", order+" binary.ByteOrder, ", "TYPE", p.typ,
			"SIZE", fmt.Sprint(c.kind.Bits/8), "FIELDS", put).Replace(text)}, ok
}

// roomText appends the bytes where the writer would put them, which copies them to themselves, or
// has them on the stack for a buffer, which copies them.
const roomText = `// NAME is binary.Write(w, ORDER, x).
func NAME(w WRITER, PARAMx TYPE) error {
	ROOM
	FIELDS
	_, err := w.Write(b)
	return err
}`

// directHelper returns the function that a direct call calls.
func (c *Call) directHelper() (technique.Helper, bool) {
	r := c.pass.TypesInfo.TypeOf(c.expr.Args[0])
	from, ok := source(r)
	order := c.order()
	reader := types.TypeString(types.Unalias(r), nil) // the paths of these packages are their names
	text := strings.ReplaceAll(directText, "READER", reader)
	imports := []string{"io", strings.Trim(reader[:strings.LastIndexByte(reader, '.')], "*")}
	if c.record != nil {
		h, ok2 := c.record.helper("read", order, text,
			&layout{bytes: "b", reads: true, pointer: c.pointer}, imports...)
		h.Text = strings.ReplaceAll(h.Text, h.Name, h.Name+from)
		h.Name += from
		return h, ok && ok2
	}
	order = orderName(order)
	p := c.kind.parameter(c.generic())
	name := "read" + p.name + shortOrder(order) + from
	field := "*x = " + c.kind.from(order, p)
	for _, path := range c.kind.imports() {
		if path != "io" && strings.Contains(field, path[strings.LastIndexByte(path, '/')+1:]+".") {
			imports = append(imports, path)
		}
	}
	return technique.Helper{Name: name, Imports: imports,
		Text: strings.NewReplacer("NAME(", name+p.list+"(", "NAME", name, "ORDER", order,
			"TYPE", p.typ, "SIZE", fmt.Sprint(c.kind.Bits/8), "FIELDS", field).Replace(text)}, ok
}

const directText = `// NAME is binary.Read(r, ORDER, x).
func NAME(r READER, x *TYPE) error {
	b := make([]byte, SIZE)
	n, err := r.Read(b)
	for n < len(b) && err == nil {
		var more int
		more, err = r.Read(b[n:])
		n += more
	}
	if n < len(b) {
		if n > 0 && err == io.EOF {
			return io.ErrUnexpectedEOF
		}
		return err
	}
	FIELDS
	return nil
}`
