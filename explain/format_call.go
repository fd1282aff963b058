package explain

// formatCall is the rule of format-call. Operands are boxed on the own line and
// are boxed-argument; this is what happens below the call.
func formatCall() rule {
	return rule{
		Cause:  cause("format-call"),
		called: func(f symbol) bool { return f.pkg == "fmt" },
	}
}
