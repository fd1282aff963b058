package table

import (
	"strings"
	"unicode"

	"github.com/mattn/go-runewidth"
)

// terminal counts as a terminal does in any locale: characters that only fonts of
// East Asia draw wide, such as those of bars and boxes, cover one cell.
var terminal = &runewidth.Condition{StrictEmojiNeutral: true}

// Width returns how many cells of a terminal s covers: two for the wide
// characters of East Asia and most emoji, none for combining marks, one for
// almost everything else. What is joined into one character counts as one.
func Width(s string) int {
	for i := range len(s) {
		if s[i] < ' ' || s[i] > '~' {
			return terminal.StringWidth(s)
		}
	}
	return len(s)
}

// Cut returns s, or as much of its beginning as fits in width cells together
// with the … that tells that something is missing.
func Cut(s string, width int) string {
	if Width(s) <= width {
		return s
	}
	if width <= 0 {
		return ""
	}
	return strings.TrimRight(terminal.Truncate(s, width-1, ""), " ") + "…"
}

// CutStart is Cut for text whose end matters more, such as a path.
func CutStart(s string, width int) string {
	if Width(s) <= width {
		return s
	}
	if width <= 0 {
		return ""
	}
	return terminal.TruncatePrefix(s, width, "…")
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
