// Package walk has functions that call themselves and gather what those calls
// return, each with something that one slice for all of them would change.
package walk

import "errors"

type node struct {
	value int
	kids  []*node
}

// tree makes a node for each value, as a heap has them; one that is negative
// has none below it.
func tree(values []int, at int) *node {
	if at >= len(values) {
		return nil
	}
	n := &node{value: values[at]}
	for i := 2*at + 1; i <= 2*at+2 && n.value >= 0; i++ {
		if kid := tree(values, i); kid != nil {
			n.kids = append(n.kids, kid)
		}
	}
	return n
}

func even(n *node) []int {
	var out []int
	if n == nil {
		return nil
	}
	if n.value%2 == 0 {
		out = append(out, n.value)
	}
	for _, kid := range n.kids {
		out = append(out, even(kid)...)
	}
	return out
}

// Even returns nil where there is none.
func Even(values []int) []int { return even(tree(values, 0)) }

func unlessNegative(n *node) []int {
	out := []int{n.value}
	for _, kid := range n.kids {
		if kid.value < 0 {
			return nil
		}
		out = append(out, unlessNegative(kid)...)
	}
	return out
}

// UnlessNegative drops what a node has gathered when it has a negative kid.
func UnlessNegative(values []int) []int { return unlessNegative(tree(append(values, 1), 0)) }

func never(n *node) []int {
	out := []int{}
	for _, kid := range n.kids {
		if kid.value > 100 {
			out = append(out, kid.value)
		}
		out = append(out, never(kid)...)
	}
	return out
}

// Never returns an empty slice, which is not nil, where nothing is large.
func Never(values []int) []int { return never(tree(append(values, 1), 0)) }

func raised(n *node) []int {
	var out []int
	for _, kid := range n.kids {
		out = append(out, raised(kid)...)
	}
	for i := range out {
		out[i]++
	}
	return append(out, n.value)
}

// Raised adds one to each value for each level above it.
func Raised(values []int) []int { return raised(tree(append(values, 1), 0)) }

func few(n *node) []int {
	out := []int{n.value}
	for _, kid := range n.kids {
		if len(out) >= 3 {
			break
		}
		out = append(out, few(kid)...)
	}
	return out
}

// Few stops at three values, of each node and those below it.
func Few(values []int) []int { return few(tree(append(values, 1), 0)) }

func safely(n *node) (out []int) {
	defer func() { recover() }()
	out = append(out, 100/n.value)
	for _, kid := range n.kids {
		out = append(out, safely(kid)...)
	}
	return out
}

// Safely goes on where a node divides by zero.
func Safely(values []int) []int { return safely(tree(append(values, 1), 0)) }

type shelf struct {
	label string
	*shelf
}

func (s *shelf) labels(prefix string, more ...string) []string {
	if s == nil {
		return nil
	}
	var list []string
	list = append(list, prefix+s.label)
	for _, m := range more {
		list = append(list, prefix+m)
	}
	return append(list, s.shelf.labels(prefix+"/", more...)...)
}

// Labels goes down through an embedded pointer, which is nil at the end.
func Labels(names []string) []string {
	var s *shelf
	for _, name := range names {
		s = &shelf{name, s}
	}
	return s.labels("-", "x", "y")
}

// places returns where values stand, the last of each.
func places(n *node, depth int) map[int]int {
	at := map[int]int{}
	at[n.value] = depth
	for i, kid := range n.kids {
		for value, d := range places(kid, depth*2+i) {
			at[value] = d
		}
		at[-n.value] = -depth
	}
	return at
}

// Places returns the last place of each value.
func Places(values []int) map[int]int { return places(tree(append(values, 1), 0), 1) }

// order returns for each value how many of its own were there before it.
func order(n *node) map[int]int {
	at := map[int]int{}
	for _, kid := range n.kids {
		for value, d := range order(kid) {
			at[value] = d
		}
	}
	at[n.value] = len(at)
	return at
}

