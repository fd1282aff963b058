package explain

import "slices"

// syncPoolMiss is the rule of sync-pool-miss. A pool that has nothing to give
// calls its New, and whatever New makes is a miss, in the caller's code or
// below. The pool's own tables, one per processor, are of the same kind; but to
// wait for the lock that guards them is no miss.
func syncPoolMiss() rule {
	return rule{
		Cause: cause("sync-pool-miss"),
		anywhere: func(t *trail) bool {
			return t.act != park && (slices.ContainsFunc(t.libraries(), ofPool) ||
				slices.ContainsFunc(t.callers, getsFromPool))
		},
	}
}

// ofPool reports whether c is the pool's own code.
func ofPool(c *call) bool { return c.of("sync", "Pool") || c.of("sync", "poolChain") }

// getsFromPool reports whether c is Get; it calls nothing of others but New.
func getsFromPool(c *call) bool { return c.is("sync", "(*Pool).Get") }
