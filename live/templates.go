package live

// templates finds templates that are parsed while a request waits.
func templates(v *seen) []Conclusion {
	return perRequest{code: Templates,
		text:    "parse the templates once, when the program starts",
		command: "wring live -diff before.live after.live",
		functions: []string{"html/template.ParseF", "html/template.ParseG",
			"html/template.(*Template).Parse", "text/template.ParseF", "text/template.ParseG",
			"text/template.(*Template).Parse", "text/template/parse.Parse",
			"html/template.parseF", "text/template.parseF", "html/template.parseG",
			"text/template.parseG", "html/template.(*Template).AddParseTree"}}.in(v)
}
