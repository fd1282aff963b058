package explain

// bufferGrows is the rule of buffer-grows. String and the line readers copy out
// of the buffer, which is another cause.
func bufferGrows() rule {
	return rule{
		Cause: cause("buffer-grows"),
		called: func(f symbol) bool {
			return f.is("bytes", "growSlice") || f.of("bytes", "Buffer") &&
				f.starts("Write", "Grow", "grow", "ReadFrom", "tryGrow")
		},
	}
}
