package explain

// replacerBuild is the rule of replacer-build. A Replacer builds its tables on
// first use, so the first Replace pays too.
func replacerBuild() rule {
	return rule{
		Cause: cause("replacer-build"),
		called: func(f symbol) bool {
			return f.pkg == "strings" && (f.starts("NewReplacer", "makeGenericReplacer",
				"makeSingleStringReplacer", "buildOnce") || f.is("strings", "(*Replacer).build"))
		},
	}
}
