package explain

// panicValue is the rule of panic-value.
func panicValue() rule {
	return rule{
		Cause:  cause("panic-value"),
		itself: func(t *trail) bool { return t.act == panicking },
	}
}
