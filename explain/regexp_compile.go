package explain

// regexpCompile is the rule of regexp-compile. Matching with a pattern given as
// text compiles it first.
func regexpCompile() rule {
	return rule{
		Cause: cause("regexp-compile"),
		called: func(f symbol) bool {
			return f.in("regexp/syntax") || f.is("regexp", "Compile", "MustCompile",
				"CompilePOSIX", "MustCompilePOSIX", "Match", "MatchString", "MatchReader")
		},
	}
}
