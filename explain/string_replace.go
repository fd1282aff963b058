package explain

// stringReplace is the rule of string-replace. A Replacer's tables are
// replacer-build, which comes before.
func stringReplace() rule {
	return rule{
		Cause: cause("string-replace"),
		called: func(f symbol) bool {
			return f.in("strings", "bytes") &&
				(f.starts("Replace") || f.of("strings", "Replacer") ||
					f.of("strings", "genericReplacer") || f.of("strings", "byteReplacer") ||
					f.of("strings", "byteStringReplacer"))
		},
	}
}
