package fmtverb

import (
	"encoding/hex"
	"fmt"
	"go/types"
	"math"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

// values are operands of each kind, by type.
var values = map[types.Type][]any{
	types.Typ[types.String]:               {"", "x", "a\"\x00\u00e9\xff"},
	types.Typ[types.Bool]:                 {true, false},
	types.Typ[types.Int]:                  {0, -1, 1 << 40},
	types.Typ[types.Int8]:                 {int8(-128), int8(65)},
	types.Typ[types.Int16]:                {int16(-3), int16(0x20ac)},
	types.Typ[types.Int32]:                {rune(-1), '\U0001f600', rune(0xd800), rune(1<<31 - 1)},
	types.Typ[types.Int64]:                {int64(-1 << 63), int64(1<<63 - 1)},
	types.Typ[types.Uint8]:                {uint8(0), uint8(255)},
	types.Typ[types.Uint16]:               {uint16(0xd800), uint16(7)},
	types.Typ[types.Uint64]:               {uint64(1<<64 - 1)},
	types.Typ[types.Float32]:              {float32(0.1), float32(1e30), float32(-2)},
	types.Typ[types.Float64]:              {0.1, 1e21, 1e-7, negativeZero, 123456789.0, 5e-324},
	types.NewSlice(types.Typ[types.Byte]): {[]byte(nil), []byte("a\xff")},
}

// negativeZero cannot be written as a constant.
var negativeZero = math.Copysign(0, -1)

// TestOf prints values of all types with all verbs, and wants each way that is
// known to give what package fmt does.
func TestOf(t *testing.T) {
	known := 0
	for typ, list := range values {
		for _, spec := range []string{"%v", "%d", "%s", "%q", "%t", "%x", "%X", "%o", "%b", "%c",
			"%e", "%f", "%g", "%.0f", "%.12g", "%.3e", "%5d", "%+v", "%U", "%.2s", "%E"} {
			d, ok := Parse(spec)
			if !ok || len(d) != 1 {
				t.Fatalf("%s is %v", spec, d)
			}
			way, ok := Of(typ, d[0])
			if !ok {
				continue
			}
			for _, v := range list {
				known++
				if got, want := printed(way, v), fmt.Sprintf(spec, v); got != want {
					t.Errorf("%s of %v %v is %q, by the table %q", spec, typ, v, want, got)
				}
			}
		}
	}
	if known < 100 {
		t.Errorf("only %d pairs of a verb and a value are known", known)
	}
}

// printed makes the text of a value in a way.
func printed(w Way, v any) string {
	integer := func() int64 {
		n, err := strconv.ParseInt(fmt.Sprint(v), 10, 64)
		if err != nil {
			panic(err)
		}
		return n
	}
	switch w.Kind {
	case Text:
		return v.(string)
	case Quote:
		return strconv.Quote(v.(string))
	case Bool:
		return strconv.FormatBool(v.(bool))
	case Int:
		return strconv.FormatInt(integer(), w.Base)
	case Uint:
		n, err := strconv.ParseUint(fmt.Sprint(v), 10, 64)
		if err != nil {
			panic(err)
		}
		return strconv.FormatUint(n, w.Base)
	case Float:
		f, ok := v.(float64)
		if !ok {
			f = float64(v.(float32))
		}
		return strconv.FormatFloat(f, w.Letter, w.Prec, w.Size)
	case Rune:
		return string(utf8.AppendRune(nil, rune(integer())))
	case Bytes:
		return string(v.([]byte))
	}
	return hex.EncodeToString(v.([]byte))
}

// FuzzParse wants the parts of a format to be the format, and to print what it
// does.
func FuzzParse(f *testing.F) {
	f.Add("a %d b%%%v")
	f.Add("%5d%-3.4x|% x")
	f.Add("%.2f%.123f%.f")
	f.Add("%[1]d%")
	f.Fuzz(func(t *testing.T, format string) {
		list, ok := Parse(format)
		if !ok {
			return
		}
		var again strings.Builder
		for _, d := range list {
			if d.Verb == 0 {
				again.WriteString(Escape(d.Text))
				continue
			}
			again.WriteString(d.Spec)
			plain := "%" + string(d.Verb)
			if d.Prec >= 0 {
				plain = fmt.Sprintf("%%.%d%c", d.Prec, d.Verb)
			}
			if d.Plain && fmt.Sprintf(d.Spec, 1.5) != fmt.Sprintf(plain, 1.5) {
				t.Errorf("%q is not plain", d.Spec)
			}
		}
		if again.String() != format {
			t.Errorf("%q has the parts of %q", format, again.String())
		}
	})
}
