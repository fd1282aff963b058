package explain

import "strings"

// httpMessage is the rule of http-message.
func httpMessage() rule {
	return rule{
		Cause: cause("http-message"),
		called: func(f symbol) bool {
			if f.below("net/http") && connects(f) {
				return false
			}
			return f.below("net/http") || f.pkg == "mime/multipart" ||
				f.below("vendor/golang.org/x/net/http") || f.below("golang.org/x/net/http2")
		},
	}
}

// connects reports whether f, of net/http, makes a connection before there is
// any message: it dials, or is what a test server dials with. What it calls
// says more.
func connects(f symbol) bool {
	method := f.name[strings.LastIndexByte(f.name, '.')+1:]
	return strings.Contains(strings.ToLower(method), "dial") ||
		f.of("net/http/httptest", "Server") && f.starts("Start")
}
