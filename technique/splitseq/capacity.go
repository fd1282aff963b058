package splitseq

import (
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique/effects"
)

// capacityUnused reports whether the piece at cur may have other bytes behind it, within its
// capacity. Those that Split returns have none, except the last; those that Cut returns have.
func (s *split) capacityUnused(cur inspector.Cursor) bool {
	return !s.onBytes() || effects.CapacityUnused(s.pass, cur)
}

// unusedCapacities reports the same of all uses of the pieces up to the last of them.
func (s *split) unusedCapacities(u usage, last int64) bool {
	for _, use := range u.of(indexes) {
		if use.index <= last && !s.capacityUnused(use.cur) {
			return false
		}
	}
	return true
}
