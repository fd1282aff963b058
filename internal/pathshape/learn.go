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
		next: make([]int32, len(paths)), alone: map[string][]string{}}
	root := l.node()
	for i := range paths {
		l.add(root, &paths[i], int32(i))
	}
	l.visit(root, place{root: true}, nil)
	slices.SortFunc(l.variables, func(a, b Variable) int {
		return cmp.Or(cmp.Compare(a.Route, b.Route), cmp.Compare(a.Name, b.Name))
	})
	return Result{l.routes, l.variables}
}

// node is a segment below those before it.
type node struct {
	kids map[string]*node
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

// node makes one. There are many, so they are made many at a time.
func (l *learner) node() *node {
	if len(l.spare) == 0 {
		l.spare = make([]node, 256)
	}
	n := &l.spare[0]
	l.spare = l.spare[1:]
	return n
}

// add books a path below n.
func (l *learner) add(n *node, p *Path, index int32) {
	n.total += p.Count
	rest := strings.TrimPrefix(p.Text, "/")
	for {
		seg, after, more := strings.Cut(rest, "/")
		kid := n.kids[seg]
		if kid == nil {
			kid = l.node()
			n.put(seg, kid)
		}
		kid.total += p.Count
		if n, rest = kid, after; !more {
			break
		}
	}
	l.chain(n, index+1, index+1)
	n.count += p.Count
	n.failed += p.Failed
	n.bytes += p.Bytes
	if len(n.methods) == 0 {
		n.methods = l.justOne(p.Method)
	} else {
		n.asked(p.Method)
	}
}

// chain adds paths that end at a node.
func (l *learner) chain(n *node, first, last int32) {
	if first == 0 {
		return
	}
	if n.first == 0 {
		n.first = first
	} else {
		l.next[n.last-1] = first
	}
	n.last = last
}

// justOne returns the list of a single method, which many nodes share.
func (l *learner) justOne(method string) []string {
	list, ok := l.alone[method]
	if !ok {
		list = []string{method}
		l.alone[method] = list
	}
	return list
}

func (n *node) put(seg string, kid *node) {
	if n.kids == nil {
		n.kids = map[string]*node{}
	}
	n.kids[seg] = kid
}

func (n *node) asked(method string) {
	if !slices.Contains(n.methods, method) {
		n.methods = append(slices.Clip(n.methods), method)
	}
}

// merge adds o to n.
func (l *learner) merge(n, o *node) {
	l.chain(n, o.first, o.last)
	n.count += o.count
	n.total += o.total
	n.failed += o.failed
	n.bytes += o.bytes
	for _, m := range o.methods {
		n.asked(m)
	}
	for seg, kid := range o.kids {
		if own := n.kids[seg]; own != nil {
			l.merge(own, kid)
		} else {
			n.put(seg, kid)
		}
	}
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
	next      []int32 // of each path, the next one that ends at the same node, from 1
	variables []Variable
	many      float64
	spare     []node
	alone     map[string][]string
}

// visit writes the routes of a node and of those below it. The names of the
// variables so far are in prefix.
func (l *learner) visit(n *node, at place, prefix []string) {
	route := "/" + strings.Join(prefix, "/")
	for i := n.first; i > 0; i = l.next[i-1] {
		l.routes[i-1] = route
	}
	if len(n.kids) == 0 {
		return
	}
	groups := l.groups(n, at)
	for _, g := range groups {
		for _, v := range g.values {
			v.node.grouped = true
		}
	}
	var words []string
	for seg, kid := range n.kids {
		if !kid.grouped {
			words = append(words, seg)
		}
	}
	slices.Sort(words)
	for _, seg := range words {
		next := append(slices.Clip(prefix), literal(seg))
		l.visit(n.kids[seg], place{before: seg}, next)
	}
	for _, g := range groups {
		l.variable(g, at, prefix)
	}
}

// variable visits what is below all values of a variable at once.
func (l *learner) variable(g group, at place, prefix []string) {
	merged := l.node()
	var first []string
	for _, v := range g.values {
		l.merge(merged, v.node)
		if len(first) < 3 && v.text[0] != marker {
			first = append(first, v.text)
		}
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

// value is one segment of several.
type value struct {
	text string
	look look
	node *node
}

// name finds a name that says what the values look like.
func (g group) name(at place) string {
	if g.label != "" {
		return g.label
	}
	counts := map[class]int{}
	years, months, days := true, true, true
	for _, v := range g.values {
		counts[v.look.class]++
		n, err := strconv.Atoi(v.text)
		ok := err == nil
		years = years && ok && len(v.text) == 4 && n >= 1970 && n < 2100
		months = months && ok && len(v.text) <= 2 && n >= 1 && n <= 12
		days = days && ok && len(v.text) <= 2 && n >= 1 && n <= 31
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
