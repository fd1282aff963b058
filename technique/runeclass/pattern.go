package runeclass

import (
	"regexp/syntax"
	"slices"
	"unicode"
)

// pattern is what an expression says: a character of a class, a run of such, or a text;
// anywhere, or only where the text that is searched begins or ends.
type pattern struct {
	class      []rune // pairs of the first and the last rune of each range; nil for a text
	runs       bool   // of one or more characters of the class, as many as there are
	literal    string // the text, or the only character of the class
	begin, end bool   // only there; both for either
}

// patternOf reads an expression. It is not ok for one that says more.
func patternOf(text string) (p pattern, ok bool) {
	re, err := syntax.Parse(text, syntax.Perl)
	if err != nil {
		return p, false
	}
	re = inside(re)
	if re.Op != syntax.OpAlternate {
		return anchored(re)
	}
	if len(re.Sub) != 2 {
		return p, false
	}
	p, ok = anchored(inside(re.Sub[0]))
	q, also := anchored(inside(re.Sub[1]))
	if !ok || !also || p.begin == p.end || q.begin == q.end || p.begin == q.begin ||
		p.runs != q.runs || p.literal != q.literal || !slices.Equal(p.class, q.class) {
		return p, false
	}
	p.begin, p.end = true, true
	return p, true
}

// inside returns the expression in groups: which part of the text matched what is not
// asked.
func inside(re *syntax.Regexp) *syntax.Regexp {
	for re.Op == syntax.OpCapture {
		re = re.Sub[0]
	}
	return re
}

// anchored reads X, ^X and X$.
func anchored(re *syntax.Regexp) (p pattern, ok bool) {
	if re.Op != syntax.OpConcat {
		return plain(re)
	}
	if len(re.Sub) != 2 {
		return p, false
	}
	switch first, last := re.Sub[0], re.Sub[1]; {
	case first.Op == syntax.OpBeginText:
		p, ok = plain(inside(last))
		p.begin = true
	case last.Op == syntax.OpEndText:
		p, ok = plain(inside(first))
		p.end = true
	}
	return p, ok
}

// plain reads a character, a run of such, and a text.
func plain(re *syntax.Regexp) (p pattern, ok bool) {
	if re.Op == syntax.OpPlus || re.Op == syntax.OpRepeat && re.Min == 1 && re.Max == -1 {
		if re.Flags&syntax.NonGreedy != 0 {
			return p, false
		}
		p, ok = plain(inside(re.Sub[0]))
		if p.class == nil || p.runs {
			return p, false
		}
		p.runs, p.literal = true, ""
		return p, ok
	}
	switch re.Op {
	case syntax.OpCharClass:
		p.class = re.Rune
	case syntax.OpLiteral:
		if slices.Contains(re.Rune, unicode.ReplacementChar) {
			return p, false // bytes that are no UTF-8 match it, too
		}
		fold := re.Flags&syntax.FoldCase != 0
		if !fold {
			p.literal = string(re.Rune)
		}
		if len(re.Rune) == 1 {
			p.class = folded(re.Rune[0], fold)
		}
	}
	return p, len(p.class) > 0 || p.literal != ""
}

// folded returns the class of a rune, and of all that are its other case if fold is true.
func folded(r rune, fold bool) []rune {
	class := []rune{r, r}
	for other := unicode.SimpleFold(r); fold && other != r; other = unicode.SimpleFold(other) {
		class = append(class, other, other)
	}
	if len(class) == 4 && class[2] < class[0] {
		class[0], class[1], class[2], class[3] = class[2], class[3], class[0], class[1]
	}
	return class
}
