package watch

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// value is one value of RESP3. Scalars have a text, aggregates have items, a map's
// being alternating keys and values.
type value struct {
	kind  byte // as it is sent, '_' for all kinds of null
	text  string
	items []value
}

// The limits of what a server may send.
const (
	maxText  = 1 << 20
	maxItems = 1 << 16
	maxDepth = 8
)

// read reads one value. An error that Redis answers is an error.
func read(in *bufio.Reader, depth int) (value, error) {
	line, err := in.ReadSlice('\n')
	if err != nil {
		return value{}, err
	}
	head := strings.TrimRight(string(line), "\r\n")
	if head == "" || depth > maxDepth {
		return value{}, errors.New("watch: that is no value of RESP3")
	}
	v := value{kind: head[0], text: head[1:]}
	switch v.kind {
	case '-':
		return v, fmt.Errorf("redis answers %s", v.text)
	case '$', '=', '!':
		return v.readText(in)
	case '*', '~', '>', '%', '|':
		return v.readItems(in, depth)
	}
	return v, nil
}

func (v value) readText(in *bufio.Reader) (value, error) {
	n, err := strconv.Atoi(v.text)
	switch {
	case err == nil && n == -1:
		return value{kind: '_'}, nil
	case err != nil || n < 0 || n > maxText:
		return v, fmt.Errorf("watch: a text of length %q", v.text)
	}
	data := make([]byte, n+2)
	if _, err := io.ReadFull(in, data); err != nil {
		return v, err
	}
	v.text = string(data[:n])
	return v, nil
}

func (v value) readItems(in *bufio.Reader, depth int) (value, error) {
	n, err := strconv.Atoi(v.text)
	switch {
	case err == nil && n == -1:
		return value{kind: '_'}, nil
	case err != nil || n < 0 || n > maxItems:
		return v, fmt.Errorf("watch: %q items", v.text)
	}
	if v.kind == '%' || v.kind == '|' {
		n *= 2
	}
	v.text = ""
	for range n {
		item, err := read(in, depth+1)
		if err != nil {
			return v, err
		}
		v.items = append(v.items, item)
	}
	return v, nil
}
