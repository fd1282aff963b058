package explain

// mapGrows is the rule of map-grows. The first assignment to a map that was
// made without a size counts as well.
func mapGrows() rule {
	return rule{
		Cause:  cause("map-grows"),
		itself: func(t *trail) bool { return t.act == growMap },
	}
}
