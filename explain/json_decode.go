package explain

// jsonDecode is the rule of json-decode. Everything else in package json reads.
func jsonDecode() rule {
	return rule{
		Cause:  cause("json-decode"),
		called: func(f symbol) bool { return f.below("encoding/json") },
	}
}
