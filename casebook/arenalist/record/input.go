package record

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"
)

// random returns the numbers that an input is made from.
func random() *rand.Rand { return rand.New(rand.NewPCG(1, 2)) }

// styles is how many styles the cells of a sheet have.
const styles = 40

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
				b = fmt.Appendf(b, `<c r="%c%d" s="%d"/>`, 'A'+j, i+1, r.IntN(styles))
			default:
				const number = `<c r="%c%d" s="%d"><v>%d.5</v></c>`
				b = fmt.Appendf(b, number, 'A'+j, i+1, r.IntN(styles), n)
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

// Field returns the number of the field that begins at i, its value if that is a
// number, or else the length of its value, and where that number ends.
func Field(d string, i uint) (field int, v uint64, end uint) {
	if v := d[i+1]; v < 0x80 {
		return int(d[i] >> 1), uint64(v), i + 2
	}
	v, end = Number(d, i+1)
	return int(d[i] >> 1), v, end
}

// Number returns the number that begins at i, seven bits in a byte, the lowest
// first, and where it ends.
func Number(d string, i uint) (v uint64, end uint) {
	for shift := 0; ; shift += 7 {
		c := d[i]
		i++
		v |= uint64(c&0x7f) << shift
		if c < 0x80 {
			return v, i
		}
	}
}

// Price returns the number in the eight bytes of s.
func Price(s string) float64 { return math.Float64frombits(eight(s, 0)) }

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
		b = eightBytes(b, uint64(i+1))
		b = value(b, fmt.Sprintf("First%d Last%d", r.IntN(500), r.IntN(500)))
		b = value(b, fmt.Sprintf("user%d@example.com", i))
		if b = append(b, null); r.IntN(4) > 0 {
			b = value(b[:len(b)-1], fmt.Sprint("City ", r.IntN(100)))
		}
		if b = append(b, null); r.IntN(4) > 0 {
			b = eightBytes(b[:len(b)-1], math.Float64bits(r.Float64()*100))
		}
	}
	return b
}

func eightBytes(b []byte, v uint64) []byte {
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
