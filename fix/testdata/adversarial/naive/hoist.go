package hoist

import (
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
)

var table = map[string]int{"a": 1, "b": 2}

// All callers have one map.
func Table() map[string]int { return table }

var row = []int{1, 2, 3}

// All callers have one list.
func Row() []int { return row }

// All words share the pattern of the first.
func Matched(word, s string) bool {
	once.Do(func() { pattern = regexp.MustCompile("^" + word + "$") })
	return pattern.MatchString(s)
}

var (
	once    sync.Once
	pattern *regexp.Regexp
)

var masks = map[string]*strings.Replacer{}

// The second letter is replaced too.
func Masked(s, with string) string {
	if masks["a"] == nil {
		masks["a"] = strings.NewReplacer("a", with, "b", "")
	}
	return masks["a"].Replace(s)
}

var weights = []int{3, 1, 2}

// The next call finds what the last one left.
func Weights(n int) (sum int) {
	for i := range n {
		weights[i%3] += i
		sum += weights[(i+1)%3]
	}
	return sum
}

var nests = map[string]map[string]bool{"x": {"a": true}, "y": {}}

// The inner map is everybody's.
func Nested(key string) map[string]bool { return nests[key] }

var random = rand.New(rand.NewPCG(1, 2))

// The next call goes on where the last one ended.
func Random(n int) (sum int) {
	for range n {
		sum = sum*10 + random.IntN(10)
	}
	return sum
}

var errWrapped = fmt.Errorf("wrapped: %w", ErrCause)

// The cause is always the same.
func Wrapped(why string) string {
	if why != "" {
		was := ErrCause
		ErrCause = errors.New(why)
		defer func() { ErrCause = was }()
	}
	return errWrapped.Error()
}

var three = big.NewInt(3)

// What it multiplies by has grown in earlier calls.
func Scaled(s string, steps int) string {
	n, ok := new(big.Int).SetString(s, 10)
	if !ok {
		return ""
	}
	most, _ := new(big.Int).SetString("1000000000000000000000", 10)
	for range steps % 50 {
		if n.Mul(n, three).CmpAbs(most) > 0 {
			return n.Rem(n, most).String()
		}
		three.Add(three, three)
	}
	return n.String()
}

var (
	limit  = new(big.Int).Lsh(big.NewInt(1), 70)
	factor = new(big.Int).Lsh(big.NewInt(3), 66)
)

// The factor is what an earlier call set it to.
func Bounded(s string) string {
	n, ok := new(big.Int).SetString(s, 10)
	if !ok {
		return ""
	}
	n.Mod(n, limit)
	if n.Bit(0) == 0 {
		new(big.Int).GCD(factor, nil, n, limit)
	}
	return n.String() + " " + factor.String()
}

var label = "in units of the kind " + unit + ", as it is now"

// It is what it was at first.
func Labelled(text string) string {
	if text != "" {
		unit = text
	}
	return label
}

var anotherKey = []byte("another key")

// The key is another one the next time.
func Signed(text string) string {
	return string(sum([]byte("a key that stays"), text)) + turned(anotherKey, text)
}
