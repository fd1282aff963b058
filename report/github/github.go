// Package github writes what a guard says as workflow commands, which GitHub
// shows as annotations beside the lines of a change.
package github

import (
	"fmt"
	"io"
	"strings"
	"unicode"

	"github.com/wring-go/wring/alloc"
)

// Write writes a command for each problem and each warning, and a verdict as a
// line of the log. prefix is the way from the root of the repository to the
// module, because annotations are shown only on paths from that root; "" when
// they are the same.
func Write(w io.Writer, rep alloc.GuardReport, prefix string) error {
	var b strings.Builder
	for _, p := range rep.Problems {
		command(&b, level(p), prefix, p)
	}
	for _, warning := range rep.Warnings {
		fmt.Fprintf(&b, "::warning::%s\n", data(warning.Text))
	}
	verdict := "kept"
	if !rep.Kept {
		verdict = "not kept"
	}
	fmt.Fprintf(&b, "wring guard: %s under %s %s/%s (budgets: %d)\n", verdict, rep.Go, rep.GOOS,
		rep.GOARCH, rep.Budgets)
	_, err := io.WriteString(w, b.String())
	return err
}

func level(p alloc.Problem) string {
	if p.Fails {
		return "error"
	}
	return "notice"
}

// command writes one annotation, at the line that allocates when it is known.
func command(b *strings.Builder, level, prefix string, p alloc.Problem) {
	file, line, column, text := p.File, p.Line, p.Column, p.Text
	for i, s := range p.Sites {
		if i == 0 {
			file, line, column = s.File, s.Line, s.Column
		}
		text += fmt.Sprintf("\n%s:%d: %s, %s allocs/op of type %s", s.File, s.Line, s.Cause, s.Now,
			s.Type)
		for _, reason := range s.Reasons[:min(1, len(s.Reasons))] {
			text += "\n  " + reason
		}
		for _, proposal := range s.Proposals {
			text += "\n  " + proposal
		}
	}
	for _, f := range p.Path {
		text += fmt.Sprintf("\n→ %s %s:%d", f.Func, f.File, f.Line)
	}
	var properties []string
	add := func(key, value string) { properties = append(properties, key+"="+property(value)) }
	if file != "" && !strings.HasPrefix(file, "/") {
		add("file", prefix+file)
		if line > 0 {
			add("line", fmt.Sprint(line))
		}
		if column > 0 {
			add("col", fmt.Sprint(column))
		}
	}
	add("title", "wring: "+strings.ReplaceAll(p.Rule, "-", " "))
	fmt.Fprintf(b, "::%s %s::%s\n", level, strings.Join(properties, ","), data(text))
}

// data escapes the text of a command.
func data(text string) string {
	return strings.NewReplacer("%", "%25", "\n", "%0A").Replace(printable(text))
}

// printable drops what would move a cursor, carriage returns among it.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) && r != '\n' {
			return -1
		}
		return r
	}, text)
}

// property escapes the value of a property.
func property(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(text))
}
