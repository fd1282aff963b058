package harness

import (
	"encoding/binary"
	"slices"
	"testing"
)

// TestOrders tries both orders of bytes, and keeps those of calls.
func TestOrders(t *testing.T) {
	old := func(o binary.ByteOrder, x uint32) []byte {
		b := make([]byte, 4)
		o.PutUint32(b, x)
		return b
	}
	for _, order := range orders {
		now := func(_ binary.ByteOrder, x uint32) []byte { return old(order, x) }
		if i, _ := apart(t, registry, old, now, inputs()); i < 0 {
			t.Errorf("no input tells an order from %v", order)
		}
	}
	if i, how := apart(t, registry, old, old, inputs()); i >= 0 {
		t.Errorf("input %d tells it from itself:\n%s", i, how)
	}
	s, call := recording(t, func([]binary.ByteOrder) {}, orders)
	got := newSource(s.reg, newBuilder(s.reg), 2).recorded(call, s.params, false)[0]
	made := got.Interface().([]binary.ByteOrder)
	if !complete(call.Args) || !slices.Equal(made, orders) {
		t.Errorf("%v are made again as %v", orders, made)
	}
}
