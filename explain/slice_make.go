package explain

// sliceMake is the rule of slice-make.
func sliceMake() rule {
	return rule{
		Cause:  cause("slice-make"),
		itself: func(t *trail) bool { return t.act == newSlice },
	}
}
