package explain

// jsonEncode is the rule of json-encode. Encoding and decoding share the cache
// of a type's fields; what fills it is counted as the one that came first.
func jsonEncode() rule {
	return rule{
		Cause: cause("json-encode"),
		called: func(f symbol) bool {
			return f.below("encoding/json") && f.starts("Marshal", "Encode", "marshal", "encode",
				"NewEncoder", "Indent", "Compact", "HTMLEscape", "append")
		},
	}
}
