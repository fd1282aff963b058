package explain

// binaryCodec is the rule of binary-codec.
func binaryCodec() rule {
	return rule{
		Cause:  cause("binary-codec"),
		called: func(f symbol) bool { return f.in("encoding/binary", "encoding/asn1") },
	}
}
