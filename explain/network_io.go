package explain

// networkIO is the rule of network-io.
func networkIO() rule {
	return rule{
		Cause: cause("network-io"),
		called: func(f symbol) bool {
			return f.in("net", "internal/poll", "net/mail", "net/smtp") || f.below("net/rpc")
		},
	}
}
