package computeonce

import (
	"fmt"
	"strings"
)

// It does not grow.
func Grown(names []string, s string) (n int) {
	lower := strings.ToLower(s)
	for _, name := range names {
		if lower == name {
			n++
		}
	}
	return n
}

// The bytes are those of the beginning.
func Overwritten(b []byte) (texts []string) {
	text := string(b)
	other := b
	for i := range other {
		texts = append(texts, text)
		other[i] ^= 1
	}
	return texts
}

// They are not filled.
func Filled(b []byte) string {
	text := string(b)
	fill(b)
	return text + "|" + text
}

// Nothing is told.
func Pointed(s string, n int) (texts []string) {
	upper := strings.ToUpper(s)
	p := &s
	for range max(0, min(n, 9)) {
		texts = append(texts, upper)
		*p += "x"
	}
	return texts
}

// It was asked before.
func Captured(s string) []string {
	upper := strings.ToUpper(s)
	more := func() string { s += "y"; return "" }
	return []string{upper, more(), upper}
}

// An account is needed.
func Unneeded(a *Account, names []string) (n int) {
	lower := strings.ToLower(a.Name)
	for _, name := range names {
		if lower == name {
			n++
		}
	}
	return n
}

// It counts once.
func Counted(n int) (texts []string) {
	var s steps
	text := fmt.Sprintf("%v", &s)
	for range max(0, min(n, 9)) {
		texts = append(texts, text)
	}
	return texts
}

// All rows are one.
func Rows(s string, n int) (rows [][]byte) {
	row := []byte(s)
	for i := range max(0, min(n, 9)) {
		if i < len(row) {
			row[i] = '!'
		}
		rows = append(rows, row)
	}
	return rows
}

// The first value is taken.
func Taken(n int) (sum int) {
	var v Value
	var list []func() int
	get := v.get
	for range max(0, min(n, 9)) {
		list = append(list, get)
		v.n++
	}
	for _, f := range list {
		sum = 10*sum + f()
	}
	return sum
}

// All say the last.
func Own(names []string) (texts []string) {
	var list []func() string
	var i int
	var name string
	f := func() string { return fmt.Sprint(i, name) }
	for i, name = range names {
		list = append(list, f)
	}
	for _, f := range list {
		texts = append(texts, f())
	}
	return texts
}

// There is one name.
func Hidden(name string, names []string) (n int) {
	lower := strings.ToLower(name)
	for _, other := range names {
		if lower == other {
			n++
		}
		if lower == other {
			n += 10
		}
	}
	return n
}

// It is the first name.
func Answered(a *Account, zones []string) string {
	query := Query{account: a}
	name := query.Name()
	for _, zone := range zones {
		if !strings.HasPrefix(name, zone) {
			continue
		}
		a.rename()
		return name + zone
	}
	return name
}

// The name stays.
func Going(a *Account, zones []string) (n int) {
	query := Query{account: a}
	name := query.Name()
	for i, zone := range zones {
		if strings.HasPrefix(name, zone) {
			n += i
			a.rename()
			if n > 3 {
				return -n
			}
			continue
		}
	}
	return n
}

// It is asked once.
func Asked(name string, names []string) (n int) {
	tally := Tally{name: name}
	lower := tally.Name()
	for _, other := range names {
		if lower == other {
			n += 100
		}
	}
	return n + tally.n
}

// The line is called what it was.
func Stations(name string, n int) (said []string) {
	line := &Account{name}
	s := &station{no: n, line: line, say: func(text string) {
		said = append(said, text)
		line.Name += "X"
	}}
	s.trips += n
	title := s.title()
	s.say(title)
	s.say(title)
	s.say(s.track())
	s.say(s.track())
	return said
}
