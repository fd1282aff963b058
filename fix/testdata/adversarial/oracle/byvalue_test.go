package byvalue

import (
	"testing"

	"example.com/adversarial/witness"
)

func TestOracle(t *testing.T) {
	log := witness.Open(t, "byvalue")
	texts := append(witness.Texts(), "aaaa,a", " a , aa", ",,,", "a,ab,abc,", ",a,,b", "aa aaa a",
		"日本,語", "one,two,three,four,five")
	witness.Each(log, "Depth", Depth, texts...)
	witness.Each(log, "Spans", Spans, texts...)
	witness.Each(log, "Found", Found, texts...)
	witness.Each(log, "Same", Same, texts...)
	witness.Each(log, "Total", Total, texts...)
	witness.Each(log, "Marks", Marks, texts...)
	witness.Each(log, "Shown", Shown, texts...)
	witness.Each(log, "Viewed", Viewed, texts...)
	witness.Each(log, "First", First, texts...)
	witness.Each(log, "Cells", Cells, texts...)
}
