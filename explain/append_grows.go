package explain

// appendGrows is the rule of append-grows. Since Go 1.26 append begins on the
// stack where it can, and the slice moves to the heap when it is returned: the
// same cause, once.
func appendGrows() rule {
	return rule{
		Cause:  cause("append-grows"),
		itself: func(t *trail) bool { return t.act == grow || t.act == move },
	}
}
