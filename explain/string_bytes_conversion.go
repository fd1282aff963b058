package explain

// stringBytesConversion is the rule of string-bytes-conversion. Runes and
// single characters are converted by the same functions.
func stringBytesConversion() rule {
	return rule{
		Cause: cause("string-bytes-conversion"),
		itself: func(t *trail) bool {
			return t.act == convert || t.act == newObject && t.kind == converted
		},
	}
}
