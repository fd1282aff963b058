package explain

// containerElement is the rule of container-element.
func containerElement() rule {
	return rule{
		Cause:  cause("container-element"),
		called: func(f symbol) bool { return f.below("container") },
	}
}
