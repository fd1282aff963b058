package explain

// bigNumber is the rule of big-number.
func bigNumber() rule {
	return rule{
		Cause:  cause("big-number"),
		called: func(f symbol) bool { return f.pkg == "math/big" },
	}
}
