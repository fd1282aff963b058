// Package jsontext has functions that write and read single values of JSON.
package jsontext

import (
	"encoding/json"
	"errors"
	"strings"
)

// Name is a text that may be anything.
type Name string

// Loud is a text that writes itself.
type Loud string

// MarshalText writes it in capitals.
func (l Loud) MarshalText() ([]byte, error) {
	if l == "" {
		return nil, errors.New("no sound")
	}
	return []byte(strings.ToUpper(string(l))), nil
}

// Short is a small number.
type Short int8

// Write writes a name.
func Write(n Name) ([]byte, error) { return json.Marshal(n) }

// WriteLoud writes a text that knows better.
func WriteLoud(l Loud) ([]byte, error) { return json.Marshal(l) }

// WriteBytes writes bytes as a text.
func WriteBytes(b []byte) ([]byte, error) { return json.Marshal(string(b)) }

// WriteCount writes how many there are.
func WriteCount(list []string) ([]byte, error) { return json.Marshal(len(list)) }

// WriteLarge writes a number without a sign.
func WriteLarge(n uint64) ([]byte, error) { return json.Marshal(n) }

// Room writes a number and appends to it.
func Room(n int) string {
	b, err := json.Marshal(n)
	if err != nil {
		return err.Error()
	}
	return string(append(b, '.'))
}

// Read reads a name, over another one.
func Read(data []byte, before Name) (Name, error) {
	err := json.Unmarshal(data, &before)
	return before, err
}

// ReadShort reads a number that may be too large.
func ReadShort(data []byte) (Short, error) {
	n := Short(7)
	if err := json.Unmarshal(data, &n); err != nil {
		return n, err
	}
	return n, nil
}

// ReadCount reads a number that cannot be negative.
func ReadCount(data []byte) (n uint, err error) {
	err = json.Unmarshal(data, &n)
	return n, err
}

// Kept reads a text whose bytes change afterwards.
func Kept(data []byte) (string, string) {
	var s string
	if err := json.Unmarshal(data, &s); err != nil {
		return "", err.Error()
	}
	before := strings.Clone(s)
	for i := range data {
		data[i] = 'x'
	}
	return before, s
}
