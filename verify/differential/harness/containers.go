package harness

import "reflect"

// length returns how many elements a slice or map gets: mostly few.
func (s *source) length() int {
	n := 0
	switch p := s.rng.intn(100); {
	case p < 40:
		n = s.rng.intn(4)
	case p < 80:
		n = s.rng.intn(9)
	case p < 95:
		n = s.rng.intn(40)
	default:
		n = s.rng.intn(300)
	}
	if n > s.nodes/2 {
		n = s.nodes / 2
	}
	if n < 0 {
		n = 0
	}
	return n
}

// slice fills v: nil, empty, with elements, with room behind them.
func (s *source) slice(v reflect.Value) {
	t := v.Type()
	if s.simple == 1 {
		v.Set(reflect.MakeSlice(t, 0, 0))
		return
	}
	if s.rng.chance(8) {
		return
	}
	if t.Elem() == byteType {
		s.bytes(v)
		return
	}
	n := s.length()
	room := 0
	if s.rng.chance(30) {
		room = s.rng.intn(9)
	}
	v.Set(reflect.MakeSlice(t, n, n+room))
	few := s.rng.chance(25) // equal elements: what is stable, what is a duplicate
	few = few && !(s.tame && t.Elem().Kind() != reflect.String && refers(t.Elem()))
	for i := 0; i < n; i++ {
		if few && i > 0 && s.rng.chance(60) {
			v.Index(i).Set(v.Index(s.rng.intn(i)))
			continue
		}
		v.Index(i).Set(s.value(t.Elem()))
	}
}

// bytes fills a []byte with a text, which now and then has room behind it.
func (s *source) bytes(v reflect.Value) {
	text := s.text()
	room := 0
	if s.rng.chance(40) {
		room = s.rng.intn(200)
	}
	b := make([]byte, len(text)+room)
	for i := range b {
		b[i] = 0xa5 // what stands behind the end must stay
	}
	copy(b, text)
	v.Set(reflect.ValueOf(b[:len(text)]).Convert(v.Type()))
}

func (s *source) fillMap(v reflect.Value) {
	if s.simple != 1 && s.rng.chance(8) {
		return
	}
	t := v.Type()
	v.Set(reflect.MakeMap(t))
	if s.simple == 1 {
		return
	}
	for n := s.length(); n > 0; n-- {
		key := s.value(t.Key())
		if hashable(key) {
			v.SetMapIndex(key, s.value(t.Elem()))
		}
		if t.Key().Kind() == reflect.String {
			s.spellings(v, key.String())
		}
	}
}

// spellings adds, now and then, an entry by the same name in another spelling: that of a
// map of lists, as headers are, is often the one under which methods look.
func (s *source) spellings(v reflect.Value, name string) {
	often := 10
	if v.Type().Elem().Kind() == reflect.Slice {
		often = 50
	}
	if s.rng.chance(often) {
		key := reflect.ValueOf(s.spelled(name)).Convert(v.Type().Key())
		v.SetMapIndex(key, s.value(v.Type().Elem()))
	}
}

// hashable reports whether key can be a key: an interface may hold a slice.
func hashable(key reflect.Value) (ok bool) {
	switch key.Kind() {
	case reflect.Bool, reflect.String, reflect.Int, reflect.Int64, reflect.Uint8, reflect.Int32:
		return true // as most are
	}
	defer func() { ok = recover() == nil }()
	probe := reflect.MakeMap(reflect.MapOf(key.Type(), reflect.TypeOf(true)))
	probe.SetMapIndex(key, reflect.ValueOf(true))
	return true
}
