package harness

import (
	"os"
	"reflect"
	"sort"
	"strconv"
	"strings"
	"unsafe"
)

// canon serializes values: everything that distinguishes two values for a
// caller, nil from empty included, and nothing that differs between processes.
type canon struct {
	buf    []byte
	seen   map[unsafe.Pointer]int
	hidden map[string]bool
	nodes  int
	// foreign asks for the exported fields alone of types that are not of pkg.
	foreign bool
	pkg     string
}

// roomy is how many words most outcomes take at most: a buffer that begins with so much room
// rarely grows.
const roomy = 512

// maxWords and maxNodes bound the words of one outcome.
const (
	maxWords = 1 << 18
	maxNodes = 20000
	maxDepth = 12
)

func (w *canon) add(text string) { w.buf = append(w.buf, text...) }

// text adds a string; of a long one its length, beginning and hash.
func (w *canon) text(s string) {
	s = anyAddress(s)
	if len(s) <= 300 {
		w.quoted(s)
		return
	}
	w.buf = strconv.AppendQuoteToASCII(w.buf, s[:60])
	w.add("... (" + strconv.Itoa(len(s)) + " bytes, hash " +
		strconv.FormatUint(hashText(s), 16) + ")")
}

// quoted adds what [strconv.AppendQuoteToASCII] does; most texts need no escapes, and it
// looks at each of their letters several times.
func (w *canon) quoted(s string) {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			w.buf = strconv.AppendQuoteToASCII(w.buf, s)
			return
		}
	}
	w.buf = append(append(append(w.buf, '"'), s...), '"')
}

func quote(s string) string {
	w := canon{}
	w.text(s)
	return string(w.buf)
}

// anyAddress returns s with one text for all addresses in the heap and in the
// program that formats have printed: they differ from build to build, and those
// in the heap from process to process.
func anyAddress(s string) string {
	if strings.IndexByte(s, 'x') < 0 {
		return s
	}
	for at := 0; ; {
		i := strings.Index(s[at:], "0x")
		if i < 0 {
			return s
		}
		at += i + 2
		end := at
		for end < len(s) && end < at+12 && strings.IndexByte("0123456789abcdef", s[end]) >= 0 {
			end++
		}
		if n, err := strconv.ParseUint(s[at:end], 16, 64); err != nil || !isAddress(n) {
			continue
		}
		s = s[:at] + "ADDRESS" + s[end:]
	}
}

// isAddress reports whether n lies in the program, or in the heap: where that
// begins by default, or where it begins in this process, as limitMemory keeps it.
// That may be one arena below the anchor's, since the first is not used from its
// beginning on.
func isAddress(n uint64) bool {
	const arena, most = 64 << 20, 4 << 30
	base := uint64(uintptr(unsafe.Pointer(&anchor[0])))&^(arena-1) - arena
	return n >= 0x400000 && n <= 0x4000000 || n >= 0xc000000000 && n <= 0xc100000000 ||
		n >= base && n < base+most
}

// anchor is an object in the heap: its length is not known to the compiler, which
// would else put it into the program.
var anchor = make([]byte, len(os.Args)+1)

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return s[:n] + "..." + strconv.FormatUint(hashText(s), 16)
}

// value adds v.
func (w *canon) value(v reflect.Value, depth int) {
	w.nodes++
	if !v.IsValid() {
		w.add("nil")
		return
	}
	if depth > maxDepth || w.nodes > maxNodes || len(w.buf) > maxWords {
		w.add("...")
		return
	}
	if w.special(v) {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		w.buf = strconv.AppendBool(w.buf, v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		w.buf = strconv.AppendInt(w.buf, v.Int(), 10)
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		w.buf = strconv.AppendUint(w.buf, v.Uint(), 10)
	case reflect.Float32, reflect.Float64:
		w.buf = strconv.AppendFloat(w.buf, v.Float(), 'g', -1, 64)
	case reflect.Complex64, reflect.Complex128:
		w.add(strconv.FormatComplex(v.Complex(), 'g', -1, 128))
	case reflect.String:
		w.text(v.String())
	case reflect.Interface:
		w.value(v.Elem(), depth)
	default:
		w.compound(v, depth)
	}
}

func (w *canon) compound(v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Slice:
		if v.IsNil() {
			w.add("nil")
			return
		}
		w.list(v, depth)
	case reflect.Array:
		w.list(v, depth)
	case reflect.Map:
		w.table(v, depth)
	case reflect.Ptr:
		w.pointer(v, depth)
	case reflect.Struct:
		w.structure(v, depth)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer, reflect.Uintptr:
		w.opaque(v)
	}
}

