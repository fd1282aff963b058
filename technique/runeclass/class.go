package runeclass

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wring-go/wring/technique"
)

// most is how many ranges a class may have: more are those of alphabets.
const most = 16

// reports returns the name of the function that reports whether a rune is of the class,
// declared with the first use of it, and whether there can be one.
func (c *calling) reports() (name string, ok bool) {
	cond, ok := condition(c.class)
	if !ok {
		return "", false
	}
	for _, name := range []string{"is" + technique.UpperFirst(core(c.v.Name())),
		"is" + technique.UpperFirst(c.v.Name()) + "Rune"} {
		text := fmt.Sprintf("// %s reports whether the class of %s has the character.\n"+
			"func %s(r rune) bool {\n\treturn %s\n}",
			name, shown(c.expression.text), name, cond)
		h := technique.Helper{Name: name, Text: text}
		if c.declare(h) {
			return name, true
		}
	}
	return "", false
}

// shown returns an expression for a comment.
func shown(text string) string {
	if strconv.CanBackquote(text) && !strings.Contains(text, "\t") &&
		utf8.RuneCountInString(text) < 40 {
		return text
	}
	if text = strconv.QuoteToASCII(text); len(text) < 60 {
		return text
	}
	return "the expression"
}

// core returns the name of a variable without what says that it is an expression.
func core(name string) string {
	words := []string{"regexp", "regex", "rexp", "rx", "re"}
	lower := strings.ToLower(name)
	for _, w := range words {
		rest, ok := strings.CutPrefix(lower, w)
		if ok && rest != "" && startsWord(name[len(w):]) {
			return strings.TrimLeft(name[len(w):], "_")
		}
	}
	for _, w := range append(words, "pattern") {
		rest, ok := strings.CutSuffix(lower, w)
		if ok && rest != "" && startsWord(name[len(rest):]) {
			return strings.TrimRight(name[:len(rest)], "_")
		}
	}
	return name
}

func startsWord(s string) bool {
	r, _ := utf8.DecodeRuneInString(s)
	return unicode.IsUpper(r) || r == '_' && len(s) > 1
}

// condition returns what is true of the runes of a class.
func condition(class []rune) (string, bool) {
	not := len(class) > 0 && class[0] == 0 && class[len(class)-1] == unicode.MaxRune
	if not {
		class = complement(class)
	}
	if len(class) == 0 || len(class) > 2*most {
		return "", false
	}
	var b strings.Builder
	line := 0
	for pair := range slices.Chunk(class, 2) {
		if b.Len() > 0 {
			b.WriteString(" ||")
			if b.Len()-line > 60 {
				b.WriteString("\n\t\t")
				line = b.Len()
			} else {
				b.WriteByte(' ')
			}
		}
		lo, hi := quoted(pair[0]), quoted(pair[1])
		if pair[0] == pair[1] {
			b.WriteString("r == " + lo)
		} else {
			b.WriteString(lo + " <= r && r <= " + hi)
		}
	}
	switch {
	case not && len(class) == 2 && class[0] == class[1]:
		return "r != " + quoted(class[0]), true
	case not:
		return "!(" + b.String() + ")", true
	}
	return b.String(), true
}

// complement returns the ranges between those of a class that has the first rune and the
// last.
func complement(class []rune) (out []rune) {
	for i := 1; i+1 < len(class); i += 2 {
		out = append(out, class[i]+1, class[i+1]-1)
	}
	return out
}

// quoted returns a rune as Go writes it; one that does not stand by itself as its number.
func quoted(r rune) string {
	if unicode.IsMark(r) {
		return strconv.QuoteRuneToASCII(r)
	}
	return strconv.QuoteRune(r)
}
