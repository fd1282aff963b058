package explain

// methodValueRule is the rule of method-value. Its type is that of a closure
// that carries the receiver, so only the compiler's word tells it from one.
func methodValueRule() rule {
	return rule{
		Cause:  cause("method-value"),
		escape: true,
		itself: func(t *trail) bool { return t.act == newObject && t.kind == methodValue },
	}
}
