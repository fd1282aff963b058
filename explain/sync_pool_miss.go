package explain

// syncPoolMiss is the rule of sync-pool-miss. A pool that has nothing to give
// calls its New, and whatever New makes is a miss, in the caller's code or
// below. The pool's own tables, one per processor, are of the same kind.
func syncPoolMiss() rule {
	return rule{
		Cause: cause("sync-pool-miss"),
		anywhere: func(t *trail) bool {
			for _, c := range t.callees {
				if c.of("sync", "Pool") || c.of("sync", "poolChain") {
					return true
				}
			}
			for _, c := range t.callers {
				if c.is("sync", "(*Pool).Get") {
					return true
				}
			}
			return false
		},
	}
}
