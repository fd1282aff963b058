package explain

// templateParse is the rule of template-parse. html/template analyses and
// rewrites a template when it is first executed, and clones it for that.
func templateParse() rule {
	return rule{
		Cause: cause("template-parse"),
		called: func(f symbol) bool {
			if f.pkg == "text/template/parse" || f.of("html/template", "escaper") {
				return true
			}
			return f.in("text/template", "html/template") && f.starts("New", "Must", "Parse",
				"parse", "Funcs", "Delims", "Clone", "AddParseTree", "escape",
				"lookupAndEscapeTemplate")
		},
	}
}
