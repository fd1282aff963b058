package explain

// strconvFormat is the rule of strconv-format. Since Go 1.26 much of strconv
// lives in internal/strconv. Errors of the parsing functions are error-value,
// which comes before.
func strconvFormat() rule {
	return rule{
		Cause: cause("strconv-format"),
		called: func(f symbol) bool {
			return f.in("strconv", "internal/strconv", "internal/itoa") &&
				f.starts("Format", "Itoa", "Quote", "quote", "Append", "append", "Unquote",
					"unquote", "Uitoa", "format", "small")
		},
	}
}
