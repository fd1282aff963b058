package explain

// stringSplit is the rule of string-split. The pieces share the string; the
// slice of them does not.
func stringSplit() rule {
	return rule{
		Cause: cause("string-split"),
		called: func(f symbol) bool {
			return f.in("strings", "bytes") && f.starts("Split", "Fields", "genSplit", "explode") &&
				!f.starts("SplitSeq", "SplitAfterSeq", "FieldsSeq", "FieldsFuncSeq")
		},
	}
}
