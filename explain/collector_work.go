package explain

// collectorWork is the rule of collector-work. A goroutine that allocates while
// the collector runs has to help it, so this stands below any line.
func collectorWork() rule {
	return rule{
		Cause:    cause("collector-work"),
		anywhere: func(t *trail) bool { return t.act == collecting },
	}
}
