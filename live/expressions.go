package live

// expressions finds regular expressions that are compiled while a request waits.
func expressions(v *seen) []Conclusion {
	return perRequest{code: Expressions,
		text:      "compile the regular expression once, in a variable of the package",
		command:   "wring fix -technique once ./...",
		functions: []string{"regexp.Compile", "regexp.MustCompile", "regexp/syntax.Parse"},
	}.in(v)
}
