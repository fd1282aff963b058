package explain

// benchmarkHarness is the rule of benchmark-harness.
func benchmarkHarness() rule {
	return rule{
		Cause:  cause("benchmark-harness"),
		called: func(f symbol) bool { return f.below("testing") },
	}
}
