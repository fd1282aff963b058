package numbers

import (
	"fmt"
	"strings"

	"github.com/wring-go/wring/technique"
)

// parameter is how a helper says of what type its number is: generic, or one type in files of
// releases that know no type parameters.
type parameter struct {
	name string // the end of the helper's name
	list string // the type parameters
	typ  string
}

// parameter returns that of a kind of numbers. Numbers of either sign share a helper.
func (k Kind) parameter(generic bool) parameter {
	if !generic {
		return parameter{name: "Binary" + strings.ToUpper(k.Basic[:1]) + k.Basic[1:], typ: k.Basic}
	}
	if k.Float {
		name := fmt.Sprint("Float", k.Bits)
		if k.Quiet() {
			name = "Named" + name
		}
		return parameter{name, fmt.Sprintf("[T ~float%d]", k.Bits), "T"}
	}
	return parameter{fmt.Sprint("Number", k.Bits),
		fmt.Sprintf("[T ~int%[1]d | ~uint%[1]d]", k.Bits), "T"}
}

// imports returns what the helpers of a kind import.
func (k Kind) imports() []string {
	if k.Float {
		return []string{"encoding/binary", "io", "math"}
	}
	return []string{"encoding/binary", "io"}
}

// reader returns the function that reads a number of some kind. There is one for each size, so
// that all of it is run where it is called.
func reader(num Kind, generic bool) technique.Helper {
	p, order := num.parameter(generic), "order"
	if num.Bits == 8 {
		order = "_"
	}
	name := "read" + p.name
	return technique.Helper{Name: name, Imports: num.imports(),
		Text: fmt.Sprintf(`// %[1]s is binary.Read(r, order, x), by way of b.
func %[1]s%[2]s(r io.Reader, %[3]s binary.ByteOrder, b []byte, x *%[4]s) error {
	if _, err := io.ReadFull(r, b[:%[5]d]); err != nil {
		return err
	}
	*x = %[6]s
	return nil
}`, name, p.list, order, p.typ, num.Bits/8, num.from("order", p))}
}

// from returns the number that an order finds at the beginning of b.
func (k Kind) from(order string, p parameter) string {
	value, is := fmt.Sprintf("%s.Uint%d(b)", order, k.Bits), fmt.Sprint("uint", k.Bits)
	switch {
	case k.Bits == 8:
		value = "b[0]"
	case k.Float:
		value, is = fmt.Sprintf("math.Float%dfrombits(%s)", k.Bits, value),
			fmt.Sprint("float", k.Bits)
	}
	if k.Quiet() {
		value, is = "float64("+value+")", "float64"
	}
	return converted(value, is, p.typ)
}

// writer returns the function that writes a number of some kind.
func writer(num Kind, generic bool) technique.Helper {
	p, order := num.parameter(generic), "order"
	if num.Bits == 8 {
		order = "_"
	}
	name := "write" + p.name
	return technique.Helper{Name: name, Imports: num.imports(),
		Text: fmt.Sprintf(`// %[1]s is binary.Write(w, order, x), by way of b.
func %[1]s%[2]s(w io.Writer, %[3]s binary.ByteOrder, b []byte, x %[4]s) error {
	%[5]s
	_, err := w.Write(b[:%[6]d])
	return err
}`, name, p.list, order, p.typ, num.put(p), num.Bits/8)}
}

// put returns the statement that an order puts x at the beginning of b by.
func (k Kind) put(p parameter) string {
	switch {
	case k.Bits == 8:
		return "b[0] = " + converted("x", p.typ, "byte")
	case k.Quiet():
		return "order.PutUint32(b, math.Float32bits(float32(float64(x))))"
	case k.Float:
		return fmt.Sprintf("order.PutUint%[1]d(b, math.Float%[1]dbits(%[2]s))", k.Bits,
			converted("x", p.typ, fmt.Sprint("float", k.Bits)))
	}
	return fmt.Sprintf("order.PutUint%d(b, %s)", k.Bits,
		converted("x", p.typ, fmt.Sprint("uint", k.Bits)))
}

// converted returns the text of a value of one type as one of another.
func converted(value, is, to string) string {
	if is == to || is == "uint8" && to == "byte" {
		return value
	}
	return to + "(" + value + ")"
}
