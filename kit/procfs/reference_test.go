package procfs

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The readers of this file do what the package does as one writes it first:
// strings.Split, strings.Fields and strconv, a string for each word. Nothing of
// the package's own parsing is used; a field is found by its name, through
// reflection. Where both speak of the same text they must agree, also on whether
// it can be understood.

var errReference = errors.New("not understood")

// reference reads text, which has the form of the file of that name.
func reference(file, text string) (any, error) {
	switch file {
	case "loadavg":
		return refLoadavg(text)
	case "meminfo":
		return refMeminfo(text)
	case "stat":
		return refStat(text)
	case "self/status":
		return refStatus(text)
	case "net/dev":
		return refNetDev(text)
	}
	return refDiskstats(text)
}

// linesOf returns the lines of text without their ends. A last line without an
// end is a line.
func linesOf(text string) []string {
	lines := strings.Split(text, "\n")
	if lines[len(lines)-1] == "" {
		return lines[:len(lines)-1]
	}
	return lines
}

func isBlank(r rune) bool { return r == ' ' || r == '\t' }

func fieldsOf(line string) []string { return strings.FieldsFunc(line, isBlank) }

func trimmed(s string) string { return strings.TrimFunc(s, isBlank) }

// goName returns what a kernel's name is called here: Committed_AS is
// CommittedAS, Active(anon) is ActiveAnon.
func goName(name string) string {
	words := strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("_()", r) })
	for i, w := range words {
		words[i] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, "")
}

// refNumbers reads all fields, of which to takes as many as there are.
func refNumbers(fields []string, to any) error {
	v := reflect.ValueOf(to).Elem()
	for i := 0; i < min(len(fields), v.NumField()); i++ {
		n, err := strconv.ParseUint(fields[i], 10, 64)
		if err != nil {
			return err
		}
		v.Field(i).SetUint(n)
	}
	return nil
}

func refList[T uint32 | uint64](fields []string, bits int) (list []T, err error) {
	for _, field := range fields {
		n, err := strconv.ParseUint(field, 10, bits)
		if err != nil {
			return nil, err
		}
		list = append(list, T(n))
	}
	return list, nil
}

var plainDecimal = regexp.MustCompile(`^[0-9]*\.?[0-9]*$`)

func refLoadavg(text string) (any, error) {
	l := new(Loadavg)
	line, _, _ := strings.Cut(text, "\n")
	fields := fieldsOf(line)
	if len(fields) < 5 {
		return l, errReference
	}
	for i, to := range []*float64{&l.One, &l.Five, &l.Fifteen} {
		if digits := len(strings.Replace(fields[i], ".", "", 1)); digits > 15 {
			return l, errReference
		}
		f, err := strconv.ParseFloat(fields[i], 64)
		if err != nil || !plainDecimal.MatchString(fields[i]) {
			return l, errReference
		}
		*to = f
	}
	queue, err := refQueue(fields[3])
	if err != nil {
		return l, err
	}
	l.Running, l.Tasks = queue.Queued, queue.Limit
	l.LastPID, err = strconv.ParseUint(fields[4], 10, 64)
	return l, err
}

func refQueue(text string) (q Queue, err error) {
	above, below, found := strings.Cut(text, "/")
	if !found {
		return q, errReference
	}
	if q.Queued, err = strconv.ParseUint(above, 10, 64); err != nil {
		return q, err
	}
	q.Limit, err = strconv.ParseUint(below, 10, 64)
	return q, err
}

// refAmount reads "12 kB" or "12".
func refAmount(text string) (uint64, error) {
	fields := fieldsOf(text)
	if len(fields) == 0 || len(fields) > 2 {
		return 0, errReference
	}
	n, err := strconv.ParseUint(fields[0], 10, 64)
	if err != nil || len(fields) == 1 {
		return n, err
	}
	if fields[1] != "kB" || n > math.MaxUint64>>10 {
		return 0, errReference
	}
	return n << 10, nil
}

func refMeminfo(text string) (any, error) {
	m := new(Meminfo)
	for _, line := range linesOf(text) {
		name, rest, found := strings.Cut(line, ":")
		if name = trimmed(name); !found || name == "" {
			return m, errReference
		}
		n, err := refAmount(rest)
		switch {
		case slices.Contains(kernelNames["meminfo"], name):
			if err != nil {
				return m, err
			}
			reflect.ValueOf(m).Elem().FieldByName(goName(name)).SetUint(n)
		case err != nil:
			m.Other = append(m.Other, Amount{Name: name, Text: trimmed(rest)})
		default:
			m.Other = append(m.Other, Amount{Name: name, Value: n})
		}
	}
	return m, nil
}

// agree returns what is different between what the package and the reference
// make of a text, or "".
func agree(file, text string) string {
	got, err := parserOf(file).parse(text)
	want, wantErr := reference(file, text)
	if (err == nil) != (wantErr == nil) {
		return fmt.Sprintf("%s %.200q: %v, but the reference %v", file, text, err, wantErr)
	}
	if x, y := fmt.Sprintf("%+v", got), fmt.Sprintf("%+v", want); err == nil && x != y {
		return fmt.Sprintf("%s %.200q:\n got %s\nwant %s", file, text, x, y)
	}
	return ""
}
