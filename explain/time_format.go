package explain

// timeFormat is the rule of time-format.
func timeFormat() rule {
	return rule{
		Cause: cause("time-format"),
		called: func(f symbol) bool {
			return f.pkg == "time" && f.starts("Format", "String", "AppendFormat",
				"MarshalJSON", "MarshalText", "AppendText", "GoString")
		},
	}
}
