package harness

import (
	"bytes"
	"errors"
	"reflect"
	"regexp"
	"strconv"
	"time"
)

// Node is a recorded value. The type that it is decoded to tells how its text
// and items are to be read.
type Node struct {
	// Kind is "" for a value that was not recorded, "0" for a zero value, "v"
	// for one that is its text, "i" for one in an interface, "r" for a pointer to a struct that
	// another node of the call has, else "l" for what
	// has items: those of a slice, fields, alternating keys and values, a
	// pointee.
	Kind  string `json:"k,omitempty"`
	ID    int    `json:"p,omitempty"` // of a pointer to a struct
	Type  string `json:"y,omitempty"` // of what an interface holds
	Text  []byte `json:"t,omitempty"`
	Items []Node `json:"i,omitempty"`
}

const (
	maxRecordNodes = 1000
	maxRecordDepth = 100
)

type encoder struct {
	nodes, size int             // values and bytes of texts so far
	redact      *regexp.Regexp  // as in recorder
	pointers    map[pointer]int // to structs, and what they are called
}

// pointer tells a struct from its first field.
type pointer struct {
	to  uintptr
	typ reflect.Type
}

// secret reports whether what has this name is not to be kept.
func (e *encoder) secret(name string) bool {
	return e.redact != nil && e.redact.MatchString(name)
}

// encode records what an interface holds.
func (e *encoder) encode(x interface{}) Node {
	if x == nil {
		return Node{Kind: "0"}
	}
	v := reflect.New(reflect.TypeOf(x)).Elem()
	v.Set(reflect.ValueOf(x))
	return e.value(v, 0)
}

// value records an addressable value.
func (e *encoder) value(v reflect.Value, depth int) Node {
	if e.nodes++; e.nodes > maxRecordNodes || depth > maxRecordDepth ||
		v.Type().Name() != "" && e.secret(v.Type().Name()) {
		return Node{}
	}
	if v.Kind() == reflect.String || v.Kind() == reflect.Slice && v.Type().Elem() == byteType {
		if e.size += v.Len(); e.size > maxRecordSize {
			return Node{}
		}
	}
	if text, ok := scalarText(v); ok {
		return Node{Kind: "v", Text: text}
	}
	if text, ok := streamText(v); ok {
		if e.size += len(text); e.size > maxRecordSize {
			return Node{}
		}
		return Node{Kind: "v", Text: text}
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.Ptr, reflect.Interface:
		if v.IsNil() {
			return Node{Kind: "0"}
		}
	}
	switch v.Kind() {
	case reflect.Slice, reflect.Array:
		return e.list(v, depth)
	case reflect.Map:
		return e.table(v, depth)
	case reflect.Ptr:
		if _, ok := library[v.Type()]; ok && textual(v.Type().Elem()) == nil {
			return Node{}
		}
		return e.pointee(v, depth)
	case reflect.Interface:
		return e.dynamic(v.Elem(), depth)
	case reflect.Struct:
		if held, ok := holds(v); ok {
			return e.dynamic(held, depth)
		}
		if v.Type() == valueType {
			return Node{}
		}
		n := Node{Kind: "l"}
		for i := 0; i < v.NumField(); i++ {
			n.Items = append(n.Items, e.field(v, i, depth))
		}
		return n
	}
	return Node{}
}

// pointee records what a pointer leads to; that of a struct once for all that lead to it, so that
// rings and parents come back as they are.
func (e *encoder) pointee(v reflect.Value, depth int) Node {
	n := Node{Kind: "l"}
	if v.Type().Elem().Kind() == reflect.Struct {
		p := pointer{v.Pointer(), v.Type()}
		if id, known := e.pointers[p]; known {
			return Node{Kind: "r", ID: id}
		}
		if e.pointers == nil {
			e.pointers = map[pointer]int{}
		}
		n.ID = len(e.pointers) + 1
		e.pointers[p] = n.ID
	}
	n.Items = []Node{e.value(v.Elem(), depth+1)}
	return n
}

