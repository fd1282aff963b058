package explain

// htmlEscape is the rule of html-escape.
func htmlEscape() rule {
	return rule{
		Cause: cause("html-escape"),
		called: func(f symbol) bool {
			return f.is("html", "EscapeString", "UnescapeString") ||
				f.in("text/template", "html/template") &&
					f.starts("HTMLEscape", "JSEscape", "URLQueryEscaper")
		},
	}
}
