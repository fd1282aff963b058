package harness

import (
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
)

// settable returns addressable values, as the harness passes and keeps them.
func settable(xs ...interface{}) []reflect.Value {
	var list []reflect.Value
	for _, x := range xs {
		v := reflect.New(reflect.TypeOf(x)).Elem()
		v.Set(reflect.ValueOf(x))
		list = append(list, v)
	}
	return list
}

// TestRegions names the memory that values refer to.
func TestRegions(t *testing.T) {
	type inner struct{ list []int32 }
	type outer struct {
		name  string
		inner *inner
		any   interface{}
	}
	loop := &pair{Name: "loop"}
	loop.next = loop
	for _, test := range []struct {
		name string
		of   interface{}
		want string // path and size of each
	}{
		{"a number refers to nothing", 7, ""},
		{"an empty text has no memory", "", ""},
		{"a text", "four", "x 0 4"},
		{"a slice reaches to its capacity", make([]int32, 2, 5), "x 0 20"},
		{"a nil slice", []int32(nil), ""},
		{"texts of a slice", []string{"a", "bc"}, "x 0 32, x 0[0] 1, x 0[1] 2"},
		{"numbers of a slice have no memory of their own", [][2]int64{{1, 2}}, "x 0 16"},
		{"a map counts as one byte", map[string][]byte{"k": {1, 2, 3}}, `x 0 1, x 0["k"] 3`},
		{"a pointer and what it points to", &inner{[]int32{1}}, "x 0 24, x 0.list 4"},
		{"fields, exported or not", outer{"nm", &inner{[]int32{1, 2}}, []byte("xyz")},
			"x 0.name 2, x 0.inner 24, x 0.inner.list 8, x 0.any 3"},
		{"what refers to itself ends", loop, "x 0 32, x 0.Name 4"},
	} {
		var got []string
		for _, r := range regionsOf(settable(test.of), "x") {
			got = append(got, fmt.Sprint(r.at, " ", r.end-r.start))
		}
		if text := strings.Join(got, ", "); text != test.want {
			t.Errorf("%s: %s, want %s", test.name, text, test.want)
		}
	}
}

// TestRegionsBounded looks at values that are too large to be looked at whole.
func TestRegionsBounded(t *testing.T) {
	wide := make([][]byte, 10*maxRegions)
	for i := range wide {
		wide[i] = []byte{1}
	}
	if n := len(regionsOf(settable(wide, wide, wide), "x")); n > maxRegions {
		t.Errorf("%d regions, want at most %d", n, maxRegions)
	}
	var deep *pair
	for range 1000 {
		deep = &pair{Name: "n", next: deep}
	}
	if n := len(regionsOf(settable(deep), "x")); n == 0 || n > 2*9 {
		t.Errorf("%d regions of a long list", n)
	}
}

// TestSharing finds results in the memory of arguments, and in each other's.
func TestSharing(t *testing.T) {
	text, list := "some text", []int32{1, 2, 3, 4}
	p := &pair{Name: "p"}
	for _, test := range []struct {
		name          string
		args, results []interface{}
		want          string
	}{
		{"nothing shared", []interface{}{[]int32{1}}, []interface{}{[]int32{1}}, ""},
		{"part of a slice", []interface{}{list}, []interface{}{list[1:3]},
			"out 0 shares bytes 4 to 16 of in 0"},
		{"a slice cut short", []interface{}{list}, []interface{}{list[1:2:2]},
			"out 0 shares bytes 4 to 8 of in 0"},
		{"part of a text, which cannot be written", []interface{}{text},
			[]interface{}{text[2:]}, ""},
		{"a pointer handed back", []interface{}{p}, []interface{}{p},
			"out 0 has the memory of in 0"},
		{"results that overlap", nil, []interface{}{list[:3], list[2:]}, "out 0 and out 1 overlap"},
		{"results that only touch", nil, []interface{}{list[:2:2], list[2:]}, ""},
		{"two texts of one", nil, []interface{}{text[:5], text[3:]}, ""},
	} {
		in := regionsOf(settable(test.args...), "in")
		out := regionsOf(settable(test.results...), "out")
		if got := sharing(in, out, nil); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

// TestCommon compares the memory of a call with that of an earlier one.
func TestCommon(t *testing.T) {
	buf := make([]byte, 8)
	for _, test := range []struct {
		name         string
		earlier, now interface{}
		want         bool
	}{
		{"a buffer used again", buf[:3], buf[:5], true},
		{"its other half", buf[:4:4], buf[4:], false},
		{"fresh memory", []byte("a"), []byte("a"), false},
		{"one text twice", "constant", "constant", false},
		{"one pointer twice", &pair{}, &pair{}, false},
		{"one error twice", errors.New("x"), nil, false},
	} {
		if test.now == nil {
			test.now = test.earlier
		}
		text := common(regionsOf(settable(test.now), "now"),
			regionsOf(settable(test.earlier), "earlier"))
		if (text != "") != test.want {
			t.Errorf("%s: %q", test.name, text)
		}
	}
	kept := &pair{}
	if common(regionsOf(settable(kept), "now"), regionsOf(settable(kept), "then")) == "" {
		t.Error("a pointer that is handed out twice is not noticed")
	}
}
