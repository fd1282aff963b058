package pathshape

import (
	"iter"
	"slices"
	"strings"
)

// tree is the segments of all paths. One table finds every node by its parent
// and its text, so that a node with one kid costs no table of its own.
type tree struct {
	slots []int32 // the number of a node plus one, by hash
	used  int     // slots, also those of nodes that have another parent by now
	pages []*[nodePage]node
	n     int
	next  []int32             // of each path, the next one that ends at the same node, from 1
	alone map[string][]string // lists of one method
}

const nodePage = 512

// node is a segment below those before it.
type node struct {
	text   string
	look   look // as the last segment of a path
	parent int32
	self   int32
	kid    *node // the first of them
	beside *node // the next kid of the parent
	many   int   // of kids, at most
	// The paths that end here: the first and the last of a chain, from 1.
	first, last int32

	count uint64
	total uint64 // with what is below
	// methods, failed and bytes are of the requests that end here.
	methods []string
	failed  uint64
	bytes   uint64
	grouped bool // it is a value of a variable
}

// kids yields the segments below a node, in no order that says anything.
func (n *node) kids() iter.Seq[*node] {
	return func(yield func(*node) bool) {
		for kid := n.kid; kid != nil; kid = kid.beside {
			if !yield(kid) {
				return
			}
		}
	}
}

// inner reports whether there are segments below a node.
func (n *node) inner() bool { return n.kid != nil }

// newTree makes room for the segments of so many paths.
func newTree(paths int) *tree {
	size := 64
	for size < 2*paths {
		size *= 2
	}
	return &tree{slots: make([]int32, size), next: make([]int32, paths),
		alone: map[string][]string{}}
}

func (t *tree) node() *node {
	if t.n%nodePage == 0 {
		t.pages = append(t.pages, new([nodePage]node))
	}
	n := t.at(int32(t.n))
	n.self = int32(t.n)
	t.n++
	return n
}

func (t *tree) at(i int32) *node { return &t.pages[i/nodePage][i%nodePage] }

// below returns the kid of n with a text, or nil, and the slot where it belongs.
func (t *tree) below(n *node, text string) (kid *node, slot int) {
	mask := len(t.slots) - 1
	for at := int(hashOf(n.self, text)) & mask; ; at = (at + 1) & mask {
		s := t.slots[at]
		if s == 0 {
			return nil, at
		}
		if kid = t.at(s - 1); kid.parent == n.self && kid.text == text {
			return kid, at
		}
	}
}

// hashOf is FNV-1a, with the last step that its low bits need.
func hashOf(parent int32, text string) uint32 {
	h := uint64(14695981039346656037) ^ uint64(parent)
	for i := range len(text) {
		h = (h ^ uint64(text[i])) * 1099511628211
	}
	return uint32(h>>32 ^ h)
}

// put makes kid one of n's. The slot is what below returned.
func (t *tree) put(n, kid *node, slot int) {
	kid.parent = n.self
	kid.beside, n.kid = n.kid, kid
	n.many++
	t.slots[slot] = kid.self + 1
	if t.used++; t.used*4 > len(t.slots)*3 {
		t.grow()
	}
}

// grow leaves out the slots of nodes that have another parent by now.
func (t *tree) grow() {
	t.slots = make([]int32, 2*len(t.slots))
	t.used = t.n
	for i := range int32(t.n) {
		n := t.at(i)
		for kid := range n.kids() {
			_, slot := t.below(n, kid.text)
			t.slots[slot] = kid.self + 1
		}
	}
}

// add books a path below n.
func (t *tree) add(n *node, p *Path, index int32) {
	n.total += p.Count
	rest := strings.TrimPrefix(p.Text, "/")
	for {
		seg, after, more := strings.Cut(rest, "/")
		kid, slot := t.below(n, seg)
		if kid == nil {
			kid = t.node()
			kid.text, kid.look = seg, look{class: number}
			if !allDigits(seg) {
				kid.look = lookAt(seg)
			}
			t.put(n, kid, slot)
		}
		kid.total += p.Count
		if n, rest = kid, after; !more {
			break
		}
	}
	t.chain(n, index+1, index+1)
	n.count += p.Count
	n.failed += p.Failed
	n.bytes += p.Bytes
	if len(n.methods) == 0 {
		n.methods = t.justOne(p.Method)
	} else {
		n.asked(p.Method)
	}
}

// chain adds paths that end at a node.
func (t *tree) chain(n *node, first, last int32) {
	if first == 0 {
		return
	}
	if n.first == 0 {
		n.first = first
	} else {
		t.next[n.last-1] = first
	}
	n.last = last
}

// justOne returns the list of a single method, which many nodes share.
func (t *tree) justOne(method string) []string {
	list, ok := t.alone[method]
	if !ok {
		list = []string{method}
		t.alone[method] = list
	}
	return list
}

func (n *node) asked(method string) {
	if !slices.Contains(n.methods, method) {
		n.methods = append(slices.Clip(n.methods), method)
	}
}

// merge adds o to n. What is below o belongs to n afterwards.
func (t *tree) merge(n, o *node) {
	t.chain(n, o.first, o.last)
	n.count += o.count
	n.total += o.total
	n.failed += o.failed
	n.bytes += o.bytes
	for _, m := range o.methods {
		n.asked(m)
	}
	var after *node
	for kid := o.kid; kid != nil; kid = after {
		after = kid.beside
		if own, slot := t.below(n, kid.text); own != nil {
			t.merge(own, kid)
		} else {
			o.kid = after
			t.put(n, kid, slot)
		}
	}
	o.kid = nil
}
