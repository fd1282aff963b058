package explain

// returnedPointer is the rule of returned-pointer. The compiler's path to the
// heap ends with a return statement.
func returnedPointer() rule {
	return rule{
		Cause:  cause("returned-pointer"),
		escape: true,
		itself: func(t *trail) bool { return t.act == newObject && returned(t.fact) },
	}
}
