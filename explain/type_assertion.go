package explain

// typeAssertion is the rule of type-assertion. The runtime remembers which type
// has which methods, per place in the code.
func typeAssertion() rule {
	return rule{
		Cause:  cause("type-assertion"),
		itself: func(t *trail) bool { return t.act == assertion },
	}
}
