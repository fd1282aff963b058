package explain

// channelWait is the rule of channel-wait. A goroutine that waits needs a
// record in the queue; free ones are kept.
func channelWait() rule {
	return rule{
		Cause:  cause("channel-wait"),
		itself: func(t *trail) bool { return t.act == park },
	}
}
