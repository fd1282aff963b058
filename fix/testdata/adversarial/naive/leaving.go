package leaving

import (
	"fmt"
	"strconv"
	"strings"
)

// What is returned is no longer known by name to what is deferred.
func Deferred(list []string) (text string, err error) {
	var failed error
	defer func() {
		if failed != nil {
			text = "[" + text + "]"
		}
	}()
	if len(list) == 0 {
		return "---", errEmpty
	}
	return strings.Join(list, ","), nil
}

// There is room before the first one, so that the slice is not nil.
func Recovered(list []int) (out []int) {
	out = make([]int, 0, len(list))
	defer func() { _ = recover() }()
	for i := range len(list) {
		out = append(out, 100/list[i])
	}
	return
}

// The panic leaves a slice with room.
func Empty(list []int) (out []string, ended bool) {
	defer func() { ended = recover() == nil }()
	if len(list) > 0 {
		out = make([]string, 0, len(list))
	}
	for _, n := range list {
		out = append(out, strconv.Itoa(7%n))
	}
	return out, true
}

// The other result is the one that the function began with.
func Half(text string) (n int, rest string) {
	rest = strings.TrimSpace(text)
	if rest == "" {
		return 2, text
	}
	for rest[0] == '+' {
		n++
		if rest = rest[1:]; rest == "" {
			return n, text
		}
	}
	return n, rest
}

// The literal tells what was there before.
func Seen(list []string) (text string, tell func() string) {
	var dst []byte
	for _, s := range list {
		dst = append(append(dst, s...), ',')
	}
	built := string(dst)
	return built + ".", func() string { return built }
}

// With an error nothing is returned.
func Partial(list []string) (out []string, text string, err error) {
	var dst []byte
	for _, s := range list {
		if s == "" {
			return nil, "", errEmpty
		}
		if len(s) > 3 {
			out, dst = append(out, s[:3]), append(dst, '~')
			continue
		}
		out, dst = append(out, s), append(dst, s...)
	}
	return out, string(dst), nil
}

// The number is read first.
func Before(list []string) string {
	c := &counter{}
	var b strings.Builder
	for _, s := range list {
		n := c.n
		b.WriteString(fmt.Sprint(n, c.next(s)))
	}
	n := len(c.text)
	fmt.Fprint(&b, n, c.next("end"))
	return b.String()
}

// The separator is the one of the beginning.
func Shared(list []string) string {
	dst := make([]byte, 0, 64)
	for _, t := range list {
		dst = append(dst, strings.ToUpper(t)...)
		dst = append(dst, ';')
	}
	return string(dst)
}

// The number is that of the first call.
func Later(list []string) (texts []string) {
	for _, t := range list {
		dst := append(make([]byte, 0, 64), t...)
		for i := range len(texts) {
			dst = strconv.AppendInt(dst, int64(i), 10)
		}
		texts = append(texts, string(dst))
	}
	return texts
}

// The separator comes behind all but the first, also behind nothing.
func Joined(list []string) string {
	dst := make([]byte, 0, 64)
	for i, t := range list {
		if i > 0 {
			dst = append(dst, ',', ' ')
		}
		dst = append(dst, t...)
		dst = strconv.AppendInt(dst, int64(i), 10)
	}
	return string(dst) + joiners["longest"](list)
}
