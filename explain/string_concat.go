package explain

// stringConcat is the rule of string-concat.
func stringConcat() rule {
	return rule{
		Cause:  cause("string-concat"),
		itself: func(t *trail) bool { return t.act == concat },
	}
}
