package explain

// timer is the rule of timer. The runtime makes the timer, package time the
// channel.
func timer() rule {
	return rule{
		Cause: cause("timer"),
		called: func(f symbol) bool {
			return f.pkg == "time" && f.starts("After", "NewTimer", "NewTicker", "Tick")
		},
		itself: func(t *trail) bool { return t.act == newTimer },
	}
}
