package explain

// httpHeader is the rule of http-header.
func httpHeader() rule {
	return rule{
		Cause: cause("http-header"),
		called: func(f symbol) bool {
			return f.pkg == "net/textproto" || f.pkg == "mime" || f.of("net/http", "Header") ||
				f.pkg == "net/http" && f.starts("CanonicalHeaderKey", "SetCookie", "ParseCookie",
					"readCookies", "ParseTime")
		},
	}
}
