package jsontext

import (
	"encoding/json"
	"strconv"
	"unsafe"
)

// Go has other escapes.
func Write(n Name) ([]byte, error) { return strconv.AppendQuote(nil, string(n)), nil }

// It is a text like any other.
func WriteLoud(l Loud) ([]byte, error) { return json.Marshal(string(l)) }

// Nothing is escaped.
func WriteBytes(b []byte) ([]byte, error) {
	return append(append([]byte{'"'}, b...), '"'), nil
}

// The largest numbers are negative.
func WriteLarge(n uint64) ([]byte, error) { return strconv.AppendInt(nil, int64(n), 10), nil }

// Go has other escapes to read, too.
func Read(data []byte, before Name) (Name, error) {
	s, err := strconv.Unquote(string(data))
	if err != nil {
		err = json.Unmarshal(data, &before)
		return before, err
	}
	return Name(s), nil
}

// Too large is too large.
func ReadShort(data []byte) (Short, error) {
	if n, err := strconv.Atoi(string(data)); err == nil {
		return Short(n), nil
	}
	n := Short(7)
	err := json.Unmarshal(data, &n)
	return n, err
}

// A zero before others is no number.
func ReadCount(data []byte) (n uint, err error) {
	if n, err := strconv.ParseUint(string(data), 10, 64); err == nil {
		return uint(n), nil
	}
	err = json.Unmarshal(data, &n)
	return n, err
}

// The text is the bytes.
func Kept(data []byte) (string, string) {
	var s string
	if n := len(data); n > 2 && data[0] == '"' && data[n-1] == '"' {
		s = unsafe.String(&data[1], n-2)
	} else if err := json.Unmarshal(data, &s); err != nil {
		return "", err.Error()
	}
	before := string([]byte(s))
	for i := range data {
		data[i] = 'x'
	}
	return before, s
}
