package explain

// sourceCode is the rule of source-code.
func sourceCode() rule {
	return rule{
		Cause:  cause("source-code"),
		called: func(f symbol) bool { return f.below("go") },
	}
}