// field records a field, unless its name or its tag, `wring:"-"`, says that it is not to be
// kept.
func (e *encoder) field(v reflect.Value, i, depth int) Node {
	field := v.Type().Field(i)
	if field.Tag.Get("wring") == "-" || e.secret(field.Name) {
		return Node{}
	}
	return e.value(writable(v.Field(i)), depth+1)
}

func (e *encoder) list(v reflect.Value, depth int) Node {
	n := Node{Kind: "l"}
	for i := 0; i < v.Len() && e.nodes <= maxRecordNodes; i++ {
		n.Items = append(n.Items, e.value(v.Index(i), depth+1))
	}
	return n
}

func (e *encoder) table(v reflect.Value, depth int) Node {
	n := Node{Kind: "l"}
	for it := v.MapRange(); it.Next() && e.nodes <= maxRecordNodes; {
		value := Node{}
		if k := it.Key(); k.Kind() != reflect.String || !e.secret(k.String()) {
			value = e.copied(it.Value(), depth)
		}
		n.Items = append(n.Items, e.copied(it.Key(), depth), value)
	}
	return n
}

// copied records a value that has no address.
func (e *encoder) copied(v reflect.Value, depth int) Node {
	c := reflect.New(v.Type()).Elem()
	c.Set(v)
	return e.value(c, depth+1)
}

// plainError is the type of what errors.New makes.
var plainError = reflect.TypeOf(errors.New(""))

func (e *encoder) dynamic(v reflect.Value, depth int) Node {
	if err, ok := v.Interface().(error); ok && v.Type() == plainError && !v.IsNil() {
		return Node{Kind: "i", Type: plainError.String(),
			Items: []Node{{Kind: "v", Text: []byte(err.Error())}}}
	}
	if t, ok := v.Interface().(reflect.Type); ok && v.Type() == rtypeType {
		return Node{Kind: "i", Type: typeType.String(),
			Items: []Node{{Kind: "v", Text: []byte(typeName(t))}}}
	}
	return Node{Kind: "i", Type: v.Type().String(), Items: []Node{e.copied(v, depth)}}
}

// scalarText returns the text of a value that has no parts.
func scalarText(v reflect.Value) ([]byte, bool) {
	switch v.Type() {
	case timeType:
		text, err := v.Interface().(time.Time).MarshalText()
		return text, err == nil
	case zoneType:
		return zoneText(v.Interface().(*time.Location)), !v.IsNil()
	case expressionType:
		if v.IsNil() {
			return nil, false
		}
		return []byte(v.Interface().(*regexp.Regexp).String()), true
	}
	if textual(v.Type()) != nil {
		return written(v)
	}
	switch v.Kind() {
	case reflect.Bool:
		return strconv.AppendBool(nil, v.Bool()), true
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.AppendInt(nil, v.Int(), 10), true
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return strconv.AppendUint(nil, v.Uint(), 10), true
	case reflect.Float32, reflect.Float64:
		return strconv.AppendFloat(nil, v.Float(), 'g', -1, 64), true
	case reflect.String:
		return []byte(v.String()), true
	case reflect.Slice:
		if v.Type().Elem() == byteType && !v.IsNil() {
			return append([]byte{}, v.Bytes()...), true
		}
	}
	return nil, false
}

// decode makes a value of type t of what was recorded; what was not, it makes
// up.
func (s *source) decode(t reflect.Type, n Node) reflect.Value {
	v := reflect.New(t).Elem()
	switch n.Kind {
	case "v":
		if setStream(v, n.Text) || setScalar(v, string(n.Text)) {
			return v
		}
	case "l":
		s.parts(v, n)
		return v
	case "r":
		if p, known := s.pointers[n.ID]; known && p.Type().AssignableTo(t) {
			v.Set(p)
			return v
		}
	case "i":
		if n.Type == plainError.String() && len(n.Items) == 1 && plainError.AssignableTo(t) {
			v.Set(reflect.ValueOf(errors.New(string(n.Items[0].Text))))
			return v
		}
		if n.Type == typeType.String() && len(n.Items) == 1 && typeType.AssignableTo(t) {
			if of := s.can.typeNamed(string(n.Items[0].Text)); of != nil {
				v.Set(reflect.ValueOf(of))
				return v
			}
		}
		held := s.can.named[n.Type]
		if held == nil || len(n.Items) != 1 {
			break
		}
		if t == valueType {
			v.Set(reflect.ValueOf(s.decode(held, n.Items[0])))
			return v
		}
		if held.AssignableTo(t) {
			v.Set(s.decode(held, n.Items[0]))
			return v
		}
	case "0":
		return v
	}
	if s.can.reason(t) == "" {
		v.Set(s.value(t))
	}
	return v
}

