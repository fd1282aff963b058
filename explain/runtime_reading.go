package explain

// runtimeReading is the rule of runtime-reading.
func runtimeReading() rule {
	return rule{
		Cause:  cause("runtime-reading"),
		called: func(f symbol) bool { return f.pkg == "runtime/metrics" },
		itself: func(t *trail) bool { return t.act == inspectSelf },
	}
}
