package live

// expressions finds regular expressions that are compiled while a request waits.
func expressions(v *seen) []Conclusion {
	return perRequest{code: Expressions,
		low: 0.85, high: 1,
		text:      "compile the regular expression once, in a variable of the package",
		command:   "wring fix -technique once ./...",
		functions: []string{"regexp.Compile", "regexp.MustCompile", "regexp/syntax.Parse"},
	}.in(v)
}

// matching finds regular expressions that take long to match.
func matching(v *seen) []Conclusion {
	return perRequest{code: Matching, least: 0.03, low: 0.5, high: 0.95,
		text: "look for it by package strings or bytes (Cut, IndexByte, a loop over the text), " +
			"at least before the expression is asked",
		command:   "wring why ./...",
		functions: []string{"regexp.(*Regexp)."}}.in(v)
}
