package harness

import (
	"errors"
	"fmt"
	"reflect"
	"runtime"
	"strconv"
	"strings"
)

// call is one call of the target.
type call struct {
	source   *source
	args     []reflect.Value
	before   []region // the memory of the arguments
	results  []reflect.Value
	found    []region        // the memory of the results
	after    []region        // the memory of the arguments afterwards
	sent     []reflect.Value // what was in channels afterwards
	panicked string
}

// prepare makes the arguments of input number index.
func (s *session) prepare(can *builder, index int) *call {
	c := &call{source: newSource(s.reg, can, index)}
	c.source.tame, c.source.sound, c.source.apart = s.tame, s.sound, s.apart
	c.args = s.arguments(c.source, index)
	if s.target.Receiver && c.args[0].Kind() == reflect.Ptr && c.args[0].IsNil() &&
		c.source.rng.chance(90) { // methods on nil are rarely meant
		c.args[0].Set(reflect.New(c.args[0].Type().Elem()))
	}
	s.makeMaps(c.args)
	c.before = regionsOf(c.args, "argument")
	if s.reg.Random != nil && !s.apart { // calls at once share what is random
		s.reg.Random(uint64(index))
	}
	return c
}

// arguments makes the arguments of an input: after the simplest ones the calls
// that were recorded, then mutated ones alternating with new ones, but none of these nor the
// simplest ones where values are to be sound. In the end there are those that are bred.
func (s *session) arguments(from *source, index int) []reflect.Value {
	if parents := s.parents(index); len(parents) > 0 && from.rng.chance(85) {
		last := from.rng.intn(len(parents)) // what was reached late is rare
		if i := from.rng.intn(len(parents)); i > last {
			last = i
		}
		return s.child(from, parents[last])
	}
	n := len(s.calls)
	switch {
	case n > 0 && index >= 2 && index < 2+n:
		return from.recorded(s.calls[index-2], s.params, false)
	case n > 0 && (s.sound || index >= 2 && from.rng.chance(60)):
		return from.recorded(s.calls[from.rng.intn(n)], s.params, true)
	}
	var args []reflect.Value
	for _, t := range s.params {
		args = append(args, from.value(t))
	}
	return args
}

// parents returns the inputs of which one is to be made.
func (s *session) parents(index int) []int {
	for i := len(s.bred) - 1; i >= 0; i-- {
		if s.bred[i].From <= index {
			return s.bred[i].Parents
		}
	}
	return nil
}

// child makes the arguments of an earlier input with changes, of which others come later than
// those that the earlier one has itself.
func (s *session) child(from *source, parent int) []reflect.Value {
	own := *from
	from.begin(parent)
	args := s.arguments(from, parent)
	from.rng, from.simple, from.nodes, from.budget = own.rng, own.simple, own.nodes, own.budget
	from.bred = true
	for times := 1 + from.rng.intn(3); times > 0; times-- {
		for _, a := range args {
			from.change(a, 0)
		}
	}
	return args
}

// do calls the target.
func (c *call) do(fn reflect.Value) {
	defer func() {
		if r := recover(); r != nil {
			c.panicked = panicText(r)
		}
	}()
	c.panicked = "the goroutine ended"
	passed := make([]reflect.Value, len(c.args))
	for i, a := range c.args {
		passed[i] = reflect.New(a.Type()).Elem()
		passed[i].Set(a) // so that the caller's own slice headers stay as they were
	}
	results := invoke(fn, passed)
	for _, r := range results {
		v := reflect.New(r.Type()).Elem()
		v.Set(r)
		c.results = append(c.results, v)
	}
	c.panicked = ""
}

func panicText(r interface{}) string {
	switch err := r.(type) {
	case runtime.Error:
		// Whether make or append found a length out of range is no caller's concern.
		return "runtime error: " + strings.Replace(err.Error(), "growslice: len out of range",
			"makeslice: len out of range", 1)
	case *reflect.ValueError: // which method said so is no caller's concern
		return "reflect: a method was called on a Value of kind " + err.Kind.String()
	}
	return fmt.Sprintf("%T: %s", r, quote(fmt.Sprint(r)))
}

// outcome puts into words all that a caller could see.
func (c *call) outcome(hidden map[string]bool) (text string, flags byte) {
	w := &canon{hidden: hidden, buf: make([]byte, 0, roomy)}
	if c.panicked != "" {
		w.add("panic: " + c.panicked + "\n")
		flags |= Panicked
	}
	for i, r := range c.results {
		w.add("result " + strconv.Itoa(i) + ": ")
		if failure, ok := asError(r); ok {
			w.failure(failure)
			flags |= Failed
		} else {
			w.dynamic(r, 0)
			w.follow(r, 0)
		}
		w.add("\n")
	}
	for i, a := range c.args {
		w.add("argument " + strconv.Itoa(i) + " afterwards: ")
		w.dynamic(a, 0)
		w.slack(a)
		w.add("\n")
	}
	for _, b := range c.source.buffered {
		_ = b.Flush() // into memory
		w.add("written ")
		w.text(b.text.String())
		w.add("\n")
	}
	c.sent = c.source.sent()
	for _, v := range c.sent {
		w.add("sent ")
		w.dynamic(v, 0)
		w.add("\n")
	}
	if c.source.log.count > 0 {
		w.add(c.source.log.String() + "\n")
	}
	c.found, c.after = regionsOf(c.results, "result"), regionsOf(c.args, "argument")
	w.add(sharing(c.before, c.found, c.after))
	if c.source.log.changed() != "" {
		flags |= Reused
	}
	return string(w.buf), flags
}

func asError(v reflect.Value) (error, bool) {
	if v.Kind() != reflect.Interface || v.IsNil() {
		return nil, false
	}
	err, ok := v.Interface().(error)
	return err, ok && v.Type() == reflect.TypeOf((*error)(nil)).Elem()
}

// failure adds an error: its text, its type, and what it wraps.
func (w *canon) failure(err error) {
	for depth := 0; err != nil && depth < 8; depth++ {
		w.add(fmt.Sprintf("error %T %s ", err, errorText(err)))
		err = errors.Unwrap(err)
	}
}

func errorText(err error) (text string) {
	defer func() {
		if recover() != nil {
			text = "which panics"
		}
	}()
	return quote(err.Error())
}

// slack adds what a slice's backing array holds after its end, because others
// that share the array see writes there.
func (w *canon) slack(v reflect.Value) {
	if v.Kind() != reflect.Slice || v.IsNil() || v.Cap() == v.Len() {
		return
	}
	w.add(" behind it ")
	w.value(v.Slice3(v.Len(), v.Cap(), v.Cap()), 0)
}
