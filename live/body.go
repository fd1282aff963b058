package live

// bodyInMemory finds bodies of requests that are read as a whole before they are
// used: what is sent as a file is copied several times over.
func bodyInMemory(v *seen) []Conclusion {
	return perRequest{code: BodyInMemory, low: 0.3, high: 0.9,
		text: "read the parts of the body one by one (Request.MultipartReader) and copy what is " +
			"large to where it stays (io.Copy)",
		command: "wring run -labels route -- PACKAGE",
		functions: []string{"mime/multipart.(*Reader).ReadForm",
			"mime/multipart.(*Reader).readForm", "net/http.(*Request).ParseMultipartForm"}}.in(v)
}
