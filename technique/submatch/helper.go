package submatch

import "github.com/wring-go/wring/technique"

// helpers return the text of a group, by whether the text is bytes. They panic as the index of a
// slice of the texts does.
var helpers = map[bool]technique.Helper{
	false: {
		Name: "submatch",
		Text: `// submatch returns the text of group i of a match in s, of which m is where the
// groups are; "" for a group that has no part in it.
func submatch(s string, m []int, i int) string {
	_ = m[:len(m)/2][i]
	if m[2*i] < 0 {
		return ""
	}
	return s[m[2*i]:m[2*i+1]]
}`,
	},
	true: {
		Name: "submatchBytes",
		Text: `// submatchBytes returns the bytes of group i of a match in b, of which m is
// where the groups are; nil for a group that has no part in it.
func submatchBytes(b []byte, m []int, i int) []byte {
	_ = m[:len(m)/2][i]
	if m[2*i] < 0 {
		return nil
	}
	return b[m[2*i]:m[2*i+1]:m[2*i+1]]
}`,
	},
}
