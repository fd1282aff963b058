package explain

// templateExecute is the rule of template-execute.
func templateExecute() rule {
	return rule{
		Cause:  cause("template-execute"),
		called: func(f symbol) bool { return f.in("text/template", "html/template") },
	}
}
