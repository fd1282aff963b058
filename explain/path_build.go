package explain

// pathBuild is the rule of path-build. A path that is clean already is returned
// as it is.
func pathBuild() rule {
	return rule{
		Cause: cause("path-build"),
		called: func(f symbol) bool {
			return f.in("path", "path/filepath", "internal/filepathlite")
		},
	}
}
