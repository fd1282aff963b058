package explain

// mapMake is the rule of map-make.
func mapMake() rule {
	return rule{
		Cause:  cause("map-make"),
		itself: func(t *trail) bool { return t.act == newMap },
	}
}
