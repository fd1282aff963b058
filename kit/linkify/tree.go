package linkify

import "math/bits"

// A node is a place in a radix tree of keywords. Nodes never change once they
// can be reached: with and without copy those on the way and share the rest.
//
// Except for the root, a node has a link or at least two children, so equal
// sets of keywords have equal trees.
type node struct {
	label string // the bytes that follow the one by which the parent branches
	link  *link  // of the keyword that ends here, or nil

	// has holds a bit for each byte by which a keyword goes on, below how many
	// of them there are in the words before, and next the node of each.
	has   [4]uint64
	below [4]uint8
	next  []*node
}

// child returns the node to which b leads, or nil.
func (n *node) child(b byte) *node {
	word, bit := n.has[b>>6], uint64(1)<<(b&63)
	if word&bit == 0 {
		return nil
	}
	return n.next[int(n.below[b>>6])+bits.OnesCount64(word&(bit-1))]
}

// place returns where the child of b is in next, or would be.
func (n *node) place(b byte) int {
	return int(n.below[b>>6]) + bits.OnesCount64(n.has[b>>6]&(1<<(b&63)-1))
}

// get returns the link of key, or nil.
func (n *node) get(key string) *link {
	found, end := longest(n, key, 0)
	if end != len(key) {
		return nil
	}
	return found
}

// all yields the keywords below n, in order, and reports whether to go on.
func (n *node) all(yield func(keyword, url string) bool) bool {
	if n.link != nil && !yield(n.link.keyword, n.link.url) {
		return false
	}
	for _, c := range n.next {
		if !c.all(yield) {
			return false
		}
	}
	return true
}

// with returns a copy of n in which rest leads to l.
func (n *node) with(rest string, l *link) *node {
	n = n.copy()
	if rest == "" {
		n.link = l
		return n
	}
	b, rest := rest[0], rest[1:]
	c := n.child(b)
	if c == nil {
		n.set(b, &node{label: rest, link: l})
		return n
	}
	same := common(c.label, rest)
	if same < len(c.label) {
		c = c.split(same)
	}
	n.set(b, c.with(rest[same:], l))
	return n
}

// split returns a node for the first at bytes of n's label, with what n was
// below it.
func (n *node) split(at int) *node {
	lower := n.copy()
	lower.label = n.label[at+1:]
	upper := &node{label: n.label[:at]}
	upper.set(n.label[at], lower)
	return upper
}

// without returns a copy of n in which rest, which must lead to a link, does
// not. It may be left with nothing.
func (n *node) without(rest string) *node {
	n = n.copy()
	if rest == "" {
		n.link = nil
		return n
	}
	b := rest[0]
	c := n.child(b)
	if c = c.without(rest[1+len(c.label):]).joined(); c != nil {
		n.set(b, c)
	} else {
		n.drop(b)
	}
	return n
}

// joined returns n, or what is to stand for it below its parent if it has no
// link and fewer than two children: its only child, or nil.
func (n *node) joined() *node {
	switch {
	case n.link != nil || len(n.next) > 1:
		return n
	case len(n.next) == 0:
		return nil
	}
	only := n.next[0].copy()
	only.label = n.label + string([]byte{n.first()}) + only.label
	return only
}

// first returns the least byte by which n goes on.
func (n *node) first() byte {
	for i, word := range n.has {
		if word != 0 {
			return byte(64*i + bits.TrailingZeros64(word))
		}
	}
	return 0
}

// copy returns a node like n that shares its children.
func (n *node) copy() *node {
	c := *n
	return &c
}

// set has b lead to c. It leaves the old children as they are.
func (n *node) set(b byte, c *node) {
	at := n.place(b)
	grown := make([]*node, 0, len(n.next)+1)
	grown = append(grown, n.next[:at]...)
	grown = append(grown, c)
	if n.child(b) != nil {
		n.next = append(grown, n.next[at+1:]...)
		return
	}
	n.next = append(grown, n.next[at:]...)
	n.has[b>>6] |= 1 << (b & 63)
	n.count()
}

// drop takes the child of b away.
func (n *node) drop(b byte) {
	at := n.place(b)
	n.next = append(append(make([]*node, 0, len(n.next)-1), n.next[:at]...), n.next[at+1:]...)
	n.has[b>>6] &^= 1 << (b & 63)
	n.count()
}

// count makes below agree with has. A node with 256 children has at most 192 in
// the first three words, so a byte is enough.
func (n *node) count() {
	sum := 0
	for i, word := range n.has {
		n.below[i] = uint8(sum)
		sum += bits.OnesCount64(word)
	}
}

// common returns how many bytes a and b begin with in common.
func common(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		if a[i] != b[i] {
			return i
		}
	}
	return n
}
