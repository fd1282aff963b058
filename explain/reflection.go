package explain

// reflection is the rule of reflection.
func reflection() rule {
	return rule{
		Cause:  cause("reflection"),
		called: func(f symbol) bool { return f.pkg == "reflect" },
	}
}
