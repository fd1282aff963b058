package explain

// urlParse is the rule of url-parse.
func urlParse() rule {
	return rule{
		Cause:  cause("url-parse"),
		called: func(f symbol) bool { return f.pkg == "net/url" },
	}
}
