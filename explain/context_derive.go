package explain

// contextDerive is the rule of context-derive.
func contextDerive() rule {
	return rule{
		Cause:  cause("context-derive"),
		called: func(f symbol) bool { return f.pkg == "context" },
	}
}
