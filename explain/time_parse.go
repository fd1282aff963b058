package explain

// timeParse is the rule of time-parse. A zone that is neither local nor UTC
// gets a Location of its own.
func timeParse() rule {
	return rule{
		Cause: cause("time-parse"),
		called: func(f symbol) bool {
			return f.pkg == "time" && f.starts("Parse", "parse", "LoadLocation", "FixedZone",
				"UnmarshalJSON", "UnmarshalText")
		},
	}
}
