package harness

import (
	"reflect"
	"time"
	"unsafe"
)

// source makes the values of one input. The same seed gives the same values.
type source struct {
	reg    *Registry
	rng    *random
	can    *builder
	budget int      // how many values there may be
	nodes  int      // how many of them are left
	simple int      // 0: zero values; 1: empty values; else anything
	log    *calls   // what was called of the things passed in
	made   []made   // values to use once more
	rest   string   // of a text that was divided
	apart  bool     // nothing that calls share
	tame   bool     // small numbers, and no value once more but texts
	sound  bool     // values as functions of the package make them, where they do
	bred   bool     // of an earlier input
	marks  []string // names of writers and functions, for the log

	pointers map[int]reflect.Value // of the call that is being decoded
	changed  map[pointer]bool      // what they lead to, where it was changed
	channels []reflect.Value       // that were passed in, to be sent to and received from
	buffered []*buffered           // writers that were passed in
}

type made struct {
	typ   reflect.Type
	value reflect.Value
}

// budgets bound the number of values in one input. Most inputs are small: so
// there is time for many.
var budgets = []int{80, 80, 250, 80, 80, 600, 80, 80, 250, 80}

func newSource(reg *Registry, can *builder, index int) *source {
	s := &source{reg: reg, can: can, log: &calls{}}
	s.begin(index)
	return s
}

// begin makes the next values those of an input.
func (s *source) begin(index int) {
	s.budget = budgets[index%len(budgets)]
	s.rng, s.nodes, s.simple, s.rest = newRandom(uint64(index)), s.budget, index, ""
}

var (
	timeType     = reflect.TypeOf(time.Time{})
	durationType = reflect.TypeOf(time.Duration(0))
	byteType     = reflect.TypeOf(byte(0))
	stringType   = reflect.TypeOf("")
)

// value returns an addressable value of type t.
func (s *source) value(t reflect.Type) reflect.Value {
	v := reflect.New(t).Elem()
	s.nodes--
	if s.simple == 0 && t.Kind() != reflect.Ptr {
		return v
	}
	if s.nodes < 0 {
		return v
	}
	if old, ok := s.again(t); ok {
		v.Set(old)
		return v
	}
	s.fill(v)
	switch t.Kind() {
	case reflect.Slice, reflect.Ptr, reflect.Map, reflect.String, reflect.Interface:
		s.made = append(s.made, made{t, v})
	}
	return v
}

// again returns a value made before for the same input, now and then: equal
// texts matter to maps and comparisons, the same slice twice to aliasing.
func (s *source) again(t reflect.Type) (reflect.Value, bool) {
	if t.Kind() == reflect.String {
		if text, ok := s.related(); ok {
			return reflect.ValueOf(text).Convert(t), true
		}
	}
	percent := 4
	isBytes := t.Kind() == reflect.Slice && t.Elem() == byteType
	if t.Kind() == reflect.String || isBytes {
		percent = 15
	}
	if len(s.made) == 0 || !s.rng.chance(percent) ||
		s.tame && t.Kind() != reflect.String && !isBytes {
		return reflect.Value{}, false
	}
	m := s.made[s.rng.intn(len(s.made))]
	if m.typ != t {
		return reflect.Value{}, false
	}
	if t.Kind() == reflect.String && s.rng.chance(50) {
		return reflect.ValueOf(s.relative(m.value.String())).Convert(t), true
	}
	if isBytes && (s.tame || s.rng.chance(70)) {
		return reflect.ValueOf([]byte(s.relative(string(m.value.Bytes())))).Convert(t), true
	}
	return m.value, true
}

func (s *source) fill(v reflect.Value) {
	if s.known(v) || s.constructed(v) || s.constant(v) {
		return
	}
	switch t := v.Type(); t.Kind() {
	case reflect.Bool:
		v.SetBool(s.rng.chance(50))
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		v.SetInt(s.integer(uint(t.Bits()), true))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64,
		reflect.Uintptr:
		v.SetUint(uint64(s.integer(uint(t.Bits()), false)) << (64 - uint(t.Bits())) >>
			(64 - uint(t.Bits())))
	case reflect.Float32, reflect.Float64:
		v.SetFloat(s.float())
	case reflect.Complex64, reflect.Complex128:
		v.SetComplex(complex(s.float(), s.float()))
	case reflect.String:
		v.SetString(s.text())
	case reflect.Slice:
		s.slice(v)
	case reflect.Array:
		for i := 0; i < v.Len(); i++ {
			v.Index(i).Set(s.value(t.Elem()))
		}
	case reflect.Map:
		s.fillMap(v)
	case reflect.Ptr:
		s.pointer(v)
	case reflect.Struct:
		s.structure(v)
	case reflect.Func:
		s.function(v)
	case reflect.Chan:
		s.channel(v)
	case reflect.Interface:
		s.implementation(v)
	}
}

