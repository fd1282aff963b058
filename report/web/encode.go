package web

import (
	"cmp"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/symbol"
)

// head is what the script reads as JSON, before the numbers.
type head struct {
	Title  string     `json:"title"`
	Units  []unit     `json:"units"`
	Kinds  []string   `json:"kinds"`
	Tags   [][]string `json:"tags"`
	Funcs  []function `json:"funcs"`
	Files  []string   `json:"files"`
	Frames []int      `json:"frames"` // function, file, line; three numbers each
	// Operations are those of each benchmark, so that the script can show what
	// one of them allocates.
	Operations map[string]uint64 `json:"operations"`
}

// function is a function of the graph, written as [name, package, anchor]: the
// anchor is where the page shows its source, "" when it does not.
type function [3]string

// Encode returns s as the script reads it: the length of a JSON document in four
// bytes, little end first, the document, and numbers as varints. The numbers are
// the nodes of the call tree, root first, each as how many levels to go up from
// the one before and its frame; then the weights, each as how many nodes to go
// on, its tag and its values. Positions in the text do not matter: a stack that
// occurs twice is one path.
func (s stackSet) encode(h head, dir string) ([]byte, error) {
	h.Units, h.Kinds, h.Tags = s.Units, notNil(s.Kinds), notNil(s.Tags)
	h.name(s.Frames, dir)
	doc, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("cannot write the stacks: %w", err)
	}
	out := binary.LittleEndian.AppendUint32(nil, uint32(len(doc)))
	out = append(out, doc...)
	nodes, ends := s.tree()
	out = binary.AppendUvarint(out, uint64(len(nodes)))
	for _, n := range nodes {
		out = binary.AppendUvarint(out, uint64(n.up))
		out = binary.AppendUvarint(out, uint64(n.frame))
	}
	return s.appendWeights(out, ends), nil
}

// name gives the functions and files of frames their numbers.
func (h *head) name(frames []alloc.Frame, dir string) {
	anchors := make(map[string]string)
	for _, f := range h.Funcs {
		anchors[f[0]] = f[2]
	}
	h.Funcs, h.Files, h.Frames = []function{}, []string{}, make([]int, 0, 3*len(frames))
	funcs, files := make(map[string]int), make(map[string]int)
	for _, f := range frames {
		fn, ok := funcs[f.Func]
		if !ok {
			fn = len(h.Funcs)
			funcs[f.Func] = fn
			pkg := symbol.Parse(f.Func).Package
			h.Funcs = append(h.Funcs, function{f.Func, pkg, anchors[f.Func]})
		}
		file, ok := files[f.File]
		if !ok {
			file = len(h.Files)
			files[f.File] = file
			h.Files = append(h.Files, relative(dir, f.File))
		}
		h.Frames = append(h.Frames, fn, file, max(0, f.Line))
	}
}

func relative(dir, file string) string { return symbol.FileName(dir, file) }

// node is a call, in the order in which a walk through the tree meets it.
type node struct{ up, frame int }

// tree returns the nodes of the call tree and, for each stack, the number of the
// node at its end, counted from 1; an empty stack ends at 0, the root.
func (s stackSet) tree() (nodes []node, ends []int) {
	order := make([]int, len(s.Stacks))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return compareCalls(s.Stacks[a], s.Stacks[b]) })
	ends = make([]int, len(s.Stacks))
	var path, before []int
	depth := 0
	for _, at := range order {
		path = path[:0]
		for _, frame := range slices.Backward(s.Stacks[at]) {
			path = append(path, frame)
		}
		shared := 0
		for shared < len(path) && shared < len(before) && path[shared] == before[shared] {
			shared++
		}
		for i := shared; i < len(path); i++ {
			nodes = append(nodes, node{depth - i, path[i]})
			depth = i + 1
		}
		// A stack that begins another one comes first, so its end is the last node.
		ends[at] = len(nodes)
		before = append(before[:0], path...)
	}
	return nodes, ends
}

// compareCalls orders stacks, which are leaf first, by their outermost calls.
func compareCalls(a, b []int) int {
	for i := 1; i <= min(len(a), len(b)); i++ {
		if c := cmp.Compare(a[len(a)-i], b[len(b)-i]); c != 0 {
			return c
		}
	}
	return cmp.Compare(len(a), len(b))
}

// appendWeights adds the weights, sorted by node and tag, those of the same two
// added up.
func (s stackSet) appendWeights(out []byte, ends []int) []byte {
	list := slices.Clone(s.Samples)
	slices.SortFunc(list, func(a, b weight) int {
		return cmp.Or(cmp.Compare(ends[a.Stack], ends[b.Stack]), cmp.Compare(a.Tag, b.Tag))
	})
	sums := list[:0]
	owned := false // the values of the last sum may be added to
	for _, w := range list {
		same := func(o weight) bool { return o.Tag == w.Tag && ends[o.Stack] == ends[w.Stack] }
		if n := len(sums); n > 0 && same(sums[n-1]) {
			last := &sums[n-1]
			if !owned {
				last.Values, owned = slices.Clone(last.Values), true
			}
			for i, v := range w.Values {
				last.Values[i] += v
			}
			continue
		}
		sums, owned = append(sums, w), false
	}
	out = binary.AppendUvarint(out, uint64(len(sums)))
	at := 0
	for _, w := range sums {
		out = binary.AppendUvarint(out, uint64(ends[w.Stack]-at))
		at = ends[w.Stack]
		out = binary.AppendUvarint(out, uint64(w.Tag))
		for i := range s.Units {
			out = binary.AppendUvarint(out, uint64(max(0, w.Values[i])))
		}
	}
	return out
}

func notNil[T any](list []T) []T {
	if list == nil {
		return []T{}
	}
	return list
}
