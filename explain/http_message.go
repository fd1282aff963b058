package explain

// httpMessage is the rule of http-message.
func httpMessage() rule {
	return rule{
		Cause: cause("http-message"),
		called: func(f symbol) bool {
			return f.below("net/http") || f.pkg == "mime/multipart" ||
				f.below("vendor/golang.org/x/net/http") || f.below("golang.org/x/net/http2")
		},
	}
}
