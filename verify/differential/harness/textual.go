package harness

import (
	"encoding"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// textual returns, for a type of the standard library whose parts nothing can set, what makes a
// text from which a value is read; nil for other types.
func textual(t reflect.Type) func(*source) string {
	if t.Kind() != reflect.Struct {
		return nil
	}
	switch t.PkgPath() {
	case "math/big", "net/netip":
		return readable[t.String()]
	}
	return nil
}

var readable = map[string]func(*source) string{
	"big.Int": (*source).digits,
	"big.Rat": func(s *source) string { return s.digits() + "/" + s.digits() },
	"big.Float": func(s *source) string {
		return strconv.FormatFloat(s.float(), 'g', -1, 64)
	},
	"netip.Addr": (*source).address,
	"netip.Prefix": func(s *source) string {
		return s.address() + "/" + strconv.Itoa(s.rng.intn(34))
	},
	"netip.AddrPort": func(s *source) string {
		return s.address() + ":" + strconv.Itoa(s.rng.intn(65536))
	},
}

// read fills a value of such a type; it stays zero where no text is one.
func (s *source) read(v reflect.Value) bool {
	text := textual(v.Type())
	if text == nil {
		return false
	}
	for try := 0; try < 3 && s.simple > 0; try++ {
		if setText(v, text(s)) {
			return true
		}
	}
	v.Set(reflect.Zero(v.Type()))
	return true
}

// setText reads a value that has an address from its text.
func setText(v reflect.Value, text string) bool {
	of, ok := v.Addr().Interface().(encoding.TextUnmarshaler)
	return ok && of.UnmarshalText([]byte(text)) == nil
}

// written returns the text that a value with an address is read from.
func written(v reflect.Value) ([]byte, bool) {
	of, ok := v.Addr().Interface().(encoding.TextMarshaler)
	if !ok {
		return nil, false
	}
	text, err := of.MarshalText()
	return text, err == nil
}

// digits returns a decimal number, mostly one that fits an int64.
func (s *source) digits() string {
	if s.tame || s.rng.chance(75) {
		return strconv.FormatInt(s.integer(64, true), 10)
	}
	var b strings.Builder
	if s.rng.chance(30) {
		b.WriteByte('-')
	}
	for n := 1 + s.rng.intn(60); n > 0; n-- {
		b.WriteByte(byte('0' + s.rng.intn(10)))
	}
	return b.String()
}

// address returns an address of IP.
func (s *source) address() string {
	few := []string{"::", "::1", "127.0.0.1", "10.0.0.1", "255.255.255.255", "2001:db8::68",
		"::ffff:192.0.2.1", "fe80::1%eth0"}
	if s.rng.chance(40) {
		return few[s.rng.intn(len(few))]
	}
	return fmt.Sprintf("%d.%d.%d.%d", s.rng.intn(256), s.rng.intn(256), s.rng.intn(4),
		s.rng.intn(256))
}
