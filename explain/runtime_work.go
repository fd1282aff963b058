package explain

// runtimeWork is the rule of runtime-work. A goroutine that allocates while the
// collector runs has to help it, so this stands below any line.
func runtimeWork() rule {
	return rule{
		Cause: cause("runtime-work"),
		anywhere: func(t *trail) bool {
			return t.act == runtimeOwn || t.own.runtime && t.own.own == ""
		},
	}
}
