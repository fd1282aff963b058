package all

import "embed"

//go:embed pages/*.txt
var pages embed.FS

// Page returns the manual page of a technique, in Markdown. It is made from the
// technique's cases.
func Page(name string) (page string, ok bool) {
	data, err := pages.ReadFile("pages/" + name + ".txt")
	return string(data), err == nil
}
