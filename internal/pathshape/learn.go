package pathshape

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// Path is what is known of one path and method.
type Path struct {
	Method string
	Text   string
	Count  uint64
	Failed uint64 // of these, with a status of 400 and above
	Bytes  uint64
}

// Options of Learn.
type Options struct {
	// Many is how many plain words make a variable where words of the program
	// are as likely; 0 is 20. What looks more like data counts for several.
	Many int
}

// Variable is a segment that Learn took for one.
type Variable struct {
	Route  string
	Name   string
	Values int
	First  []string // the first of them in order, at most three
}

// Result is what Learn found.
type Result struct {
	Routes    []string // by path
	Variables []Variable
}

// Learn returns the route of each path, without the method. It does not depend
// on the order of the paths.
func Learn(paths []Path, opt Options) Result {
	if opt.Many <= 0 {
		opt.Many = 20
	}
	l := &learner{many: float64(opt.Many), routes: make([]string, len(paths)),
		tree: newTree(len(paths))}
	root := l.tree.node()
	for i := range paths {
		l.tree.add(root, &paths[i], int32(i))
	}
	l.visit(root, place{root: true}, nil)
	slices.SortFunc(l.variables, func(a, b Variable) int {
		return cmp.Or(cmp.Compare(a.Route, b.Route), cmp.Compare(a.Name, b.Name))
	})
	return Result{l.routes, l.variables}
}

// place is where a node stands.
type place struct {
	root     bool
	before   string // the segment, if it is a word
	variable bool   // the segment is a variable
	year     bool   // and one that holds years
	month    bool
}

type learner struct {
	routes    []string
	tree      *tree
	variables []Variable
	many      float64
}

// visit writes the routes of a node and of those below it. The names of the
// variables so far are in prefix.
func (l *learner) visit(n *node, at place, prefix []string) {
	route := "/" + strings.Join(prefix, "/")
	for i := n.first; i > 0; i = l.tree.next[i-1] {
		l.routes[i-1] = route
	}
	if !n.inner() {
		return
	}
	groups := l.groups(n, at)
	for _, g := range groups {
		for _, v := range g.values {
			v.node.grouped = true
		}
	}
	var words []*node
	for kid := range n.kids() {
		if !kid.grouped {
			words = append(words, kid)
		}
	}
	for _, kid := range words {
		next := append(slices.Clip(prefix), literal(kid.text))
		l.visit(kid, place{before: kid.text}, next)
	}
	for _, g := range groups {
		l.variable(g, at, prefix)
	}
}

// variable visits what is below all values of a variable at once.
func (l *learner) variable(g group, at place, prefix []string) {
	merged := l.tree.node()
	var first []string
	for _, v := range g.values {
		l.tree.merge(merged, v.node)
		first = withFirst(first, v.text())
	}
	name := g.name(at)
	for i := 2; slices.ContainsFunc(prefix, func(s string) bool {
		return strings.Contains(s, "{"+name+"}")
	}); i++ {
		name = strings.TrimRight(name, "0123456789") + strconv.Itoa(i)
	}
	segment := g.lead + "{" + name + "}" + g.ext
	next := append(slices.Clip(prefix), segment)
	l.variables = append(l.variables, Variable{Route: "/" + strings.Join(next, "/"), Name: name,
		Values: len(g.values), First: first})
	l.visit(merged, place{variable: true, year: name == "year", month: name == "month"}, next)
}

// withFirst adds a text to the first three in order, if it is one of them.
func withFirst(first []string, text string) []string {
	if text[0] == marker || len(first) == 3 && text > first[2] {
		return first
	}
	i, _ := slices.BinarySearch(first, text)
	first = slices.Insert(first, i, text)
	return first[:min(len(first), 3)]
}

// literal writes a segment so that it cannot be taken for a variable.
func literal(seg string) string {
	return strings.NewReplacer("{", "%7B", "}", "%7D", "\x01", "%01").Replace(seg)
}

// group is a variable: what differs between lead and ext.
type group struct {
	lead, ext string
	values    []value
	label     string // a name for it, if it has one
}

// value is one segment of several. Its class is that of the node's look, or that of
// the whole segment where it is a folder's name.
type value struct {
	node  *node
	class class
	whole bool
}

// asWhole returns a segment as the name of a folder, though it has a point.
func asWhole(n *node) value { return value{n, classOf(n.text), true} }

func (v value) text() string { return v.node.text }

// stem returns the text without the extension of a file.
func (v value) stem() string {
	if v.whole {
		return v.node.text
	}
	return strings.TrimSuffix(v.node.text, v.node.look.ext)
}

// hard is as that of [look].
func (v value) hard() bool { return v.class.hard() }

// name finds a name that says what the values look like.
func (g group) name(at place) string {
	if g.label != "" {
		return g.label
	}
	var counts [128]int
	years, months, days := true, true, true
	for _, v := range g.values {
		counts[v.class]++
		if years || months || days {
			n, err := strconv.Atoi(v.text())
			ok := err == nil
			years = years && ok && len(v.text()) == 4 && n >= 1970 && n < 2100
			months = months && ok && len(v.text()) <= 2 && n >= 1 && n <= 12
			days = days && ok && len(v.text()) <= 2 && n >= 1 && n <= 31
		}
	}
	all := len(g.values)
	switch {
	case years && all > 0:
		return "year"
	case at.year && months:
		return "month"
	case at.month && days:
		return "day"
	case counts[hash] == all && g.ext == "":
		return "hash"
	case counts[date] == all:
		return "date"
	case counts[number]+counts[uuid]+counts[hash]+counts[token]+counts[coded] == all && all > 0:
		return "id"
	case counts[slug]*2 > all:
		return "slug"
	}
	return "name"
}
