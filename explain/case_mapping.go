package explain

// caseMapping is the rule of case-mapping. Functions that map each letter
// return their argument when nothing changes.
func caseMapping() rule {
	return rule{
		Cause: cause("case-mapping"),
		called: func(f symbol) bool {
			return f.in("strings", "bytes") &&
				f.starts("ToUpper", "ToLower", "ToTitle", "Title", "Map", "ToValidUTF8")
		},
	}
}
