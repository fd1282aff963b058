package explain

// channelMake is the rule of channel-make.
func channelMake() rule {
	return rule{
		Cause:  cause("channel-make"),
		itself: func(t *trail) bool { return t.act == newChan },
	}
}
