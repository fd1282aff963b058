package explain

// stackTrace is the rule of stack-trace.
func stackTrace() rule {
	return rule{
		Cause:  cause("stack-trace"),
		called: func(f symbol) bool { return f.pkg == "runtime/debug" || f.pkg == "runtime/pprof" },
		itself: func(t *trail) bool { return t.act == walkStack },
	}
}
