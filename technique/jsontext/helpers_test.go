package jsontext

import (
	"encoding/json"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// marshalString is json.Marshal(s).
func marshalString(s string) ([]byte, error) {
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c < ' ', c > '~', c == '"', c == '\\', c == '<', c == '>', c == '&':
			return json.Marshal(s)
		}
	}
	b := make([]byte, 0, len(s)+2)
	b = append(b, '"')
	b = append(b, s...)
	return append(b, '"'), nil
}

// marshalInt is json.Marshal(n).
func marshalInt(n int64) ([]byte, error) { return strconv.AppendInt(nil, n, 10), nil }

// marshalUint is json.Marshal(n).
func marshalUint(n uint64) ([]byte, error) { return strconv.AppendUint(nil, n, 10), nil }

// unmarshalString is json.Unmarshal(data, s).
func unmarshalString[T ~string](data []byte, s *T) error {
	last := len(data) - 1
	plain := last > 0 && data[0] == '"' && data[last] == '"'
	for i := 1; plain && i < last; i++ {
		plain = ' ' <= data[i] && data[i] <= '~' && data[i] != '"' && data[i] != '\\'
	}
	if plain {
		*s = T(data[1:last])
		return nil
	}
	t := *s
	err := json.Unmarshal(data, &t)
	*s = t
	return err
}

// unmarshalInt is json.Unmarshal(data, n).
func unmarshalInt[T ~int | ~int8 | ~int16 | ~int32 | ~int64 |
	~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr](data []byte, n *T) error {
	i, v := 0, int64(0)
	for i < len(data) && i < 18 && '0' <= data[i] && data[i] <= '9' {
		v = v*10 + int64(data[i]-'0')
		i++
	}
	if i > 0 && i == len(data) && (data[0] != '0' || i == 1) && int64(T(v)) == v && T(v) >= 0 {
		*n = T(v)
		return nil
	}
	m := *n
	err := json.Unmarshal(data, &m)
	*n = m
	return err
}

// TestHelpersAreThese: the helpers are the functions above, to the letter.
func TestHelpersAreThese(t *testing.T) {
	source, err := os.ReadFile("helpers_test.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{marshalStringHelper.Text, marshalIntHelper.Text,
		marshalUintHelper.Text, unmarshalStringHelper.Text, unmarshalIntHelper.Text} {
		if !strings.Contains(string(source), text) {
			t.Errorf("the test has another function than\n%s", text)
		}
	}
}

// texts returns texts of up to three characters, of which any can be special, and longer ones.
func texts() []string {
	list := []string{"", "null", "plain text", "\u2028", "é", "日本", "0123456789abcdef"}
	special := []string{"a", "~", " ", "\x1f", "\x7f", "\"", "\\", "<", ">", "&", "\xff",
		"\n", "'", "/"}
	for c := range 256 {
		list = append(list, string([]byte{byte(c)}))
	}
	for _, a := range special {
		for _, b := range special {
			for _, c := range special {
				list = append(list, a+b, a+b+c)
			}
		}
	}
	return list
}

// TestTexts writes and reads texts as package json does.
func TestTexts(t *testing.T) {
	type named string
	for _, text := range texts() {
		got, gotErr := marshalString(text)
		want, wantErr := json.Marshal(text)
		if string(got) != string(want) || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
			t.Errorf("%q is written as %s, want %s", text, got, want)
		}
		for _, data := range []string{text, `"` + text + `"`, ` "` + text + `"`, `"` + text + `" `,
			`"` + text, string(want)} {
			a, b := named("before"), named("before")
			gotErr, wantErr := unmarshalString([]byte(data), &a), json.Unmarshal([]byte(data), &b)
			if a != b || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
				t.Errorf("%q is read as %q, %v, want %q, %v", data, a, gotErr, b, wantErr)
			}
		}
	}
}

// readAs reads a number as package json does.
func readAs[T int | int8 | uint8 | int64 | uint64 | uint32](t *testing.T, data string) {
	t.Helper()
	a, b := T(7), T(7)
	gotErr, wantErr := unmarshalInt([]byte(data), &a), json.Unmarshal([]byte(data), &b)
	if a != b || fmt.Sprint(gotErr) != fmt.Sprint(wantErr) {
		t.Errorf("%q is read as %d, %v, want %d, %v", data, a, gotErr, b, wantErr)
	}
}

// TestNumbers writes and reads numbers as package json does.
func TestNumbers(t *testing.T) {
	list := []string{"", "-", "-0", "00", "01", "-1", "1e2", "1.0", "null", " 1", "1 ", `"1"`, "+1",
		"x", "127", "128", "255", "256", "-128", "-129", "4294967295", "4294967296",
		"99999999999999999", "999999999999999999", "1000000000000000000", "9223372036854775807",
		"9223372036854775808", "18446744073709551615", "18446744073709551616"}
	for n := range 300 {
		list = append(list, strconv.Itoa(n))
	}
	for _, data := range list {
		readAs[int](t, data)
		readAs[int8](t, data)
		readAs[uint8](t, data)
		readAs[int64](t, data)
		readAs[uint32](t, data)
		readAs[uint64](t, data)
		n, _ := strconv.ParseInt(data, 10, 64)
		got, _ := marshalInt(n)
		if want, _ := json.Marshal(n); string(got) != string(want) {
			t.Errorf("%d is written as %s, want %s", n, got, want)
		}
		got, _ = marshalUint(uint64(n))
		if want, _ := json.Marshal(uint64(n)); string(got) != string(want) {
			t.Errorf("%d is written as %s, want %s", uint64(n), got, want)
		}
	}
}
