package explain

// largeObject is the rule of large-object. The compiler names the reason in its
// path to the heap.
func largeObject() rule {
	return rule{
		Cause:  cause("large-object"),
		itself: func(t *trail) bool { return !t.theirs() && tooLarge(t.fact) },
	}
}
