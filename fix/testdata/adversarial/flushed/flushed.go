// Package flushed has fields that are looked through and dropped, and such as get a list that was
// made and filled before.
package flushed

import "strings"

// Ledger has entries until they are posted, and notes until there are enough of them.
type Ledger struct {
	entries []string
	notes   map[string]int
	begun   int
	sum     int
}

// Post posts the entries; some of them have others posted meanwhile.
func (l *Ledger) Post(text string, depth int) (out string) {
	l.entries = append(l.entries, strings.Fields(text)...)
	for _, e := range l.entries {
		out += e + ","
		if depth > 0 && depth < 3 && len(e) > 2 {
			out += l.Post(e[2:], depth-1)
		}
	}
	l.entries = nil
	return out + ";"
}

// Note notes a word, and returns what the notes were worth, and how often they were begun.
func (l *Ledger) Note(word string) int {
	if l.notes == nil {
		l.notes = map[string]int{}
		l.begun++
	}
	l.notes[word]++
	if len(l.notes) > 2 {
		for w, n := range l.notes {
			l.sum += n * len(w)
		}
		l.notes = nil
	}
	return l.sum%1000*100 + l.begun%100
}

// Counter has words until they are counted.
type Counter struct {
	seen  map[string]int
	total int
	words []string
}

// Seen counts a word, and forgets all when there are enough of them.
func (c *Counter) Seen(word string) int {
	if c.seen == nil {
		c.seen = make(map[string]int)
	}
	c.seen[word]++
	n := c.seen[word]
	if len(c.seen) > 3 {
		for w, n := range c.seen {
			c.total += n * len(w)
		}
		c.seen = nil
	}
	return c.total%1000*100 + n
}

// Take counts what has gathered, when it is enough; nothing of it is left then.
func (c *Counter) Take(text string) (n int) {
	c.words = append(c.words, strings.Fields(text)...)
	if len(c.words) < 4 {
		return -len(c.words)
	}
	words := c.words
	c.words = nil
	for i, w := range words {
		n += (i + 1) * len(w)
	}
	return n
}

// Table has rows that are loaded again and again.
type Table struct {
	rows   []string
	widths []int
	marks  []bool
	ends   []string
}

// Load keeps the rows that it has where a text has one that is not allowed.
func (t *Table) Load(text, bad string) string {
	rows := make([]string, 0, 8)
	for _, w := range strings.Fields(text) {
		if w == bad {
			return "bad:" + strings.Join(t.rows, "+")
		}
		rows = append(rows, w)
	}
	t.rows = rows
	return strings.Join(t.rows, "+")
}

// Widths gives each letter of a text a number, which is none for most, and adds them up.
func (t *Table) Widths(text string) (sum int) {
	widths := make([]int, len(text))
	for i := 0; i < len(text); i++ {
		if text[i] > 'e' {
			widths[i] = int(text[i])
		}
	}
	t.widths = widths
	for i, w := range t.widths {
		sum += w * (i + 1)
	}
	return sum
}

// Marks marks the letters that are those of the marked letters before, and returns how many.
func (t *Table) Marks(text string) (n int) {
	marks := make([]bool, 0, 8)
	for i := 0; i < len(text); i++ {
		marks = append(marks, i >= len(t.marks) || t.marks[len(t.marks)-1-i])
	}
	if len(text) > 2 {
		marks[1] = !marks[1]
	}
	t.marks = marks
	for i, m := range t.marks {
		if m {
			n += i + 1
		}
	}
	return n
}

// Ends gives the table the ends of words, and returns those of the time before.
func (t *Table) Ends(text string) []string {
	var ends []string
	for _, w := range strings.Fields(text) {
		ends = append(ends, w[len(w)-1:])
	}
	before := t.ends
	t.ends = ends
	return before
}
