package explain

// csvCodec is the rule of csv-codec.
func csvCodec() rule {
	return rule{
		Cause:  cause("csv-codec"),
		called: func(f symbol) bool { return f.pkg == "encoding/csv" },
	}
}
