package runeclass

import "testing"

func TestRuneclass(t *testing.T) {
	if s := Slug("a b"); s != "a-b" || len(Fields("a b c", -1)) != 3 || Trim("-a-") != "a" {
		t.Error(s)
	}
}

func BenchmarkRuneclass(b *testing.B) {
	text := "The quick, brown fox-jumps 12 34"
	bytes := []byte(text)
	for name, f := range map[string]func(){
		"Slug":     func() { Slug(text) },
		"Strip":    func() { Strip(text) },
		"Fold":     func() { Fold(text) },
		"Template": func() { Template(text, "x") },
		"Bytes":    func() { Bytes(bytes) },
		"Fields":   func() { Fields(text, -1) },
		"Commas":   func() { Commas(text, -1) },
		"Numbers":  func() { Numbers(text, -1) },
		"Trim":     func() { Trim("--name--") },
		"Host":     func() { Host("www.example.com") },
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				f()
			}
		})
	}
}
