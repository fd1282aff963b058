package explain

// iteratorCollect is the rule of iterator-collect. The length of a sequence is
// not known, so collecting one grows.
func iteratorCollect() rule {
	return rule{
		Cause: cause("iterator-collect"),
		called: func(f symbol) bool {
			return f.is("slices", "Collect", "AppendSeq", "Sorted", "SortedFunc",
				"SortedStableFunc") || f.is("maps", "Collect", "Insert")
		},
	}
}
