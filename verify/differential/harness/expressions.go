package harness

import (
	"reflect"
	"regexp"
	"regexp/syntax"
	"strings"
)

// expressions are what programs look for in texts.
var expressions = []*regexp.Regexp{
	regexp.MustCompile(`\s+`),
	regexp.MustCompile(`^[a-zA-Z_][a-zA-Z0-9_]*$`),
	regexp.MustCompile(`(\w+)[=:]\s*("[^"]*"|\S*)`),
	regexp.MustCompile(`(?P<number>-?\d+)(\.\d+)?`),
	regexp.MustCompile(``),
}

var expressionType = reflect.TypeOf((*regexp.Regexp)(nil))

// express notes the expressions that the package's variables hold, and that its functions return
// without any argument.
func (b *builder) express() {
	for _, v := range b.reg.Vars {
		b.expressed(reflect.ValueOf(v.Pointer).Elem())
	}
	for _, maker := range b.makers[expressionType] {
		if maker.Type().NumIn() == 0 {
			func() {
				defer func() { recover() }() // it is not made like that, then
				b.expressed(maker.Call(nil)[0])
			}()
		}
	}
	delete(b.makers, expressionType)
}

func (b *builder) expressed(v reflect.Value) {
	if v.Type() == expressionType && !v.IsNil() {
		b.expressions = append(b.expressions, v.Interface().(*regexp.Regexp))
	}
}

// expression returns an expression, mostly one of the package's own.
func (s *source) expression() *regexp.Regexp {
	if own := s.can.expressions; len(own) > 0 && s.rng.chance(80) {
		return own[s.rng.intn(len(own))]
	}
	return expressions[s.rng.intn(len(expressions))]
}

// mostMatched bounds a text that an expression matches.
const mostMatched = 200

// matching returns a text that an expression of the package matches, more often than not: what
// comes before a part of it is not looked at.
func (s *source) matching() string {
	re := s.can.expressions[s.rng.intn(len(s.can.expressions))]
	parsed, err := syntax.Parse(re.String(), syntax.Perl)
	if err != nil {
		return s.word() // compiled with other flags
	}
	var b strings.Builder
	s.matched(&b, parsed)
	return b.String()
}

func (s *source) matched(b *strings.Builder, re *syntax.Regexp) {
	if b.Len() > mostMatched {
		return
	}
	least, most := 1, 1
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(s.ofClass(re.Rune))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteString(s.letters(1))
	case syntax.OpAlternate:
		s.matched(b, re.Sub[s.rng.intn(len(re.Sub))])
		return
	case syntax.OpStar:
		least, most = 0, 3
	case syntax.OpPlus:
		most = 3
	case syntax.OpQuest:
		least = 0
	case syntax.OpRepeat:
		if least, most = re.Min, re.Max; most < 0 || most > re.Min+3 {
			most = re.Min + 3
		}
	}
	for n := least + s.rng.intn(most-least+1); n > 0; n-- {
		for _, sub := range re.Sub {
			s.matched(b, sub)
		}
	}
}

// ofClass returns a character of a class, which is given as pairs of the first and the last of a
// range: mostly a digit or letter, if it has some.
func (s *source) ofClass(pairs []rune) rune {
	if len(pairs) == 0 {
		return 'x'
	}
	in := func(r rune) bool {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] <= r && r <= pairs[i+1] {
				return true
			}
		}
		return false
	}
	const common = "0123456789abcxyzABZ-_. "
	for range [4]int{} {
		if r := rune(common[s.rng.intn(len(common))]); in(r) {
			return r
		}
	}
	i := s.rng.intn(len(pairs)/2) * 2
	return pairs[i] + rune(s.rng.intn(min(int(pairs[i+1]-pairs[i]), 30)+1))
}
