package harness

import (
	"math/big"
	"net/netip"
	"regexp"
	"testing"
)

// amount has parts that only their texts tell.
type amount struct {
	Coeff big.Int
	Of    *big.Rat
	From  netip.Addr
	Form  *regexp.Regexp
}

// TestTextual records such parts and makes them again, and makes up large numbers and addresses.
func TestTextual(t *testing.T) {
	a := amount{Of: big.NewRat(-3, 7), From: netip.MustParseAddr("192.0.2.7"),
		Form: regexp.MustCompile(`^a+$`)}
	a.Coeff.SetString("-123456789012345678901234567890", 10)
	s, call := recording(t, func(amount, *big.Int) {}, a, big.NewInt(77))
	if !complete(call.Args) {
		t.Fatalf("it is not recorded as a whole: %v", call.Args)
	}
	args := newSource(s.reg, newBuilder(s.reg), 3).recorded(call, s.params, false)
	got := args[0].Interface().(amount)
	if got.Coeff.Cmp(&a.Coeff) != 0 || got.Of.Cmp(a.Of) != 0 || got.From != a.From ||
		got.Form.String() != a.Form.String() || args[1].Interface().(*big.Int).Int64() != 77 {
		t.Errorf("%v became %v", a, got)
	}
	large, addresses := 0, map[netip.Addr]bool{}
	for i := range 200 {
		from := newSource(s.reg, newBuilder(s.reg), i+2)
		made := from.value(s.params[0]).Interface().(amount)
		if !made.Coeff.IsInt64() {
			large++
		}
		addresses[made.From] = true
	}
	if large < 10 || len(addresses) < 20 {
		t.Errorf("%d large numbers and %d addresses in 200 values", large, len(addresses))
	}
}
