package serve

// With these a test sees which requests a handler has begun to answer.
var (
	Handler   = handler
	ServeHTTP = serveHTTP
)
