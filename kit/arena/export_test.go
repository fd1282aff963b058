package arena

// ReuseAlways makes a reuse its memory also in builds with a detector, so that
// what happens in ordinary builds can be tested there.
func ReuseAlways(a *Arena) *Arena {
	a.reuse = true
	return a
}
