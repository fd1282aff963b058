package harness

import (
	"io"
	"sync/atomic"
)

// blocks are those that were run, and hits is how many. They are variables since the code
// that calls Hit has nothing to hold them.
var (
	blocks [MaxBlocks]uint32
	hits   uint32
)

// Hit notes that a block of the new code was run. Calls to it are put at the
// beginning of blocks.
func Hit(block int) {
	if atomic.LoadUint32(&blocks[block]) == 0 && atomic.SwapUint32(&blocks[block], 1) == 0 {
		atomic.AddUint32(&hits, 1)
	}
}

// coverage is which blocks have been written.
type coverage struct {
	hits    uint32
	written [MaxBlocks]bool
}

// write writes the blocks that were run since it was called last. That is done behind each
// input: the process may not survive the next one.
func (c *coverage) write(out io.Writer) error {
	n := atomic.LoadUint32(&hits)
	if n == c.hits {
		return nil
	}
	c.hits = n
	for i := range blocks {
		if c.written[i] || atomic.LoadUint32(&blocks[i]) == 0 {
			continue
		}
		c.written[i] = true
		if _, err := out.Write((Outcome{IsBlock, uint64(i)}).encode(0)); err != nil {
			return err
		}
	}
	return nil
}
