package gocmd

import (
	"fmt"
	"strconv"
	"strings"
)

// Error is a run of the go command that failed.
type Error struct {
	Args   []string // without the leading "go"
	Dir    string   // "" for the current folder
	Stderr string   // the go command's own words, from the beginning
	Err    error    // an *exec.ExitError, or why ctx ended
}

// Error says which command failed and where, in the go command's own words
// when it had any.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(commandLine(e.Args))
	if e.Dir != "" {
		b.WriteString(" (in " + e.Dir + ")")
	}
	b.WriteString(": " + e.Err.Error())
	if words := strings.TrimSpace(e.Stderr); words != "" {
		b.WriteString("\n" + words)
	}
	return b.String()
}

// Unwrap returns e.Err.
func (e *Error) Unwrap() error { return e.Err }

// commandLineMax bounds the command shown in an error, in bytes: the packages
// of a large module would otherwise hide the message behind it.
const commandLineMax = 240

// flagMax bounds each flag with its value, in bytes.
const flagMax = 60

// commandLine shows args as they would be typed, cut at an argument when long.
func commandLine(args []string) string {
	line := "go"
	for _, a := range args {
		if name, _, ok := strings.Cut(a, "="); ok && len(a) > flagMax && a[0] == '-' {
			a = name + "=..."
		}
		if a == "" || strings.ContainsAny(a, " \t\n'\"\\$*?[]{}()&;|<>") {
			a = strconv.Quote(a)
		}
		if len(line)+1+len(a) > commandLineMax {
			return line + " ..."
		}
		line += " " + a
	}
	return line
}

// Garbled returns the error for a command that ended well and printed what no
// go command prints.
func Garbled(command string, err error) error {
	return fmt.Errorf("%s: what it printed is not a go command's answer (%v): "+
		"see which go comes first in PATH", command, err)
}
