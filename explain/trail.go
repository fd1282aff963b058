package explain

import "github.com/wring-go/wring/alloc"

// trail is one sample's stack, cut where it matters. Read from the end, it is
// a sentence: callers called own, which called callees, which asked the
// runtime for memory.
type trail struct {
	runtime []*call // leaf first; empty in sampled records, and for new objects since Go 1.27
	callees []*call // leaf first; empty when the own line allocates itself
	own     *call   // never nil
	callers []*call
	asLeaf  bool // own is the leaf because that was asked for

	act    act
	guess  bool   // act is judged from the text of the line
	typ    string // Go syntax, or ""
	size   uint64
	text   string      // the own line, trimmed, or ""
	fact   *alloc.Fact // what the compiler said about the leaf's line, or nil
	kind   kind        // of fact, where it may tell the cause
	silent bool        // the compiler was asked about own code and said nothing of this
}

// leaf returns the frame that called the allocator.
func (t *trail) leaf() *call {
	if len(t.callees) > 0 {
		return t.callees[0]
	}
	return t.own
}

// itself reports whether the own line allocates, not something that it calls.
func (t *trail) itself() bool { return len(t.callees) == 0 }

// theirs reports whether code outside the packages asked for made the object.
// What the compiler says about such code is shown where it was asked, but it is
// asked only now and then: a cause that hung on it would change with the verb.
func (t *trail) theirs() bool { return t.leaf().own == "" && !t.asLeaf }

// libraries returns the frames outside the packages asked for that led to the
// allocation, leaf first. They are the callees; and where the own frame itself
// is not in those packages, as in a server's goroutine, it and its callers.
func (t *trail) libraries() []*call {
	frames := t.callees
	if t.own.own != "" {
		return frames
	}
	for _, c := range t.above()[len(frames):] {
		if c.own != "" {
			break
		}
		frames = append(frames[:len(frames):len(frames)], c)
	}
	return frames
}

// above returns the frames from the leaf outwards.
func (t *trail) above() []*call {
	all := append([]*call(nil), t.callees...)
	return append(append(all, t.own), t.callers...)
}

// trail cuts the stack of s.
func (x *index) trail(s alloc.Sample, opt Options) *trail {
	t := &trail{own: &call{}, typ: s.Type, size: s.Size, asLeaf: opt.Leaf}
	var stack []*call
	if s.Stack >= 0 && s.Stack < len(x.stacks) {
		stack = x.stacks[s.Stack]
	}
	t.runtime, stack = cutRuntime(stack)
	if len(stack) > 0 {
		own := 0
		if !opt.Leaf {
			own = ownOf(stack)
		}
		t.callees, t.own, t.callers = stack[:own], stack[own], stack[own+1:]
	}
	t.text = x.lines[t.own.at()]
	x.judge(t)
	return t
}

// cutRuntime cuts stack before the first frame outside the runtime. When all
// of them are the runtime's, they are the rest as well: the objects must be
// booked somewhere.
func cutRuntime(stack []*call) (runtime, rest []*call) {
	for i, c := range stack {
		if !c.runtime {
			return stack[:i], stack[i:]
		}
	}
	return stack, stack
}

// ownOf returns the index of the frame that the objects are booked to: the
// nearest one in the packages asked for, else the leaf.
func ownOf(stack []*call) int {
	for i, c := range stack {
		if c.own != "" {
			return i
		}
	}
	return 0
}

// judge settles what was done: by the runtime's own frames where there are
// any, else by the compiler's remark, else by the text.
func (x *index) judge(t *trail) {
	t.act = actOf(t.runtime)
	if x.rec.Exact && len(t.runtime) == 0 && t.own.Func != "" {
		t.act = direct(t.typ)
	}
	t.fact = x.fact(t)
	if t.act == notTold || !t.theirs() {
		t.kind = kindOf(t.fact)
		t.silent = t.fact == nil && x.told(t.leaf())
	}
	if t.act == notTold {
		t.act = actOfKind(t.kind)
	}
	if t.act == notTold && t.itself() {
		t.act = actOfText(t.text)
		t.guess = t.act != notTold
	}
}

// direct returns the act when compiled code called the allocator itself. It
// does so for a make that a copy follows, with bytes and the like, which have
// no type for the allocator, and since Go 1.27 for new objects.
func direct(typ string) act {
	if typ == "" {
		return newSlice
	}
	return newObject
}
