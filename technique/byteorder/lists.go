package byteorder

import (
	"fmt"
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
	"github.com/wring-go/wring/technique/numbers"
)

// lists matches binary.Write of a slice of numbers to a buffer: it boxes the slice and makes bytes
// for all. Elements of a type of their own take another way through package binary, by which no
// NaN signals any more.
//
//	have: binary.Write(buf, binary.LittleEndian, samples)
//	want: writeFloat32sLittle(buf, samples)
func lists(pass *analysis.Pass, cur inspector.Cursor) (technique.Proposal, bool) {
	var none technique.Proposal
	info, call := pass.TypesInfo, cur.Node().(*ast.CallExpr)
	if !technique.IsFunc(info, call, "encoding/binary", "Write") || len(call.Args) != 3 ||
		!numbers.KnownOrder(info, call.Args[1]) || technique.RunsLater(cur) {
		return none, false
	}
	if _, ok := inMemory(pass, call.Args[0], "*bytes.Buffer"); !ok {
		return none, false
	}
	file := technique.FileOf(pass, call.Pos())
	if file == nil || !technique.Since(pass, file, "go1.21") || technique.Commented(pass, call) {
		return none, false
	}
	slice, ok := types.Unalias(info.TypeOf(call.Args[2])).(*types.Slice)
	if !ok {
		return none, false
	}
	kind, ok := numbers.KindOf(slice.Elem())
	if !ok || kind.Named || kind.Bits == 8 {
		return none, false
	}
	h := listWriter(kind, technique.Text(pass, call.Args[1]))
	edits, ok := h.Declare(pass, file, call)
	return technique.Proposal{At: call, Message: "append the bytes of each number",
		Edits: append(edits, technique.Replace(call.Fun, h.Name),
			analysis.TextEdit{Pos: call.Args[0].End(), End: call.Args[1].End()})}, ok
}

// listWriter returns the function that writes the numbers of a slice.
func listWriter(kind numbers.Kind, order string) technique.Helper {
	short := "Big"
	if strings.Contains(order, "LittleEndian") {
		short = "Little"
	}
	imports := []string{"bytes", "encoding/binary"}
	value, unsigned := "v", fmt.Sprint("uint", kind.Bits)
	switch {
	case kind.Float:
		imports = append(imports, "math")
		value = fmt.Sprintf("math.Float%dbits(v)", kind.Bits)
	case kind.Signed:
		value = unsigned + "(v)"
	}
	name := "write" + technique.UpperFirst(kind.Basic) + "s" + short
	return technique.Helper{Name: name, Imports: imports,
		Text: strings.NewReplacer("NAME", name, "ORDER", "binary."+short+"Endian",
			"TYPE", kind.Basic, "SIZE", fmt.Sprint(kind.Bits/8), "BITS", fmt.Sprint(kind.Bits),
			"VALUE", value).Replace(
			`// NAME is binary.Write(w, ORDER, x).
func NAME(w *bytes.Buffer, x []TYPE) error {
	w.Grow(SIZE * len(x))
	b := w.AvailableBuffer()
	for _, v := range x {
		b = ORDER.AppendUintBITS(b, VALUE)
	}
	_, err := w.Write(b)
	return err
}`)}
}
