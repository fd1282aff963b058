package appendstyle

import (
	"go/types"
	"strconv"

	"github.com/wring-go/wring/technique/fmtverb"
)

// how returns the way in which an argument with a verb is appended without
// package fmt, with exactly the text that it would print.
func (d *draft) how(it item) (fmtverb.Way, bool) {
	t := types.Unalias(d.ix.info.TypeOf(it.arg))
	way, ok := fmtverb.Of(t, it.Directive)
	switch way.Kind {
	case fmtverb.Bytes:
		_, plain := t.(*types.Slice)
		return way, ok && plain
	case fmtverb.Rune:
		return way, ok && d.ix.info.Types[it.arg].Value == nil
	case fmtverb.Hex:
		return way, false
	}
	return way, ok
}

// verbSteps returns the steps for an item that how knows.
func (d *draft) verbSteps(it item) []step {
	way, _ := d.how(it)
	switch way.Kind {
	case fmtverb.Text:
		return d.emit(it.arg)
	case fmtverb.Bytes:
		d.grow(16)
		return []step{spread(d.render(it.arg))}
	case fmtverb.Rune:
		d.grow(4)
		return []step{call(d.qualifier("unicode/utf8")+".AppendRune",
			d.convert(it, types.Typ[types.Rune]))}
	}
	conv := d.qualifier("strconv")
	d.grow(20)
	switch way.Kind {
	case fmtverb.Quote:
		return []step{call(conv+".AppendQuote", d.convert(it, types.Typ[types.String]))}
	case fmtverb.Bool:
		return []step{call(conv+".AppendBool", d.convert(it, types.Typ[types.Bool]))}
	case fmtverb.Int:
		return []step{call(conv+".AppendInt", d.convert(it, types.Typ[types.Int64]),
			strconv.Itoa(way.Base))}
	case fmtverb.Uint:
		return []step{call(conv+".AppendUint", d.convert(it, types.Typ[types.Uint64]),
			strconv.Itoa(way.Base))}
	}
	return []step{call(conv+".AppendFloat", d.convert(it, types.Typ[types.Float64]),
		strconv.QuoteRune(rune(way.Letter)), strconv.Itoa(way.Prec), strconv.Itoa(way.Size))}
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
