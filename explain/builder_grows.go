package explain

// builderGrows is the rule of builder-grows.
func builderGrows() rule {
	return rule{
		Cause:  cause("builder-grows"),
		called: func(f symbol) bool { return f.of("strings", "Builder") },
	}
}
