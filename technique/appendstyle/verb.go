package appendstyle

import (
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// how returns the way in which an argument with a verb is appended without
// package fmt, with exactly the text that it would print.
func (d *draft) how(it item) (string, bool) {
	t := types.Unalias(d.ix.info.TypeOf(it.arg))
	b, ok := t.Underlying().(*types.Basic)
	if _, param := t.(*types.TypeParam); param || !ok && !isBytes(t) {
		return "", false
	}
	verb := it.verb[1:]
	prints := slices.Contains([]string{"s", "v", "q", "x"}, verb)
	if hasMethod(t, "Format") || prints && (hasMethod(t, "Error") || hasMethod(t, "String")) {
		return "", false
	}
	if !ok {
		_, plain := t.(*types.Slice)
		return "spread", plain && verb == "s"
	}
	return way(b, verb, d.ix.info.Types[it.arg].Value != nil)
}

func hasMethod(t types.Type, name string) bool {
	return types.NewMethodSet(t).Lookup(nil, name) != nil
}

// way returns the way for a basic type.
func way(b *types.Basic, verb string, constant bool) (string, bool) {
	prec, precise := strings.CutPrefix(verb, ".")
	switch info := b.Info(); {
	case info&types.IsString != 0:
		return verb, verb == "s" || verb == "v" || verb == "q"
	case info&types.IsBoolean != 0:
		return "bool", verb == "t" || verb == "v"
	case info&types.IsFloat != 0 && precise && len(prec) == 2:
		return "float", prec[0] >= '0' && prec[0] <= '9' && strings.Contains("feg", prec[1:])
	case info&types.IsFloat != 0:
		return "float", slices.Contains([]string{"f", "e", "g", "v"}, verb)
	case info&types.IsInteger != 0 && verb == "c":
		return "rune", (b.Kind() == types.Rune || b.Kind() == types.Byte) && !constant
	case info&types.IsUntyped != 0 && b.Kind() == types.UntypedRune && verb == "v":
		return "int", true
	case info&types.IsInteger != 0 && info&types.IsUnsigned != 0:
		return "uint", slices.Contains([]string{"d", "v", "x", "o", "b"}, verb)
	case info&types.IsInteger != 0:
		return "int", slices.Contains([]string{"d", "v", "x", "o", "b"}, verb)
	}
	return "", false
}

// verbSteps returns the steps for an item that how knows.
func (d *draft) verbSteps(it item) []step {
	kind, _ := d.how(it)
	switch kind {
	case "s", "v":
		return d.emit(it.arg)
	case "spread":
		d.grow(16)
		return []step{spread(d.render(it.arg))}
	case "rune":
		d.grow(4)
		return []step{call(d.qualifier("unicode/utf8")+".AppendRune",
			d.convert(it, types.Typ[types.Rune]))}
	}
	conv := d.qualifier("strconv")
	d.grow(20)
	switch kind {
	case "q":
		return []step{call(conv+".AppendQuote", d.convert(it, types.Typ[types.String]))}
	case "bool":
		return []step{call(conv+".AppendBool", d.convert(it, types.Typ[types.Bool]))}
	case "int":
		return []step{call(conv+".AppendInt", d.convert(it, types.Typ[types.Int64]), it.base())}
	case "uint":
		return []step{call(conv+".AppendUint", d.convert(it, types.Typ[types.Uint64]), it.base())}
	}
	format, prec, size := it.float(d.ix.info.TypeOf(it.arg))
	return []step{call(conv+".AppendFloat", d.convert(it, types.Typ[types.Float64]),
		format, prec, size)}
}

// convert returns the argument of an item with the type that a function wants.
func (d *draft) convert(it item, want types.Type) string {
	arg := d.render(it.arg)
	t := types.Unalias(d.ix.info.TypeOf(it.arg))
	if types.Identical(t, want) {
		return arg
	}
	return want.String() + "(" + arg + ")"
}

// base returns the base in which the verb prints integers.
func (it item) base() string {
	switch it.verb {
	case "%x":
		return "16"
	case "%o":
		return "8"
	case "%b":
		return "2"
	}
	return "10"
}

// float returns the arguments of strconv.AppendFloat for the item's verb.
func (it item) float(t types.Type) (format, prec, size string) {
	size = "64"
	if b, ok := t.Underlying().(*types.Basic); ok && b.Kind() == types.Float32 {
		size = "32"
	}
	letter, prec := it.verb[len(it.verb)-1], "6"
	switch {
	case it.verb[1] == '.':
		prec = it.verb[2:3]
	case letter == 'g' || letter == 'v':
		prec = "-1"
	}
	if letter == 'v' {
		letter = 'g'
	}
	return strconv.QuoteRune(rune(letter)), prec, size
}
