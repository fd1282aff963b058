package locks

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// row is something that is no mutex, with those who wait for it.
type row struct {
	want
	waiters []*stack
	waits   map[*stack]bool // the same
	holders []Holder
	// self are those of the waiters that could end the wait themselves, if they did
	// not wait.
	self map[*stack]bool
}

// hand is a goroutine that may end a wait.
type hand struct {
	stack *stack
	act   *activation
	use   use
	id    identity
	must  bool
}

// limits of what is compared with everything: beyond them a name proves nothing.
const (
	maxNamesakes = 20
	maxHolders   = 50
)

// others finds what is waited for besides mutexes.
func (t *table) others() {
	byKey := map[string]*row{}
	for _, s := range t.stacks {
		w := t.wantOf(s)
		if w == nil {
			continue
		}
		key := w.key()
		r := byKey[key]
		if r == nil {
			r = &row{want: *w, waits: map[*stack]bool{}, self: map[*stack]bool{}}
			byKey[key] = r
			t.rows = append(t.rows, r)
		}
		r.waiters = append(r.waiters, s)
		r.waits[s] = true
	}
	if len(t.rows) > 0 {
		t.findHolders(t.rows)
		t.rows = merge(t.rows)
	}
}

// key is equal for those who wait for the same, as far as that is known.
func (w *want) key() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s|", w.kind)
	switch {
	case w.addr != 0:
		fmt.Fprintf(&b, "%#x", w.addr)
		return b.String()
	case len(w.list) == 0 && w.name != "":
		b.WriteString(w.name)
		return b.String()
	}
	for _, d := range w.list {
		id := d.id
		switch {
		case id.known && id.addr.sure:
			fmt.Fprintf(&b, "%#x|", id.addr.addr)
		case id.single != "":
			b.WriteString(id.single + "|")
		case id.local != "":
			fmt.Fprintf(&b, "%d %p %s|", id.home.by, id.home.fn, id.local)
		default:
			b.WriteString(id.name() + "|")
		}
	}
	if w.name == "" {
		fmt.Fprintf(&b, "%s:%d", w.frame.File, w.frame.Line)
	}
	return b.String()
}

// findHolders looks for the goroutines that may end the waits.
func (t *table) findHolders(rows []*row) {
	hands := t.hands()
	names := map[any]int{}
	for _, r := range rows {
		for _, d := range r.list {
			names[d.id.kin()]++
		}
	}
	for _, r := range rows {
		switch r.kind {
		case "pool":
			r.holders = t.connections(r)
			continue
		case "fdMutex":
			r.holders = t.inFile(r)
			continue
		}
		for _, d := range r.list {
			t.serve(r, d, hands, names[d.id.kin()])
		}
		slices.SortStableFunc(r.holders, func(a, b Holder) int {
			return cmp.Compare(rank(a.Grade), rank(b.Grade))
		})
		r.holders = r.holders[:min(len(r.holders), maxHolders)]
	}
}

func rank(grade string) int {
	return slices.Index([]string{Proven, Likely, Possible}, grade)
}

// index finds hands by what is known of them: by keys, and by what they may be.
type index map[any][]hand

// kin is equal for what the source does not tell apart.
func (id identity) kin() any {
	if id.alias.of != nil {
		return id.alias
	}
	return "name " + id.class
}

// keys are the ways to find an identity.
func (id identity) keys() []string {
	var list []string
	if id.known {
		list = append(list, fmt.Sprintf("at %#x", id.addr.addr))
	}
	if id.single != "" {
		list = append(list, "one "+id.single)
	}
	if id.local != "" {
		list = append(list, fmt.Sprintf("of %d %p %s", id.home.by, id.home.fn, id.local))
	}
	return list
}

// hands returns what all goroutines may still do to channels and the like.
func (t *table) hands() index {
	list := index{}
	for _, s := range t.stacks {
		for _, h := range t.handsOf(s) {
			for _, key := range h.id.keys() {
				list[key] = append(list[key], h)
			}
			if kin := h.id.kin(); kin != "name " {
				list[kin] = append(list[kin], h)
			}
		}
	}
	return list
}

