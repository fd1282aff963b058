package explain

import (
	"slices"
	"strings"

	"github.com/wring-go/wring/alloc"
)

// kind is what a compiler's remark is about.
type kind string

// The kinds. unclear is an expression that may be several of them: the text
// alone does not tell a boxed n from a variable n that was moved.
const (
	noRemark     kind = ""
	variable     kind = "variable"
	pointed      kind = "pointer" // &T{...}, new(T)
	sliceLiteral kind = "slice literal"
	mapLiteral   kind = "map literal"
	literal      kind = "literal" // T{...}: boxed, or a slice or map with a name
	variadic     kind = "variadic"
	closure      kind = "closure"
	methodValue  kind = "method value"
	madeSlice    kind = "make slice"
	madeMap      kind = "make map"
	madeChan     kind = "make chan"
	made         kind = "make" // of a named type
	appended     kind = "append"
	converted    kind = "conversion"
	joined       kind = "concatenation"
	boxed        kind = "boxed"
	unclear      kind = "unclear"
)

// shapes tells a kind by how the subject of a remark begins.
var shapes = []struct {
	prefix string
	kind   kind
}{
	{"make([]", madeSlice},
	{"make(map[", madeMap},
	{"make(chan", madeChan},
	{"make(<-chan", madeChan},
	{"make(", made},
	{"append(", appended},
	{"new(", pointed},
	{"&", pointed},
	{"... argument", variadic},
	{"func literal", closure},
	{"map[", mapLiteral},
	{"string(", converted},
	{"([]byte)(", converted},
	{"([]rune)(", converted},
	{"([]uint8)(", converted},
	{"([]int32)(", converted},
}

// kindOf returns what f is about.
func kindOf(f *alloc.Fact) kind {
	if f == nil {
		return noRemark
	}
	if strings.HasPrefix(f.Message, "moved to heap: ") {
		return variable
	}
	s := subject(f.Message)
	for _, shape := range shapes {
		if strings.HasPrefix(s, shape.prefix) {
			return shape.kind
		}
	}
	if strings.HasSuffix(s, "{...}") || strings.HasSuffix(s, "{}") {
		if strings.HasPrefix(s, "[") {
			return sliceLiteral
		}
		return literal
	}
	if strings.Contains(s, " + ") {
		return joined
	}
	return stored(f, s)
}

// stored tells a variable from the copy of it that an interface points to, by
// the first step of the path: "&x" is the variable itself, "&{storage for x}"
// the copy. A copy of a selector is the value of a method or a boxed field; the
// act tells them apart.
func stored(f *alloc.Fact, subject string) kind {
	for _, s := range f.Flow {
		text := step(s)
		if !strings.HasPrefix(text, "flow:") {
			continue
		}
		if strings.Contains(text, "&{storage for ") {
			if strings.Contains(subject, ".") {
				return methodValue
			}
			return boxed
		}
		return variable
	}
	return unclear
}

// remarkable says which kinds of remark explain an act. Acts that are not here
// are none of the compiler's business.
var remarkable = map[act][]kind{
	newObject: {variable, pointed, sliceLiteral, variadic, closure, literal, methodValue,
		converted, unclear},
	box:      {boxed, methodValue, literal, joined, converted, appended, unclear},
	newSlice: {madeSlice, made, sliceLiteral},
	grow:     {appended},
	move:     {appended},
	newMap:   {madeMap, made, mapLiteral, literal},
	newChan:  {madeChan, made},
	concat:   {joined, converted},
	convert:  {converted, unclear},
	start:    {closure},
	deferred: {closure},
}

// fits reports whether the runtime may have been asked for a because of what a
// remark of kind k is about.
func fits(a act, k kind) bool { return a == notTold || slices.Contains(remarkable[a], k) }
