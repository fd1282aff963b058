package live

// templates finds templates that are parsed while a request waits.
func templates(v *seen) []Conclusion {
	return perRequest{code: Templates,
		low: 0.85, high: 1,
		text:    "parse the templates once, when the program starts",
		command: "wring live -diff before.live after.live",
		functions: []string{"html/template.ParseF", "html/template.ParseG",
			"html/template.(*Template).Parse", "text/template.ParseF", "text/template.ParseG",
			"text/template.(*Template).Parse", "text/template/parse.Parse",
			"html/template.parseF", "text/template.parseF", "html/template.parseG",
			"text/template.parseG", "html/template.(*Template).AddParseTree"}}.in(v)
}

// executed finds templates that take long to execute: what they show is reached by
// reflection, and each value is escaped by itself.
func executed(v *seen) []Conclusion {
	return perRequest{code: TemplatesExecuted, least: 0.05, low: 0.3, high: 0.9,
		text: "append the page to a []byte by functions of its own (kit/appendfmt, " +
			"template.HTMLEscape), or generate them",
		command: "wring run -labels route -- PACKAGE",
		functions: []string{"html/template.(*Template).Execute",
			"text/template.(*Template).Execute"}}.in(v)
}
