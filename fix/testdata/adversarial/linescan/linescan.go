// Package linescan reads texts line by line.
package linescan

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// Numbered numbers the lines, and says why there are no more.
func Numbered(text string) (lines []string, err error) {
	sc := bufio.NewScanner(strings.NewReader(text))
	for i := 0; sc.Scan(); i++ {
		lines = append(lines, fmt.Sprintf("%d %q", i, sc.Text()))
	}
	if errors.Is(sc.Err(), bufio.ErrTooLong) {
		lines = append(lines, "…")
	}
	return lines, sc.Err()
}

// Sections keeps lines by the heading before them; a line that ends in a backslash goes on.
func Sections(text string) map[string][]string {
	sections := map[string][]string{}
	heading := ""
	sc := bufio.NewScanner(strings.NewReader(text))
	for sc.Scan() {
		line := sc.Text()
		for strings.HasSuffix(line, "\\") && sc.Scan() {
			line = line[:len(line)-1] + sc.Text()
		}
		if strings.HasPrefix(line, "=") {
			heading = line[1:]
			continue
		}
		sections[heading] = append(sections[heading], line)
	}
	return sections
}

// Trimmed works on the bytes of the lines.
func Trimmed(text []byte) (out []byte, n int) {
	sc := bufio.NewScanner(bytes.NewReader(text))
	for sc.Scan() {
		line := sc.Bytes()
		if len(line) == 0 {
			n++
			continue
		}
		out = append(out, bytes.TrimSpace(sc.Bytes())...)
		out = append(out, '|')
	}
	if sc.Bytes() == nil {
		n += 100
	}
	return out, n
}

// Kept writes to the text when it has taken the lines.
func Kept(text []byte) (lines []string) {
	sc := bufio.NewScanner(bytes.NewReader(text))
	for sc.Scan() {
		lines = append(lines, sc.Text())
	}
	for i := range text {
		text[i] = '#'
	}
	return lines
}

// Overwritten writes to the text while it takes the lines.
func Overwritten(text []byte) (lines []string) {
	text = bytes.Clone(text)
	sc := bufio.NewScanner(bytes.NewReader(text))
	for sc.Scan() {
		lines = append(lines, sc.Text())
		if n := len(text); n > 0 {
			text[n-1]++
		}
	}
	return lines
}

// Twice scans on behind the end.
func Twice(text string) (lines []string) {
	sc := bufio.NewScanner(bytes.NewBufferString(text))
	for range 2 {
		for sc.Scan() {
			lines = append(lines, sc.Text())
		}
		lines = append(lines, "end "+sc.Text())
		sc.Scan()
	}
	return append(lines, sc.Text())
}

// Upper changes the bytes of the lines.
func Upper(text []byte) (lines []string) {
	sc := bufio.NewScanner(bytes.NewReader(text))
	for sc.Scan() {
		line := sc.Bytes()
		for i, c := range line {
			if 'a' <= c && c <= 'z' {
				line[i] -= 'a' - 'A'
			}
		}
		lines = append(lines, string(line))
	}
	return append(lines, string(text))
}

// Renamed writes to the text by another name while it is scanned.
func Renamed(text []byte) (lines []string) {
	text = bytes.Clone(text)
	same := text
	sc := bufio.NewScanner(bytes.NewReader(text))
	for sc.Scan() {
		for i := range same {
			same[i] = 'x'
		}
		lines = append(lines, sc.Text())
	}
	return lines
}
