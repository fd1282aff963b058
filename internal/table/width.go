package table

import (
	"strings"
	"unicode"
)

// Width returns how many cells of a terminal s covers: two for the wide
// characters of East Asia and most emoji, none for combining marks, one for
// everything else.
func Width(s string) int {
	n := 0
	for _, r := range s {
		n += runeWidth(r)
	}
	return n
}

func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case wide(r):
		return 2
	}
	return 1
}

// wide reports whether a terminal gives r two cells. The ranges are coarse:
// where they err, a column is off by a cell.
func wide(r rune) bool {
	switch {
	case r >= 0x1100 && r <= 0x115F, // Hangul, initial consonants
		r >= 0x2E80 && r <= 0x303E, // CJK radicals and punctuation
		r >= 0x3041 && r <= 0xA4CF, // Kana, CJK, Yi
		r >= 0xAC00 && r <= 0xD7A3, // Hangul syllables
		r >= 0xF900 && r <= 0xFAFF, // CJK compatibility
		r >= 0xFE30 && r <= 0xFE6F, // vertical and small forms
		r >= 0xFF00 && r <= 0xFF60, // full-width forms
		r >= 0xFFE0 && r <= 0xFFE6,
		r >= 0x1F300 && r <= 0x1F64F, // pictographs
		r >= 0x1F680 && r <= 0x1F6FF,
		r >= 0x1F900 && r <= 0x1F9FF,
		r >= 0x20000 && r <= 0x3FFFD: // CJK extensions
		return true
	}
	return false
}

// Cut returns s, or as much of its beginning as fits in width cells together
// with the … that tells that something is missing.
func Cut(s string, width int) string {
	if Width(s) <= width {
		return s
	}
	left := width - 1 // for the …
	for i, r := range s {
		w := runeWidth(r)
		if w > left {
			return ellipsis(strings.TrimRight(s[:i], " "), width)
		}
		left -= w
	}
	return s
}

// CutStart is Cut for text whose end matters more, such as a path.
func CutStart(s string, width int) string {
	excess := Width(s) - width
	if excess <= 0 {
		return s
	}
	excess++ // for the …
	for i, r := range s {
		if excess <= 0 {
			return "…" + s[i:]
		}
		excess -= runeWidth(r)
	}
	return ellipsis("", width)
}

func ellipsis(s string, width int) string {
	if width <= 0 {
		return ""
	}
	return s + "…"
}

// Clean returns s as one line of printable text: a tab becomes four spaces, and
// whatever else would move the cursor, change its colour or turn the direction
// of the text becomes the replacement character.
func Clean(s string) string {
	clean := true
	for _, r := range s {
		clean = clean && r != unicode.ReplacementChar && printable(r)
	}
	if clean {
		return s
	}
	s = strings.ReplaceAll(s, "\t", "    ")
	return strings.Map(func(r rune) rune {
		if printable(r) {
			return r
		}
		return unicode.ReplacementChar
	}, s)
}

func printable(r rune) bool {
	return r >= ' ' && !unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp)
}

// Wrap breaks s at spaces into lines of at most width cells. A word that is
// longer stands alone on a line that is too long.
func Wrap(s string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(s) {
		word = Clean(word)
		switch {
		case line == "":
			line = word
		case Width(line)+1+Width(word) <= width:
			line += " " + word
		default:
			lines = append(lines, line)
			line = word
		}
	}
	if line == "" {
		return lines
	}
	return append(lines, line)
}
