package fmtverb

import (
	"go/types"
	"slices"
	"strings"
)

// Kind is how the text of an operand is made.
type Kind int

// The kinds, with the function that appends such text.
const (
	Text  Kind = iota // append(dst, s...)
	Quote             // strconv.AppendQuote
	Bool              // strconv.AppendBool
	Int               // strconv.AppendInt
	Uint              // strconv.AppendUint
	Float             // strconv.AppendFloat
	Rune              // utf8.AppendRune
	Bytes             // append(dst, b...)
	Hex               // hex.AppendEncode, of bytes
)

// Way is how a verb prints an operand, to the letter.
type Way struct {
	Kind   Kind
	Base   int  // of Int and Uint
	Letter byte // of Float: 'e', 'f' or 'g'
	Prec   int  // of Float
	Size   int  // of Float: 32 or 64
}

// bases are the bases in which verbs write integers.
var bases = map[byte]int{'v': 10, 'd': 10, 'b': 2, 'o': 8, 'x': 16}

// Of returns how a verb prints an operand of type t. It is not ok for any pair
// of verb and type that it does not know, and where a method makes the text.
func Of(t types.Type, d Directive) (Way, bool) {
	t = types.Unalias(t)
	if _, param := t.(*types.TypeParam); param || !d.Plain || Asks(t, d.Verb) {
		return Way{}, false
	}
	switch under := t.Underlying().(type) {
	case *types.Basic:
		return basic(under, d)
	case *types.Slice:
		return bytes(under.Elem(), d.Verb, true)
	case *types.Array:
		return bytes(under.Elem(), d.Verb, false)
	}
	return Way{}, false
}

// Padded returns how a verb with a width prints an operand before it is padded, and %X, which
// package strconv does not know, as if it had a width. It is not ok for any pair of verb and
// type that it does not know.
func Padded(t types.Type, d Directive) (Way, bool) {
	upper := d.Verb == 'X'
	if d.Width == 0 && !(upper && d.Plain) {
		return Way{}, false
	}
	d.Plain = true
	if upper {
		d.Verb = 'x' // which asks the same methods
	}
	way, ok := Of(t, d)
	switch way.Kind {
	case Text:
		return way, ok && !d.Zeros
	case Int, Hex:
		return way, ok && !upper && !d.Left
	case Float:
		return way, ok && !d.Left && !d.Zeros // which fill no infinity
	case Uint:
		return way, ok && !d.Left && (!upper || d.Zeros || d.Width == 0)
	}
	return way, false
}

func bytes(elem types.Type, verb byte, slice bool) (Way, bool) {
	switch {
	case !types.Identical(elem, types.Typ[types.Byte]):
		return Way{}, false
	case verb == 's' && slice:
		return Way{Kind: Bytes}, true
	}
	return Way{Kind: Hex}, verb == 'x'
}

func basic(t *types.Basic, d Directive) (Way, bool) {
	info := t.Info()
	switch {
	case info&types.IsString != 0 && d.Verb == 'q':
		return Way{Kind: Quote}, true
	case info&types.IsString != 0:
		return Way{Kind: Text}, d.Verb == 's' || d.Verb == 'v'
	case info&types.IsBoolean != 0:
		return Way{Kind: Bool}, d.Verb == 't' || d.Verb == 'v'
	case info&types.IsFloat != 0:
		return float(t, d)
	case info&types.IsInteger != 0 && d.Verb == 'c':
		return Way{Kind: Rune}, narrow(t)
	case info&types.IsInteger != 0 && info&types.IsUnsigned != 0:
		return Way{Kind: Uint, Base: bases[d.Verb]}, bases[d.Verb] != 0
	case info&types.IsInteger != 0:
		return Way{Kind: Int, Base: bases[d.Verb]}, bases[d.Verb] != 0
	}
	return Way{}, false
}

// narrow reports whether a type holds no more than a rune: of others fmt looks
// at the bits that a conversion would cut off.
func narrow(t *types.Basic) bool {
	switch t.Kind() {
	case types.Int8, types.Int16, types.Int32, types.Uint8, types.Uint16:
		return true
	}
	return false
}

func float(t *types.Basic, d Directive) (Way, bool) {
	w := Way{Kind: Float, Letter: d.Verb, Prec: d.Prec, Size: 64}
	if t.Kind() == types.Float32 {
		w.Size = 32
	}
	if d.Verb == 'v' {
		w.Letter = 'g'
	}
	if d.Prec < 0 && w.Letter != 'g' {
		w.Prec = 6
	}
	return w, strings.IndexByte("vefg", d.Verb) >= 0
}

// namers are types of the standard library with a String method that cannot panic, and
// that fmt asks for nothing else.
var namers = map[string][]string{
	"time":      {"Duration", "Month", "Weekday", "Time"},
	"net":       {"IP", "IPMask", "HardwareAddr"},
	"net/netip": {"Addr", "AddrPort", "Prefix"},
	"io/fs":     {"FileMode"},
	"reflect":   {"Kind"},
}

// NamesItself reports whether t is a type of the standard library whose text, without width
// and flags, is what its String method returns, which cannot panic.
func NamesItself(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Pkg() != nil &&
		slices.Contains(namers[named.Obj().Pkg().Path()], named.Obj().Name())
}

// Asks reports whether fmt asks a method of t for the text. Which one depends on
// the verb: a number that is also a Stringer is a number to %d.
func Asks(t types.Type, verb byte) bool {
	names := []string{"Format"}
	if strings.IndexByte("vsxXq", verb) >= 0 {
		names = append(names, "String", "Error")
	}
	methods := types.NewMethodSet(t)
	for _, name := range names {
		if methods.Lookup(nil, name) != nil {
			return true
		}
	}
	return false
}
