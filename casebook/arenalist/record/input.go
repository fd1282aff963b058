package record

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
)

// random returns the numbers that an input is made from.
func random() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// SheetXML returns a sheet of the given size as a document. Every eighth value
// has a character that must be escaped.
func SheetXML(rows, columns int) []byte {
	r := random()
	b := []byte("<?xml version=\"1.0\"?>\n<worksheet><!-- made up --><sheetData>\n")
	for i := range rows {
		b = fmt.Appendf(b, "<row r=\"%d\" spans='1:%d'>", i+1, columns)
		for j := range columns {
			switch n := r.IntN(1_000_000); n % 8 {
			case 0:
				const escaped = `<c r="%c%d" t="str"><v>%d &lt; x &amp; y</v></c>`
				b = fmt.Appendf(b, escaped, 'A'+j, i+1, n)
			case 1:
				b = fmt.Appendf(b, `<c r="%c%d" s="3"/>`, 'A'+j, i+1)
			default:
				b = fmt.Appendf(b, `<c r="%c%d" t="n" s="1"><v>%d.5</v></c>`, 'A'+j, i+1, n)
			}
		}
		b = append(b, "</row>\n"...)
	}
	return append(b, "</sheetData></worksheet>\n"...)
}

// The fields of the messages, as numbers.
const (
	OrderID       = 1
	OrderCustomer = 2
	OrderItem     = 3
	OrderNote     = 4

	ItemArticle = 1
	ItemCount   = 2
	ItemPrice   = 3
	ItemTag     = 4
)

// OrderBytes returns n messages, each with its length in front. A field is its
// number, times 2 and plus 1 if it has a length, and its value, as in many binary
// formats.
func OrderBytes(n int) []byte {
	r := random()
	var b []byte
	for i := range n {
		var m []byte
		m = number(m, OrderID, uint64(i))
		m = text(m, OrderCustomer, fmt.Sprint("customer ", r.IntN(1000)))
		for range 1 + r.IntN(6) {
			m = text(m, OrderItem, string(itemBytes(r)))
		}
		if i%3 == 0 {
			m = text(m, OrderNote, "ring twice")
		}
		b = append(binary.AppendUvarint(b, uint64(len(m))), m...)
	}
	return b
}

func itemBytes(r *rand.Rand) []byte {
	m := text(nil, ItemArticle, fmt.Sprintf("article-%06d", r.IntN(1_000_000)))
	m = number(m, ItemCount, r.Uint64N(100))
	price := math.Float64bits(float64(r.IntN(10_000)) / 100)
	m = text(m, ItemPrice, string(binary.LittleEndian.AppendUint64(nil, price)))
	for i := range r.IntN(3) {
		m = text(m, ItemTag, fmt.Sprint("tag", i))
	}
	return m
}

// Field returns the number of the first field of a message, its value if that is
// a number, or else the length of its value, and what follows that number.
func Field(b []byte) (field int, v uint64, rest []byte) {
	field = int(b[0] >> 1)
	if b[1] < 0x80 {
		return field, uint64(b[1]), b[2:]
	}
	v, n := binary.Uvarint(b[1:])
	return field, v, b[1+n:]
}

func number(b []byte, field int, v uint64) []byte {
	return binary.AppendUvarint(append(b, byte(field)<<1), v)
}

func text(b []byte, field int, v string) []byte {
	b = binary.AppendUvarint(append(b, byte(field)<<1|1), uint64(len(v)))
	return append(b, v...)
}

// null stands for NULL where a value has a length.
const null = 0xFB

// UserRows returns n rows as a database sends them in a binary protocol: numbers
// in eight bytes, and a length in a byte in front of each value.
func UserRows(n int) []byte {
	r := random()
	var b []byte
	for i := range n {
		b = eight(b, uint64(i+1))
		b = value(b, fmt.Sprintf("First%d Last%d", r.IntN(500), r.IntN(500)))
		b = value(b, fmt.Sprintf("user%d@example.com", i))
		if b = append(b, null); r.IntN(4) > 0 {
			b = value(b[:len(b)-1], fmt.Sprint("City ", r.IntN(100)))
		}
		if b = append(b, null); r.IntN(4) > 0 {
			b = eight(b[:len(b)-1], math.Float64bits(r.Float64()*100))
		}
	}
	return b
}

func eight(b []byte, v uint64) []byte {
	return binary.LittleEndian.AppendUint64(append(b, 8), v)
}

func value(b []byte, v string) []byte { return append(append(b, byte(len(v))), v...) }

// Value returns the first value of b, nil for NULL, and the rest.
func Value(b []byte) (v, rest []byte) {
	if b[0] == null {
		return nil, b[1:]
	}
	n := int(b[0])
	return b[1 : 1+n], b[1+n:]
}
