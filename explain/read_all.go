package explain

// readAll is the rule of read-all.
func readAll() rule {
	return rule{
		Cause: cause("read-all"),
		called: func(f symbol) bool {
			return f.is("io", "ReadAll") || f.is("os", "ReadFile") || f.pkg == "io/ioutil" ||
				f.is("io/fs", "ReadFile") || f.is("embed", "FS.ReadFile")
		},
	}
}
