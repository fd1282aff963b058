package numbers

import (
	"fmt"

	"github.com/wring-go/wring/technique"
)

// reader returns the function that reads a number of some bits, of either sign. There is one
// for each size, so that all of it is run where it is called.
func reader(num Kind) technique.Helper {
	bits := num.Bits
	if num.Float {
		return floatReader(bits)
	}
	name, unsigned := fmt.Sprint("readNumber", bits), fmt.Sprint("uint", bits)
	value, order := fmt.Sprintf("order.Uint%d(b)", bits), "order"
	if bits == 8 {
		value, order = "b[0]", "_"
	}
	return technique.Helper{Name: name, Imports: []string{"encoding/binary", "io"},
		Text: fmt.Sprintf(`// %[1]s is binary.Read(r, order, x), by way of b.
func %[1]s[T ~%[2]s | ~%[3]s](r io.Reader, %[4]s binary.ByteOrder, b []byte, x *T) error {
	if _, err := io.ReadFull(r, b[:%[5]d]); err != nil {
		return err
	}
	*x = T(%[6]s)
	return nil
}`, name, unsigned[1:], unsigned, order, bits/8, value)}
}

// floatReader returns the function that reads a number with a fraction.
func floatReader(bits int) technique.Helper {
	name, float := fmt.Sprint("readFloat", bits), fmt.Sprint("float", bits)
	return technique.Helper{Name: name, Imports: []string{"encoding/binary", "io", "math"},
		Text: fmt.Sprintf(`// %[1]s is binary.Read(r, order, x), by way of b.
func %[1]s[T ~%[2]s](r io.Reader, order binary.ByteOrder, b []byte, x *T) error {
	if _, err := io.ReadFull(r, b[:%[3]d]); err != nil {
		return err
	}
	*x = T(math.Float%[4]dfrombits(order.Uint%[4]d(b)))
	return nil
}`, name, float, bits/8, bits)}
}

// writer returns the function that writes a number of some bits, of either sign.
func writer(num Kind) technique.Helper {
	bits := num.Bits
	kind, unsigned := "Number", fmt.Sprint("uint", bits)
	constraint, value := "~"+unsigned[1:]+" | ~"+unsigned, unsigned+"(x)"
	imports := []string{"encoding/binary", "io"}
	if num.Float {
		float := fmt.Sprint("float", bits)
		kind, constraint = "Float", "~"+float
		value = fmt.Sprintf("math.Float%dbits(%s(x))", bits, float)
		imports = append(imports, "math")
	}
	put, order := fmt.Sprintf("order.PutUint%d(b, %s)", bits, value), "order"
	if bits == 8 {
		put, order, value = "b[0] = byte(x)", "_", ""
	}
	name := fmt.Sprint("write", kind, bits)
	return technique.Helper{Name: name, Imports: imports,
		Text: fmt.Sprintf(`// %[1]s is binary.Write(w, order, x), by way of b.
func %[1]s[T %[2]s](w io.Writer, %[3]s binary.ByteOrder, b []byte, x T) error {
	%[4]s
	_, err := w.Write(b[:%[5]d])
	return err
}`, name, constraint, order, put, bits/8)}
}
