package techtest

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// wantComment matches the end of a line that a diagnostic must meet.
var wantComment = regexp.MustCompile(`[ \t]*// want ((?:(?:"(?:[^"\\]|\\.)*"|` + "`[^`]*`" +
	`)[ \t]*)+)$`)

var quoted = regexp.MustCompile(`"(?:[^"\\]|\\.)*"|` + "`[^`]*`")

// stripWants returns source without its want comments, and the patterns that
// they hold by line. No other text moves.
func stripWants(src string) (string, map[int][]*regexp.Regexp, error) {
	var b strings.Builder
	wants := make(map[int][]*regexp.Regexp)
	number := 0
	for line := range strings.Lines(src) {
		number++
		text := strings.TrimSuffix(line, "\n")
		if m := wantComment.FindStringSubmatchIndex(text); m != nil {
			patterns, err := compileAll(text[m[2]:m[3]])
			if err != nil {
				return "", nil, fmt.Errorf("line %d: %w", number, err)
			}
			wants[number] = patterns
			line = text[:m[0]] + "\n"
		}
		b.WriteString(line)
	}
	return b.String(), wants, nil
}

func compileAll(list string) ([]*regexp.Regexp, error) {
	var out []*regexp.Regexp
	for _, q := range quoted.FindAllString(list, -1) {
		text, err := strconv.Unquote(q)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", q, err)
		}
		re, err := regexp.Compile(text)
		if err != nil {
			return nil, err
		}
		out = append(out, re)
	}
	return out, nil
}

// meet returns what is wrong between the proposals and the want comments: each
// must meet exactly one of the others.
func meet(found []alloc.Candidate, wants map[int][]*regexp.Regexp) []string {
	var problems []string
	open := make(map[int][]*regexp.Regexp)
	for line, patterns := range wants {
		open[line] = append(open[line], patterns...)
	}
	for _, c := range found {
		i := 0
		for i < len(open[c.Line]) && !open[c.Line][i].MatchString(c.Message) {
			i++
		}
		if i == len(open[c.Line]) {
			problems = append(problems,
				fmt.Sprintf("before.go:%d: no want comment matches %q", c.Line, c.Message))
			continue
		}
		open[c.Line] = append(open[c.Line][:i], open[c.Line][i+1:]...)
	}
	for line, patterns := range open {
		for _, re := range patterns {
			problems = append(problems,
				fmt.Sprintf("before.go:%d: nothing is proposed that matches %q", line, re))
		}
	}
	return problems
}
