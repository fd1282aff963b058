package explain

// boxedArgument is the rule of boxed-argument. Pointers, constants, zero values
// and single bytes are stored in an interface without memory, so what is seen
// here is none of these.
func boxedArgument() rule {
	return rule{
		Cause:  cause("boxed-argument"),
		itself: func(t *trail) bool { return t.act == box },
	}
}
