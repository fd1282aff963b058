package linescan

import (
	"bytes"
	"fmt"
	"strings"
	"unsafe"
)

// A text that ends in a line end has a line behind it, and none is too long.
func Numbered(text string) (lines []string, err error) {
	for i, line := range strings.Split(text, "\n") {
		lines = append(lines, fmt.Sprintf("%d %q", i, strings.TrimSuffix(line, "\r")))
	}
	return lines, nil
}

// All carriage returns go.
func Sections(text string) map[string][]string {
	sections := map[string][]string{}
	heading, rest := "", text
	for rest != "" {
		var line, more string
		line, rest, _ = strings.Cut(rest, "\n")
		line = strings.TrimRight(line, "\r")
		for strings.HasSuffix(line, "\\") && rest != "" {
			more, rest, _ = strings.Cut(rest, "\n")
			line = line[:len(line)-1] + strings.TrimRight(more, "\r")
		}
		if strings.HasPrefix(line, "=") {
			heading = line[1:]
			continue
		}
		sections[heading] = append(sections[heading], line)
	}
	return sections
}

// The carriage return stays in a line that has nothing else.
func Trimmed(text []byte) (out []byte, n int) {
	for len(text) > 0 {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte("\n"))
		if len(line) == 0 {
			n++
			continue
		}
		out = append(append(out, bytes.TrimSpace(line)...), '|')
	}
	return out, n + 100
}

// The lines are the memory of the text.
func Kept(text []byte) (lines []string) {
	for rest := text; len(rest) > 0; {
		var line []byte
		line, rest, _ = bytes.Cut(rest, []byte("\n"))
		line = bytes.TrimSuffix(line, []byte("\r"))
		lines = append(lines, unsafe.String(unsafe.SliceData(line), len(line)))
	}
	for i := range text {
		text[i] = '#'
	}
	return lines
}

// What is written shows.
func Overwritten(text []byte) (lines []string) {
	text = bytes.Clone(text)
	for rest := text; len(rest) > 0; {
		var line []byte
		line, rest, _ = bytes.Cut(rest, []byte("\n"))
		lines = append(lines, string(bytes.TrimSuffix(line, []byte("\r"))))
		text[len(text)-1]++
	}
	return lines
}

// The last line stays the line at the end.
func Twice(text string) (lines []string) {
	line := ""
	for range 2 {
		for text != "" {
			line, text, _ = strings.Cut(text, "\n")
			line = strings.TrimSuffix(line, "\r")
			lines = append(lines, line)
		}
		lines = append(lines, "end "+line)
	}
	return append(lines, line)
}

// The text itself is changed.
func Upper(text []byte) (lines []string) {
	for rest := text; len(rest) > 0; {
		var line []byte
		line, rest, _ = bytes.Cut(rest, []byte("\n"))
		line = bytes.TrimSuffix(line, []byte("\r"))
		for i, c := range line {
			if 'a' <= c && c <= 'z' {
				line[i] -= 'a' - 'A'
			}
		}
		lines = append(lines, string(line))
	}
	return append(lines, string(text))
}
