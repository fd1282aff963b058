package harness

import "sync/atomic"

// blocks are those that were run. It is a variable since the code that calls
// Hit has nothing to hold it.
var blocks [MaxBlocks]uint32

// Hit notes that a block of the new code was run. Calls to it are put at the
// beginning of blocks.
func Hit(block int) { atomic.StoreUint32(&blocks[block], 1) }

// hitBlocks returns the blocks that were run.
func hitBlocks() []int {
	var list []int
	for i := range blocks {
		if atomic.LoadUint32(&blocks[i]) != 0 {
			list = append(list, i)
		}
	}
	return list
}
