package formatcall

import (
	"strconv"
	"strings"
)

// directive is a piece of a format: text, or a verb with its precision.
type directive struct {
	text string // when verb is 0
	verb byte
	prec int // -1 when the format gives none
}

// parse splits a format. It is not ok when the format has anything but plain
// verbs, and a precision for those of floating-point numbers: a flag, a width,
// an index or a star changes the text in ways that strconv does not know.
func parse(format string) ([]directive, bool) {
	var list []directive
	for format != "" {
		text, rest, found := strings.Cut(format, "%")
		list = addText(list, text)
		if !found {
			break
		}
		if strings.HasPrefix(rest, "%") {
			list, format = addText(list, "%"), rest[1:]
			continue
		}
		prec, rest, ok := precision(rest)
		if !ok || rest == "" || !strings.Contains("vdsqtxXobcefg", rest[:1]) {
			return nil, false
		}
		if prec >= 0 && !strings.Contains("efg", rest[:1]) {
			return nil, false
		}
		list = append(list, directive{verb: rest[0], prec: prec})
		format = rest[1:]
	}
	return list, true
}

// addText adds text to a list, to its last directive if that is text too.
func addText(list []directive, text string) []directive {
	if text == "" {
		return list
	}
	if n := len(list); n > 0 && list[n-1].verb == 0 {
		list[n-1].text += text
		return list
	}
	return append(list, directive{text: text})
}

// precision splits a dot and digits off: at most two, as more make a text too
// long for a buffer in the frame.
func precision(format string) (prec int, rest string, ok bool) {
	if !strings.HasPrefix(format, ".") {
		return -1, format, true
	}
	rest = strings.TrimLeft(format[1:], "0123456789")
	digits := format[1 : len(format)-len(rest)]
	if len(digits) == 0 || len(digits) > 2 {
		return 0, "", false
	}
	prec, err := strconv.Atoi(digits)
	return prec, rest, err == nil
}
