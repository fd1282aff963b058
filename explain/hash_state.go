package explain

// hashState is the rule of hash-state.
func hashState() rule {
	return rule{
		Cause:  cause("hash-state"),
		called: func(f symbol) bool { return f.below("hash") || f.below("crypto") },
	}
}
