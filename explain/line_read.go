package explain

// lineRead is the rule of line-read.
func lineRead() rule {
	return rule{
		Cause: cause("line-read"),
		called: func(f symbol) bool {
			return f.of("bufio", "Scanner") || f.pkg == "bufio" && f.starts("ReadString",
				"ReadBytes", "ReadLine", "collectFragments") ||
				f.is("bytes", "(*Buffer).ReadString", "(*Buffer).ReadBytes") ||
				f.pkg == "net/textproto" &&
					f.starts("ReadLine", "ReadContinuedLine", "readLineSlice")
		},
	}
}
