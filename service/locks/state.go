package locks

import (
	"go/token"
	"go/types"
	"maps"
)

// held is what is known of one lock at one point of a function.
type held struct {
	ref      lockRef
	mode     byte
	released bool // the function gave it back without having taken it
	must     bool // on every way to this point
	pos      token.Pos
}

// state is what is known of all locks at one point, and what is deferred.
type state struct {
	locks  map[string]held
	defers []deferred
}

// deferred is what a defer statement will do when the function returns.
type deferred struct {
	pos     token.Pos
	effects []effect
}

// effect is what a call does to a lock.
type effect struct {
	op
	must bool
	pos  token.Pos
}

func (s state) clone() state {
	return state{locks: maps.Clone(s.locks), defers: s.defers}
}

// apply changes s by an effect.
func (s *state) apply(e effect) {
	if s.locks == nil {
		s.locks = map[string]held{}
	}
	key := e.ref.key()
	if e.ref.class == "" && !e.ref.target.path.known() {
		return
	}
	before, was := s.locks[key]
	if !e.release {
		s.locks[key] = held{ref: e.ref, mode: e.mode, must: e.must, pos: e.pos}
		return
	}
	if !was {
		key, before, was = s.sameClass(e.ref)
	}
	switch {
	case was && !before.released && e.must:
		delete(s.locks, key)
	case was && !before.released:
		before.must = false
		s.locks[key] = before
	case !was:
		s.locks[key] = held{ref: e.ref, mode: e.mode, released: true, must: e.must, pos: e.pos}
	}
}

// sameClass finds a lock of the same class, for a release through another path.
func (s *state) sameClass(ref lockRef) (string, held, bool) {
	for key, h := range s.locks {
		if h.ref.class == ref.class && ref.class != "" && !h.released {
			return key, h, true
		}
	}
	return ref.key(), held{}, false
}

// join returns what holds on both ways. changed reports whether it is more than a.
func join(a, b state) (out state, changed bool) {
	out = a.clone()
	if out.locks == nil {
		out.locks = map[string]held{}
	}
	for key, h := range b.locks {
		old, ok := out.locks[key]
		switch {
		case !ok:
			h.must = false
			out.locks[key] = h
			changed = true
		case old.released != h.released:
			if old.must || old.released {
				old.must, old.released = false, false
				out.locks[key] = old
				changed = true
			}
		case old.must && !h.must:
			old.must = false
			out.locks[key] = old
			changed = true
		}
	}
	for key, h := range out.locks {
		if _, ok := b.locks[key]; !ok && h.must {
			h.must = false
			out.locks[key] = h
			changed = true
		}
	}
	for _, d := range b.defers {
		if !out.defersAt(d.pos) {
			out.defers = append(out.defers[:len(out.defers):len(out.defers)], d)
			changed = true
		}
	}
	return out, changed
}

func (s state) defersAt(pos token.Pos) bool {
	for _, d := range s.defers {
		if d.pos == pos {
			return true
		}
	}
	return false
}

// returned is s after the deferred calls ran, the last first, down to the one at
// stop, which is still running.
func (s state) returned(stop token.Pos) state {
	out := s.clone()
	for i := len(s.defers) - 1; i >= 0; i-- {
		if s.defers[i].pos == stop {
			break
		}
		for _, e := range s.defers[i].effects {
			out.apply(e)
		}
	}
	out.defers = nil
	return out
}

// assigned forgets which lock a path was about whose variable gets another value.
// What was known through the new value is known through the variable.
func (s *state) assigned(v types.Object, value target) {
	for key, h := range s.locks {
		p := h.ref.target.path
		switch {
		case v != nil && p.root == v || p.indexedBy(v):
			delete(s.locks, key)
			h.ref.target = target{}
		case value.path.known() && !value.addr && p.begins(value.path):
			delete(s.locks, key)
			moved := path{root: v}
			for _, st := range p.steps[len(value.path.steps):] {
				moved = moved.with(st)
			}
			h.ref.target.path = moved
		default:
			continue
		}
		if h.ref.class != "" {
			s.locks[h.ref.key()] = h
		}
	}
}

// indexedBy reports whether an index of the path mentions v.
func (p path) indexedBy(v types.Object) bool {
	for _, st := range p.steps {
		if st.name == "["+v.Name()+"]" {
			return true
		}
	}
	return false
}

// begins reports whether p goes on from q.
func (p path) begins(q path) bool {
	if p.root == nil || p.root != q.root || len(p.steps) < len(q.steps) {
		return false
	}
	for i, st := range q.steps {
		if p.steps[i].name != st.name {
			return false
		}
	}
	return true
}