// constant fills a value with a constant of its type, mostly, if the type has some; an
// integer now and then with two of them, as flags are put together. Where values are to be
// sound there is nothing but the constants: loops may wait for ever for one of these.
func (s *source) constant(v reflect.Value) bool {
	t := v.Type()
	if t.PkgPath() == "" || len(s.reg.Constants) == 0 {
		return false
	}
	list := s.reg.Constants[t.PkgPath()+"."+t.Name()]
	if len(list) == 0 || !s.sound && !s.rng.chance(75) {
		return false
	}
	one, other := list[s.rng.intn(len(list))], interface{}(nil)
	if !s.sound && s.rng.chance(10) {
		other = list[s.rng.intn(len(list))]
	}
	switch c := one.(type) {
	case string:
		if t.Kind() == reflect.String {
			v.SetString(c)
			return true
		}
	case int64:
		if more, ok := other.(int64); ok {
			c |= more
		}
		switch t.Kind() {
		case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
			v.SetInt(c)
			return true
		case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
			v.SetUint(uint64(c))
			return true
		}
	}
	return false
}

// known fills types whose values are not made of their parts.
func (s *source) known(v reflect.Value) bool {
	switch v.Type() {
	case timeType:
		v.Set(reflect.ValueOf(s.time()))
		return true
	case valueType:
		v.Set(reflect.ValueOf(s.reflected()))
		return true
	case typeType:
		v.Set(reflect.ValueOf(s.typ()))
		return true
	case durationType:
		units := []int64{1, 1000, 1000000, 1000000000, 60000000000, 3600000000000}
		v.SetInt(s.integer(32, true) * units[s.rng.intn(len(units))])
		return true
	}
	if maker, ok := library[v.Type()]; ok {
		v.Set(reflect.ValueOf(maker(s)))
		return true
	}
	if s.read(v) {
		return true
	}
	if t := v.Type(); t.Kind() == reflect.Struct && t != builderType && streamType(t) == t {
		return setStream(v, []byte(s.text()))
	}
	return false
}

func (s *source) pointer(v reflect.Value) {
	if handle(v.Type()) || s.rng.chance(4) && s.simple > 1 {
		return // nil
	}
	p := reflect.New(v.Type().Elem())
	p.Elem().Set(s.value(v.Type().Elem()))
	v.Set(p)
}

// structure fills all fields of the package's own types, and the exported ones
// of others: what no caller could make is no input.
func (s *source) structure(v reflect.Value) {
	own := s.can.own(v.Type())
	for i, field := range layoutOf(v.Type()).fields {
		if field.name == "_" || field.grown || !field.exported && !own ||
			s.can.reason(field.typ) != "" {
			continue
		}
		before := s.made
		if field.lazy {
			s.made = nil // nothing but the field has its memory
		}
		if field.text {
			writable(v.Field(i)).SetBytes([]byte(s.value(stringType).String()))
		} else {
			writable(v.Field(i)).Set(s.value(field.typ))
		}
		if field.lazy {
			s.made = before
		}
	}
}

// writable returns a field as if it were exported.
func writable(v reflect.Value) reflect.Value {
	if v.CanSet() || !v.CanAddr() {
		return v
	}
	return reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
}

func (s *source) channel(v reflect.Value) {
	t := reflect.ChanOf(reflect.BothDir, v.Type().Elem())
	c := reflect.MakeChan(t, 8)
	for n := s.rng.intn(4); n > 0; n-- {
		c.Send(s.value(t.Elem()))
	}
	if v.Type().ChanDir() != reflect.SendDir && s.rng.chance(80) {
		c.Close() // or who ranges over it would wait for ever
	}
	s.channels = append(s.channels, c)
	v.Set(c.Convert(v.Type()))
}
