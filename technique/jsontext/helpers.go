package jsontext

import "github.com/wring-go/wring/technique"

// The functions that are called instead of those of package json. What they do not take for plain
// they hand on.
var (
	marshalStringHelper = technique.Helper{Name: "marshalString",
		Imports: []string{"encoding/json"},
		Text: `// marshalString is json.Marshal(s).
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
}`}
	marshalIntHelper = technique.Helper{Name: "marshalInt", Imports: []string{"strconv"},
		Text: `// marshalInt is json.Marshal(n).
func marshalInt(n int64) ([]byte, error) { return strconv.AppendInt(nil, n, 10), nil }`}
	marshalUintHelper = technique.Helper{Name: "marshalUint", Imports: []string{"strconv"},
		Text: `// marshalUint is json.Marshal(n).
func marshalUint(n uint64) ([]byte, error) { return strconv.AppendUint(nil, n, 10), nil }`}
)

// Those that read give package json a variable of their own, so that the caller's
// need not be on the heap.
var (
	unmarshalStringHelper = technique.Helper{Name: "unmarshalString",
		Imports: []string{"encoding/json"},
		Text: `// unmarshalString is json.Unmarshal(data, s).
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
}`}
	unmarshalIntHelper = technique.Helper{Name: "unmarshalInt",
		Imports: []string{"encoding/json"},
		Text: `// unmarshalInt is json.Unmarshal(data, n).
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
}`}
)
