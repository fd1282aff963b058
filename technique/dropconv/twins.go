package dropconv

// twin is a function of package strings or bytes that the other has too.
type twin struct {
	texts  int    // how many of the first parameters are of the type that differs
	result result // what it returns
	ascii  bool   // the second argument must be a constant of ASCII characters
	asks   bool   // the second argument must be a function of package unicode
}

// result says what a twin returns.
type result int

// The results. Those that are parts share memory with the first argument.
const (
	plain result = iota // no text
	part                // one, perhaps with a boolean or another one
	parts               // a slice or a sequence of some
)

// twinOf returns what is known of the function of that name, which does the
// same for the same text. Functions that make a new text are not among them,
// nor those that treat broken UTF-8 in ways of their own.
func twinOf(name string) (twin, bool) {
	switch name {
	case "Contains", "Count", "EqualFold", "HasPrefix", "HasSuffix", "Index", "LastIndex",
		"Compare":
		return twin{texts: 2}, true
	case "ContainsRune", "IndexByte", "IndexRune", "LastIndexByte":
		return twin{texts: 1}, true
	case "ContainsAny", "IndexAny", "LastIndexAny":
		return twin{texts: 1, ascii: true}, true
	case "ContainsFunc", "IndexFunc", "LastIndexFunc":
		return twin{texts: 1, asks: true}, true
	case "Cut", "CutPrefix", "CutSuffix", "TrimPrefix", "TrimSuffix":
		return twin{texts: 2, result: part}, true
	case "TrimSpace":
		return twin{texts: 1, result: part}, true
	case "Trim", "TrimLeft", "TrimRight":
		return twin{texts: 1, result: part, ascii: true}, true
	case "TrimFunc", "TrimLeftFunc", "TrimRightFunc":
		return twin{texts: 1, result: part, asks: true}, true
	case "Split", "SplitN", "SplitAfter", "SplitAfterN", "SplitSeq", "SplitAfterSeq":
		return twin{texts: 2, result: parts}, true
	case "Fields", "FieldsSeq", "Lines":
		return twin{texts: 1, result: parts}, true
	case "FieldsFunc", "FieldsFuncSeq":
		return twin{texts: 1, result: parts, asks: true}, true
	}
	return twin{}, false
}

// runes returns the name of the other function of package unicode/utf8.
func runes(name string, dir direction) (string, bool) {
	for _, pair := range [][2]string{
		{"RuneCountInString", "RuneCount"},
		{"ValidString", "Valid"},
		{"FullRuneInString", "FullRune"},
		{"DecodeRuneInString", "DecodeRune"},
		{"DecodeLastRuneInString", "DecodeLastRune"},
	} {
		if pair[dir] == name {
			return pair[1-dir], true
		}
	}
	return "", false
}

// method returns the name of the other method of a type of the standard
// library. A bytes.Buffer takes a string as it takes bytes, but not the
// reverse: the bytes may be its own, and move while it makes room.
func method(pkg, typ, name string, dir direction) (string, bool) {
	for _, m := range []struct {
		pkg, typ string
		names    [2]string
	}{
		{"regexp", "Regexp", [2]string{"MatchString", "Match"}},
		{"regexp", "Regexp", [2]string{"FindStringIndex", "FindIndex"}},
		{"regexp", "Regexp", [2]string{"FindStringSubmatchIndex", "FindSubmatchIndex"}},
		{"strings", "Builder", [2]string{"WriteString", "Write"}},
		{"bytes", "Buffer", [2]string{"WriteString", "Write"}},
	} {
		if m.pkg != pkg || m.typ != typ || m.names[dir] != name {
			continue
		}
		return m.names[1-dir], pkg != "bytes" || dir == toString
	}
	return "", false
}
