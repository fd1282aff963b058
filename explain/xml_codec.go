package explain

// xmlCodec is the rule of xml-codec.
func xmlCodec() rule {
	return rule{
		Cause:  cause("xml-codec"),
		called: func(f symbol) bool { return f.pkg == "encoding/xml" },
	}
}
