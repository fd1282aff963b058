package explain

// mapIteration is the rule of map-iteration. The state of a loop over a map is
// on the heap only when it outlives the statement, as in an iterator.
func mapIteration() rule {
	return rule{
		Cause: cause("map-iteration"),
		itself: func(t *trail) bool {
			return t.act == newObject && (t.typ == "maps.Iter" || t.typ == "runtime.hiter")
		},
	}
}
