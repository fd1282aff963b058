package explain

// compressorState is the rule of compressor-state.
func compressorState() rule {
	return rule{
		Cause:  cause("compressor-state"),
		called: func(f symbol) bool { return f.below("compress") || f.below("archive") },
	}
}