// Order counts in each part by itself.
func Order(values []int) map[int]int { return order(tree(append(values, 1), 0)) }

// positive returns the values that are, and of the others whether they have any below them.
func positive(n *node) map[int]bool {
	in := map[int]bool{n.value: n.value > 0}
	for _, kid := range n.kids {
		for value := range positive(kid) {
			in[value] = true
		}
	}
	return in
}

// Positive takes all that is below for positive.
func Positive(values []int) map[int]bool { return positive(tree(append(values, 1), 0)) }

// odd returns the odd values, nil where the first is not.
func odd(n *node) map[int]bool {
	if n.value%2 == 0 {
		return nil
	}
	in := map[int]bool{n.value: true}
	for _, kid := range n.kids {
		for value := range odd(kid) {
			in[value] = true
		}
	}
	return in
}

// Odd returns the odd ones of which all above are.
func Odd(values []int) (map[int]bool, bool) {
	in := odd(tree(append(values, 1), 0))
	return in, in == nil
}

func checked(n *node) ([]int, error) {
	if n.value < 0 {
		return nil, errNegative
	}
	out := []int{n.value}
	for _, kid := range n.kids {
		sub, err := checked(kid)
		if err != nil {
			return nil, err
		}
		out = append(out, sub...)
	}
	return out, nil
}

var errNegative = errors.New("negative")

// Checked fails with the first negative value.
func Checked(values []int) ([]int, error) { return checked(tree(append(values, 1), 0)) }

func tolerant(n *node) ([]int, error) {
	out := make([]int, 0, 2)
	out = append(out, n.value)
	for _, kid := range n.kids {
		sub, err := tolerant(kid)
		if err != nil {
			continue
		}
		out = append(out, sub...)
	}
	if n.value < 0 {
		return nil, errNegative
	}
	if len(n.kids) > 0 && n.kids[0].value == 3 {
		return nil, errNegative
	}
	return out, nil
}

// Tolerant leaves out all below a node whose first kid is a three.
func Tolerant(values []int) ([]int, error) { return tolerant(tree(append(values, 1), 0)) }

func partial(n *node) ([]int, error) {
	out := []int{n.value}
	for _, kid := range n.kids {
		sub, err := partial(kid)
		if err != nil {
			return out, err
		}
		out = append(out, sub...)
	}
	if n.value < 0 {
		return out, errNegative
	}
	return out, nil
}

// Partial returns what a node has where one of its kids fails, without what the kid has.
func Partial(values []int) ([]int, error) { return partial(tree(append(values, 1), 0)) }

func inOrder(n *node) []int {
	if n == nil {
		return nil
	}
	if len(n.kids) < 2 {
		return append([]int{}, n.value)
	}
	return append(append(inOrder(n.kids[0]), n.value), inOrder(n.kids[1])...)
}

// InOrder returns nil for no tree.
func InOrder(values []int) []int { return inOrder(tree(values, 0)) }

func ranked(n *node, ranks map[int][]int) []int {
	if n == nil {
		return nil
	}
	out := []int{}
	for _, kid := range n.kids {
		below := ranked(kid, ranks)
		ranks[kid.value] = below
		out = append(out, below...)
	}
	return append(out, n.value)
}

// Ranked keeps what is below each node.
func Ranked(values []int) (map[int][]int, []int) {
	ranks := map[int][]int{}
	return ranks, ranked(tree(values, 0), ranks)
}

func filled(n *node) []int {
	if n == nil {
		return nil
	}
	out := []int{}
	for _, kid := range n.kids {
		if kid.value%2 == 0 {
			out = append(out, filled(kid)...)
		}
	}
	if n.value > 2 {
		out = append(out, n.value)
	}
	return out
}

// Filled returns nil for no tree, and an empty slice for one without large values.
func Filled(values []int) []int { return filled(tree(values, 0)) }