func (t *table) handsOf(s *stack) []hand {
	var list []hand
	for _, a := range s.acts {
		uses := t.eng.usesOf(a.site.fn, maxCalls)
		if len(uses) == 0 {
			continue
		}
		f := t.eng.futureOf(a.site.fn, a.frame.Line)
		for _, u := range uses {
			if may, must := f.when(u, a.index > 0); may {
				list = append(list, hand{s, a, u, t.identify(s, a, u.ref), must})
			}
		}
	}
	return append(list, t.started(s)...)
}

// serve adds those who may do what a wait demands.
func (t *table) serve(r *row, d demand, hands index, namesakes int) {
	best := map[*stack]hand{}
	level := map[*stack]match{}
	add := func(list []hand, least match) {
		for _, h := range list {
			m := h.id.compare(d.id)
			if m < least || !slices.Contains(d.verbs, h.use.verb) {
				continue
			}
			if r.waits[h.stack] && !r.all() {
				r.self[h.stack] = r.self[h.stack] || m >= close
				continue
			}
			if old := level[h.stack]; m > old || m == old && h.must && !best[h.stack].must {
				best[h.stack], level[h.stack] = h, m
			}
		}
	}
	for _, key := range d.id.keys() {
		add(hands[key], close)
	}
	if same := hands[d.id.kin()]; d.id.kin() != "name " && namesakes <= maxNamesakes &&
		len(same) <= 4*maxNamesakes {
		add(same, unknown)
		if len(best) == 0 {
			add(same, apart)
		}
	}
	atLeast := func(m match) (n int) {
		for _, l := range level {
			if l >= m {
				n++
			}
		}
		return n
	}
	for _, s := range slices.SortedFunc(maps.Keys(best), byNumber) {
		if !r.has(s) {
			r.holders = append(r.holders, t.holder(best[s], level[s], atLeast(level[s]) == 1,
				namesakes))
		}
	}
}

// all reports whether every one that may end the wait must do so, as all must call
// Done of a WaitGroup.
func (r *row) all() bool { return r.kind == "WaitGroup" || r.kind == "singleflight" }

func byNumber(a, b *stack) int { return cmp.Compare(a.g.ID, b.g.ID) }

func (r *row) has(s *stack) bool {
	return slices.ContainsFunc(r.holders, func(h Holder) bool { return h.Goroutine == s.g.ID })
}

// holder grades one that may end a wait, and says why.
func (t *table) holder(h hand, m match, alone bool, namesakes int) Holder {
	grade, why := Possible, "one of the same name"
	switch {
	case m == exact && h.must:
		grade, why = Proven, "the same one, and it does so on every way on"
	case m == apart:
		why = "another variable that the source may give the same value"
	case m == exact:
		why = "the same one, where its way leads there"
	case m == close:
		why = "the same variable, or an argument marked ?"
	}
	switch { // a name alone says little of a variable that gets other values
	case m >= close && (h.must || alone) && grade == Possible:
		grade = Likely
	case m == unknown && alone && namesakes == 1 && !h.id.bare && !manyOf(h.id.class):
		grade, why = Likely, "the only one of this name"
	}
	if h.id.known && h.id.addr.sure && m == exact {
		why += fmt.Sprintf(", at %#x", h.id.addr.addr)
	}
	f := h.act.frame
	at := t.eng.world.Fset.Position(h.use.at)
	return Holder{Goroutine: h.stack.g.ID, Grade: grade, Func: f.Func, File: f.File, Line: f.Line,
		State: doing(h.stack.g), Evidence: fmt.Sprintf("may %s it at %s:%d: %s", h.use.verb,
			shortFile(at.Filename), at.Line, why)}
}

// merge joins the rows that have the same name and no holder where there are many.
func merge(rows []*row) []*row {
	count := map[string]int{}
	for _, r := range rows {
		count[r.kind+r.label()]++
	}
	var list []*row
	into := map[string]*row{}
	for _, r := range rows {
		key := r.kind + r.label()
		if count[key] <= maxNamesakes || len(r.holders) > 0 {
			list = append(list, r)
			continue
		}
		if first := into[key]; first != nil {
			first.waiters = append(first.waiters, r.waiters...)
			first.addr = 0
			continue
		}
		into[key] = r
		list = append(list, r)
	}
	return list
}

// label names the row.
func (r *row) label() string {
	name := r.name
	if name == "" && len(r.list) == 1 {
		name = r.list[0].id.name()
	}
	if name == "" {
		name = r.kind + " in " + r.frame.Func
	}
	return name
}
