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

// Direct reports whether the call reads in a known order from a reader whose bytes are in memory.
func (c *Call) Direct() bool {
	_, ok := source(c.pass.TypesInfo.TypeOf(c.expr.Args[0]))
	return ok && !c.write && KnownOrder(c.pass.TypesInfo, c.expr.Args[1])
}

// ByItself returns the edits that have a direct call read by way of bytes on the stack.
//
//	have: binary.Read(r, binary.BigEndian, &n)
//	want: readNumber32BigFromBytes(r, &n)
func (c *Call) ByItself() ([]analysis.TextEdit, bool) {
	h, ok := c.directHelper()
	if !ok {
		return nil, false
	}
	edits, ok := h.Declare(c.pass, c.file, c.expr)
	return append(edits, technique.Replace(c.expr.Fun, h.Name), analysis.TextEdit{
		Pos: c.expr.Args[0].End(), End: c.expr.Args[1].End()}), ok
}

// directHelper returns the function that a direct call calls.
func (c *Call) directHelper() (technique.Helper, bool) {
	r := c.pass.TypesInfo.TypeOf(c.expr.Args[0])
	from, ok := source(r)
	order := technique.Text(c.pass, c.expr.Args[1])
	reader := types.TypeString(r, nil) // the paths of these packages are their names
	text := strings.ReplaceAll(directText, "READER", reader)
	imports := []string{"io", strings.Trim(reader[:strings.LastIndexByte(reader, '.')], "*")}
	if c.record != nil {
		h, ok2 := c.record.helper("read", order, text, &layout{bytes: "b", reads: true}, imports...)
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
