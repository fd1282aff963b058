package explain

// baseEncoding is the rule of base-encoding.
func baseEncoding() rule {
	return rule{
		Cause: cause("base-encoding"),
		called: func(f symbol) bool {
			return f.in("encoding/base64", "encoding/base32", "encoding/hex",
				"encoding/ascii85", "encoding/pem")
		},
	}
}
