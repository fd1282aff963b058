package explain

// bigTemporary is the rule of big-temporary. The compiler keeps the temporary
// on the stack, but the room there is small. Only its silence about a line of a
// package that it was asked about means so.
func bigTemporary() rule {
	return rule{
		Cause: cause("big-temporary"),
		itself: func(t *trail) bool {
			return t.silent && t.size > stackBuffer && (t.act == concat || t.act == convert)
		},
	}
}
