package flushed

import "strings"

// What is still to be posted is cleared by the entries posted meanwhile.
func (l *Ledger) Post(text string, depth int) (out string) {
	l.entries = append(l.entries, strings.Fields(text)...)
	for _, e := range l.entries {
		out += e + ","
		if depth > 0 && depth < 3 && len(e) > 2 {
			out += l.Post(e[2:], depth-1)
		}
	}
	clear(l.entries)
	l.entries = l.entries[:0]
	return out + ";"
}

// The notes are begun but once.
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
		clear(l.notes)
	}
	return l.sum%1000*100 + l.begun%100
}

// What was counted before is counted again.
func (c *Counter) Seen(word string) int {
	if c.seen == nil {
		c.seen = make(map[string]int)
	}
	c.seen[word]++
	n := c.seen[word]
	if len(c.seen) > 3 {
		for w, n := range c.seen {
			c.total += n * len(w)
			c.seen[w] = 0
		}
	}
	return c.total%1000*100 + n
}

// The words are cleared before they are counted.
func (c *Counter) Take(text string) (n int) {
	c.words = append(c.words, strings.Fields(text)...)
	if len(c.words) < 4 {
		return -len(c.words)
	}
	words := c.words
	clear(c.words)
	c.words = c.words[:0]
	for i, w := range words {
		n += (i + 1) * len(w)
	}
	return n
}

// The rows are written over before the text is known to be good.
func (t *Table) Load(text, bad string) string {
	rows := t.rows[:0]
	for _, w := range strings.Fields(text) {
		if w == bad {
			return "bad:" + strings.Join(t.rows, "+")
		}
		rows = append(rows, w)
	}
	t.rows = rows
	return strings.Join(t.rows, "+")
}

// The letters that get no number have one of an earlier text.
func (t *Table) Widths(text string) (sum int) {
	widths := t.widths
	if len(text) <= cap(widths) {
		widths = widths[:len(text)]
	} else {
		widths = make([]int, len(text))
	}
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

// The marks that are looked at are the new ones.
func (t *Table) Marks(text string) (n int) {
	marks := t.marks[:0]
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

// The ends of the time before are those of now.
func (t *Table) Ends(text string) []string {
	ends := t.ends[:0]
	for _, w := range strings.Fields(text) {
		ends = append(ends, w[len(w)-1:])
	}
	before := t.ends
	t.ends = ends
	return before
}
