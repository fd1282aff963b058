package explain

// bufioNew is the rule of bufio-new.
func bufioNew() rule {
	return rule{
		Cause:  cause("bufio-new"),
		called: func(f symbol) bool { return f.pkg == "bufio" && f.starts("New") },
	}
}
