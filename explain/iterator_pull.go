package explain

// iteratorPull is the rule of iterator-pull.
func iteratorPull() rule {
	return rule{
		Cause:  cause("iterator-pull"),
		called: func(f symbol) bool { return f.is("iter", "Pull", "Pull2") },
		itself: func(t *trail) bool { return t.act == coroutine },
	}
}
