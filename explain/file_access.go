package explain

// fileAccess is the rule of file-access.
func fileAccess() rule {
	return rule{
		Cause: cause("file-access"),
		called: func(f symbol) bool {
			return f.below("os") || f.in("io/fs", "syscall", "internal/syscall/unix") ||
				f.pkg == "embed" ||
				f.pkg == "path/filepath" && f.starts("Walk", "Glob", "Eval", "Abs")
		},
	}
}
