// Package hoist has values that are the same at each call, until it can be seen that they
// are one.
package hoist

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"net"
	"regexp"
	"strings"
)

// Table is the caller's own.
func Table() map[string]int { return map[string]int{"a": 1, "b": 2} }

// Row is the caller's own, and may be appended to.
func Row() []int { return []int{1, 2, 3} }

// Fault is another error at each call.
func Fault(s string) error {
	if s == "" {
		return errors.New("empty")
	}
	return nil
}

// Matched has a pattern that does not compile for some words.
func Matched(word, s string) bool { return regexp.MustCompile("^" + word + "$").MatchString(s) }

// Masked replaces letters by a table that depends on its argument.
func Masked(s, with string) string { return strings.NewReplacer("a", with, "b", "").Replace(s) }

// Weights are changed while they are summed up.
func Weights(n int) (sum int) {
	weights := []int{3, 1, 2}
	for i := range n {
		weights[i%3] += i
		sum += weights[(i+1)%3]
	}
	return sum
}

// Nested hands out an inner map only.
func Nested(key string) map[string]bool {
	all := map[string]map[string]bool{"x": {"a": true}, "y": {}}
	return all[key]
}

// Random begins at the same seed each time.
func Random(n int) (sum int) {
	r := rand.New(rand.NewPCG(1, 2))
	for range n {
		sum = sum*10 + r.IntN(10)
	}
	return sum
}

// Written is handed to a function that may write to it.
func Written(f func([]string)) string {
	words := []string{"one", "two"}
	f(words)
	return strings.Join(words, " ")
}

// ErrCause is why, most of the time.
var ErrCause = errors.New("cause")

func wrap() error { return fmt.Errorf("wrapped: %w", ErrCause) }

// Wrapped says why, which may be something else for a while.
func Wrapped(why string) string {
	if why != "" {
		was := ErrCause
		ErrCause = errors.New(why)
		defer func() { ErrCause = was }()
	}
	return wrap().Error()
}

// Network tells where an address is, and narrows one of the networks for that.
func Network(s string) string {
	ip := net.ParseIP(s)
	_, ten, _ := net.ParseCIDR("10.0.0.0/8")
	_, near, _ := net.ParseCIDR("10.1.0.0/16")
	near.Mask[2] = 255
	switch {
	case near.Contains(ip):
		return "near"
	case ten.Contains(ip) || net.ParseIP("127.0.0.1").Equal(ip):
		return "inside"
	}
	return "outside"
}

// Scaled multiplies by a number that grows, up to another.
func Scaled(s string, steps int) string {
	n, ok := new(big.Int).SetString(s, 10)
	if !ok {
		return ""
	}
	by, _ := new(big.Int).SetString("3", 10)
	most, _ := new(big.Int).SetString("1000000000000000000000", 10)
	for range steps % 50 {
		if n.Mul(n, by).CmpAbs(most) > 0 {
			return n.Rem(n, most).String()
		}
		by.Add(by, by)
	}
	return n.String()
}

// Bounded has numbers that are computed of constants: one bounds another, and one is set by a
// method that is called on neither.
func Bounded(s string) string {
	n, ok := new(big.Int).SetString(s, 10)
	if !ok {
		return ""
	}
	limit := new(big.Int)
	limit.Lsh(big.NewInt(1), 70)
	factor := new(big.Int).Lsh(big.NewInt(3), 66)
	n.Mod(n, limit)
	if n.Bit(0) == 0 {
		new(big.Int).GCD(factor, nil, n, limit)
	}
	return n.String() + " " + factor.String()
}

// Operated counts how often a function of its table was called.
func Operated(name string, n int) (result, calls int) {
	ops := map[string]func(int) int{
		"neg":  func(n int) int { return -n },
		"inc":  func(n int) int { calls++; return n + 1 },
		"same": abs,
	}
	if op, ok := ops[name]; ok {
		result = op(n)
	}
	plain := map[string]func(int) int{"neg": abs, "": func(n int) int { return n }}
	if op := plain[name]; op != nil {
		result += op(n)
	}
	return result, calls
}

func abs(n int) int { return max(n, -n) }

var unit = "a unit of some length"

// Labelled says what the unit is at the time.
func Labelled(text string) string {
	if text != "" {
		unit = text
	}
	return "in units of the kind " + unit + ", as it is now"
}

func sum(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return mac.Sum(nil)
}

func turned(key []byte, text string) string {
	all := string(sum(key, text))
	key[0]++
	return all
}

// Signed takes the same key each time, and another one that it changes behind.
func Signed(text string) string {
	return string(sum([]byte("a key that stays"), text)) + turned([]byte("another key"), text)
}