// opaque adds what is known of a value without looking inside.
func (w *canon) opaque(v reflect.Value) {
	w.add(v.Type().String())
	switch v.Kind() {
	case reflect.Uintptr:
		return
	case reflect.Chan:
		w.add(" " + strconv.Itoa(v.Len()) + "/" + strconv.Itoa(v.Cap()))
	}
	if v.IsNil() {
		w.add(" nil")
	}
}

func (w *canon) list(v reflect.Value, depth int) {
	if v.Type().Elem().Kind() == reflect.Uint8 {
		w.add("bytes ")
		w.text(string(bytesOf(v)))
		return
	}
	w.add("[")
	for i := 0; i < v.Len(); i++ {
		if i > 0 {
			w.add(" ")
		}
		w.dynamic(v.Index(i), depth+1)
	}
	w.add("]")
}

// bytesOf returns the elements of a slice or an array, which may have a type of their own.
func bytesOf(v reflect.Value) []byte {
	if v.Kind() == reflect.Slice {
		return v.Bytes()
	}
	b := make([]byte, v.Len())
	for i := range b {
		b[i] = byte(v.Index(i).Uint())
	}
	return b
}

// dynamic adds v, and for an interface what type it holds.
func (w *canon) dynamic(v reflect.Value, depth int) {
	if v.Kind() == reflect.Interface && !v.IsNil() {
		w.add(v.Elem().Type().String() + "(")
		w.value(v.Elem(), depth)
		w.add(")")
		return
	}
	w.value(v, depth)
}

func (w *canon) table(v reflect.Value, depth int) {
	if v.IsNil() {
		w.add("nil")
		return
	}
	w.add("map[")
	for n, key := range sortedKeys(v) { // pointers in values are numbered as they are met
		if n > 0 {
			w.add(" ")
		}
		w.dynamic(key, depth+1)
		w.add(":")
		w.dynamic(v.MapIndex(key), depth+1)
	}
	w.add("]")
}

// sortedKeys returns the keys of a map in the order of what they are in words; those that
// are strings in their own order.
func sortedKeys(v reflect.Value) []reflect.Value {
	keys := v.MapKeys()
	if len(keys) < 2 {
		return keys
	}
	list := named{keys, make([]string, len(keys))}
	for i, key := range keys {
		if key.Kind() == reflect.String {
			list.names[i] = key.String()
		} else {
			list.names[i] = keyText(key)
		}
	}
	sort.Stable(list)
	return keys
}

// named are keys, to be sorted by their names.
type named struct {
	keys  []reflect.Value
	names []string
}

func (n named) Len() int           { return len(n.keys) }
func (n named) Less(i, j int) bool { return n.names[i] < n.names[j] }
func (n named) Swap(i, j int) {
	n.keys[i], n.keys[j] = n.keys[j], n.keys[i]
	n.names[i], n.names[j] = n.names[j], n.names[i]
}

// pointer adds what v points to, once: the second time its number is enough.
func (w *canon) pointer(v reflect.Value, depth int) {
	if v.IsNil() {
		w.add("nil")
		return
	}
	if w.seen == nil {
		w.seen = map[unsafe.Pointer]int{}
	}
	at := unsafe.Pointer(v.Pointer())
	if n, ok := w.seen[at]; ok && v.Type().Elem().Size() > 0 {
		w.add("&#" + strconv.Itoa(n))
		return
	}
	w.seen[at] = len(w.seen)
	w.add("&")
	w.value(v.Elem(), depth+1)
}

func (w *canon) structure(v reflect.Value, depth int) {
	t := v.Type()
	v = addressable(v)
	exportedOnly := w.hidden[t.Name()] || inside[t.PkgPath()] ||
		w.foreign && t.PkgPath() != "" && t.PkgPath() != w.pkg
	w.add("{")
	for i, field := range layoutOf(t).fields {
		if field.name == "_" || field.grown || exportedOnly && !field.exported && !field.visible {
			continue
		}
		w.add(field.label)
		if field.lazy && v.Field(i).IsNil() {
			w.dynamic(empty(field.typ), depth+1)
			continue
		}
		if field.text {
			w.value(reflect.ValueOf(string(writable(v.Field(i)).Bytes())), depth+1)
			continue
		}
		w.dynamic(writable(v.Field(i)), depth+1)
	}
	w.add("}")
}

// addressable returns v or a copy of it whose unexported fields can be read.
func addressable(v reflect.Value) reflect.Value {
	if v.CanAddr() {
		return v
	}
	copied := reflect.New(v.Type()).Elem()
	copied.Set(v)
	return copied
}
