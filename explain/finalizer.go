package explain

// finalizer is the rule of finalizer.
func finalizer() rule {
	return rule{
		Cause:  cause("finalizer"),
		itself: func(t *trail) bool { return t.act == attach },
	}
}
