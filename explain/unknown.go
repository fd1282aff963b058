package explain

// unknown is the rule of unknown. It has no rule: it is what is left.
func unknown() rule {
	return rule{
		Cause: cause("unknown"),
	}
}
