package explain

// ioCopy is the rule of io-copy. Only when neither side can copy by itself is
// there a buffer.
func ioCopy() rule {
	return rule{
		Cause: cause("io-copy"),
		called: func(f symbol) bool {
			return f.pkg == "io" && f.starts("Copy", "copyBuffer", "Pipe", "MultiReader",
				"MultiWriter", "TeeReader", "NewSectionReader", "LimitReader")
		},
	}
}