func (s *source) parts(v reflect.Value, n Node) {
	items := n.Items
	switch t := v.Type(); t.Kind() {
	case reflect.Slice:
		v.Set(reflect.MakeSlice(t, len(items), len(items)))
		fallthrough
	case reflect.Array:
		for i := 0; i < v.Len() && i < len(items); i++ {
			v.Index(i).Set(s.decode(t.Elem(), items[i]))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(t))
		for i := 0; i+1 < len(items); i += 2 {
			if key := s.decode(t.Key(), items[i]); hashable(key) {
				v.SetMapIndex(key, s.decode(t.Elem(), items[i+1]))
			}
		}
	case reflect.Ptr:
		p := reflect.New(t.Elem())
		if n.ID > 0 {
			if s.pointers == nil {
				s.pointers = map[int]reflect.Value{}
			}
			s.pointers[n.ID] = p
		}
		if len(items) == 1 {
			p.Elem().Set(s.decode(t.Elem(), items[0]))
		}
		v.Set(p)
	case reflect.Struct:
		s.fieldsOf(v, items)
	}
}

// fieldsOf fills the fields that a caller could have set: as structure does.
func (s *source) fieldsOf(v reflect.Value, items []Node) {
	own := s.can.own(v.Type())
	for i, field := range layoutOf(v.Type()).fields {
		if field.grown {
			continue // the code whose calls were recorded has none
		}
		if len(items) == 0 {
			return
		}
		item := items[0]
		items = items[1:]
		if field.name != "_" && (field.exported || own) && !field.syncs {
			if field.text {
				writable(v.Field(i)).SetBytes([]byte(s.decode(stringType, item).String()))
				continue
			}
			writable(v.Field(i)).Set(s.decode(field.typ, item))
		} else if referred(item) {
			s.decode(field.typ, item) // others may lead to it
		}
	}
}

// referred reports whether a node has pointers that others may refer to.
func referred(n Node) bool {
	for _, item := range n.Items {
		if referred(item) {
			return true
		}
	}
	return n.ID > 0 && n.Kind == "l"
}

// setScalar reads the text of a value that has no parts.
func setScalar(v reflect.Value, text string) bool {
	if v.Type() == timeType {
		var t time.Time
		err := t.UnmarshalText([]byte(text))
		v.Set(reflect.ValueOf(t))
		return err == nil
	}
	if v.Type() == zoneType {
		zone, ok := zoneOf(text)
		v.Set(reflect.ValueOf(zone))
		return ok
	}
	if v.Type() == expressionType {
		re, err := regexp.Compile(text)
		v.Set(reflect.ValueOf(re))
		return err == nil
	}
	if textual(v.Type()) != nil {
		return setText(v, text)
	}
	var err error
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(text == "true")
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		var n int64
		n, err = strconv.ParseInt(text, 10, 64)
		v.SetInt(n)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		var n uint64
		n, err = strconv.ParseUint(text, 10, 64)
		v.SetUint(n)
	case reflect.Float32, reflect.Float64:
		var f float64
		f, err = strconv.ParseFloat(text, 64)
		v.SetFloat(f)
	case reflect.String:
		v.SetString(text)
	case reflect.Slice:
		if v.Type().Elem() != byteType {
			return false
		}
		v.SetBytes(bytes.Clone([]byte(text)))
	default:
		return false
	}
	return err == nil
}

// plainTypes are what interfaces commonly hold.
var plainTypes = []interface{}{int(0), int8(0), int16(0), int32(0), int64(0), uint(0), uint8(0),
	uint16(0), uint32(0), uint64(0), float32(0), float64(0), false, "", []byte(nil), time.Time{},
	time.Duration(0), []string(nil), []int(nil), []interface{}(nil), map[string]interface{}(nil),
	map[string]string(nil)}
