package text

import "testing"

func order() Order {
	return Order{ID: 12345, Name: "miller", Lines: []Line{{"bread", 2, 250}, {"butter", 1, 199},
		{"a jar of honey", 3, 799}, {"apples", 12, 35}}}
}

func BenchmarkReceipt(b *testing.B) {
	for b.Loop() {
		Receipt(order())
	}
}

func TestArticles(t *testing.T) {
	if got := Articles(order()); len(got) != 4 || got[0] != "BREAD" {
		t.Errorf("got %q", got)
	}
}

func TestReceipt(t *testing.T) {
	o := order()
	o.Lines = o.Lines[:1]
	if got := Receipt(o); got != "order 12345 for miller\n2 x bread\n" {
		t.Errorf("got %q", got)
	}
}
