package explain

// gobCodec is the rule of gob-codec.
func gobCodec() rule {
	return rule{
		Cause:  cause("gob-codec"),
		called: func(f symbol) bool { return f.pkg == "encoding/gob" },
	}
}
