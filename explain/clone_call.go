package explain

// cloneCall is the rule of clone-call. A call whose purpose is a copy. The
// buffer's and the slice's own growth are other causes.
func cloneCall() rule {
	return rule{
		Cause: cause("clone-call"),
		called: func(f symbol) bool {
			return f.in("strings", "bytes", "slices", "maps", "net/url", "net/http",
				"internal/stringslite") &&
				(f.name == "Clone" || f.name == "Header.Clone" || f.name == "(*URL).Clone")
		},
	}
}
