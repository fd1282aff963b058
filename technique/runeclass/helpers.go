package runeclass

import (
	"strings"

	"github.com/wring-go/wring/technique"
)

// replaceHelper returns the function that is called for ReplaceAllString, or for
// ReplaceAll, which returns a copy, and nil for nothing. With asks, words that may name
// groups are left to the expression.
func replaceHelper(runs, bytes, asks bool) technique.Helper {
	h := technique.Helper{Name: "replaceRunes", Imports: []string{"strings", "unicode/utf8"},
		Text: replaceText}
	if bytes {
		h.Name, h.Text = "replaceRunesBytes", replaceBytesText
		h.Imports[0] = "bytes"
	}
	if runs {
		h.Name = strings.Replace(h.Name, "Runes", "Runs", 1)
		h.Imports = h.Imports[:1]
		h.Text = strings.NewReplacer("each rune", "each run of runes",
			"\t\t_, n := utf8.DecodeRuneInString(s[i:])\n\t\ts = s[i+n:]\n",
			"\t\ts = strings.TrimLeftFunc(s[i:], match)\n",
			"\t\t_, n := utf8.DecodeRune(b[i:])\n\t\tb = b[i+n:]\n",
			"\t\tb = bytes.TrimLeftFunc(b[i:], match)\n").Replace(h.Text)
	}
	old := "replaceRunes"
	if bytes {
		old = "replaceRunesBytes"
	}
	if asks {
		name := strings.Replace(h.Name, "replace", "expand", 1)
		pkg, method, v := h.Imports[0], "ReplaceAllString", "s"
		if bytes {
			method, v = "ReplaceAll", "b"
		}
		h.Text = strings.NewReplacer("bool) ", "bool, re *regexp.Regexp) ",
			"\n\ti := ", "\n\tif "+pkg+".IndexByte(repl, '$') >= 0 {\n"+
				"\t\treturn re."+method+"("+v+", repl)\n\t}\n\ti := ",
			"with repl in the", "with repl expanded in the").Replace(h.Text)
		h.Name, h.Imports = name, append([]string{h.Imports[0], "regexp"}, h.Imports[1:]...)
	}
	h.Text = strings.ReplaceAll(h.Text, old, h.Name)
	return h
}

const replaceText = `// replaceRunes returns s with repl in the place
// of each rune that match accepts.
func replaceRunes(s, repl string, match func(rune) bool) string {
	i := strings.IndexFunc(s, match)
	if i < 0 {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	for i >= 0 {
		b.WriteString(s[:i])
		b.WriteString(repl)
		_, n := utf8.DecodeRuneInString(s[i:])
		s = s[i+n:]
		i = strings.IndexFunc(s, match)
	}
	b.WriteString(s)
	return b.String()
}`

const replaceBytesText = `// replaceRunesBytes returns a copy of b with repl in the
// place of each rune that match accepts; nil for an empty one.
func replaceRunesBytes(b, repl []byte, match func(rune) bool) []byte {
	i := bytes.IndexFunc(b, match)
	out := make([]byte, 0, len(b))
	for i >= 0 {
		out = append(out, b[:i]...)
		out = append(out, repl...)
		_, n := utf8.DecodeRune(b[i:])
		b = b[i+n:]
		i = bytes.IndexFunc(b, match)
	}
	out = append(out, b...)
	if len(out) == 0 {
		return nil
	}
	return out
}`

// splitHelper returns the function that is called for Split.
func splitHelper(runs bool) technique.Helper {
	h := technique.Helper{Name: "splitRunes", Imports: []string{"strings", "unicode/utf8"},
		Text: splitText}
	if runs {
		h.Name, h.Imports = "splitRuns", h.Imports[:1]
		h.Text = strings.NewReplacer("splitRunes", "splitRuns", "a rune", "a run of runes",
			"\t\t_, n := utf8.DecodeRuneInString(s[i:])\n\t\ts = s[i+n:]\n",
			"\t\ts = strings.TrimLeftFunc(s[i:], match)\n",
			"\tcount := 1\n", "\tcount, inside := 1, false\n",
			"\t\tif match(r) {\n\t\t\tcount++\n\t\t}\n",
			"\t\twas := inside\n\t\tif inside = match(r); inside && !was {\n\t\t\tcount++\n\t\t}\n",
		).Replace(h.Text)
	}
	return h
}

const splitText = `// splitRunes returns what stands between a rune that match accepts
// and the next, as strings.SplitN does.
func splitRunes(s string, limit int, match func(rune) bool) []string {
	if limit == 0 {
		return nil
	}
	count := 1
	for _, r := range s {
		if match(r) {
			count++
		}
	}
	if limit > 0 && limit < count {
		count = limit
	}
	parts := make([]string, 0, count)
	for limit < 0 || len(parts) < limit-1 {
		i := strings.IndexFunc(s, match)
		if i < 0 {
			break
		}
		parts = append(parts, s[:i])
		_, n := utf8.DecodeRuneInString(s[i:])
		s = s[i+n:]
	}
	return append(parts, s)
}`

// findHelper returns the function that is called for FindAllString of runs.
func findHelper() technique.Helper {
	return technique.Helper{Name: "findRuns", Imports: []string{"strings"},
		Text: `// findRuns returns the runs of runes that match accepts, at most
// limit unless that is negative; nil for none.
func findRuns(s string, limit int, match func(rune) bool) []string {
	var runs []string
	for limit < 0 || len(runs) < limit {
		i := strings.IndexFunc(s, match)
		if i < 0 {
			break
		}
		rest := strings.TrimLeftFunc(s[i:], match)
		runs = append(runs, s[i:len(s)-len(rest)])
		s = rest
	}
	return runs
}`}
}
