package effects

import (
	"go/importer"
	"go/token"
	"go/types"
	"math/big"
	"reflect"
	"testing"
)

// TestSetsNumber calls the methods of big.Int with numbers for which some have no result: what
// sets its receiver returns it in any case.
func TestSetsNumber(t *testing.T) {
	pkg, err := importer.ForCompiler(token.NewFileSet(), "source", nil).Import("math/big")
	if err != nil {
		t.Fatal(err)
	}
	number := types.NewPointer(pkg.Scope().Lookup("Int").Type())
	set := 0
	for sel := range types.NewMethodSet(number).Methods() {
		fn := sel.Obj().(*types.Func)
		if !fn.Exported() || !setsNumber(fn) {
			continue
		}
		set++
		for _, first := range []int64{0, 2, 3} {
			for _, second := range []int64{-1, 1, 4, 5} {
				x := new(big.Int)
				method := reflect.ValueOf(x).MethodByName(fn.Name())
				args, ok := numbers(method.Type(), first, second)
				if !ok {
					continue
				}
				if got := returned(method, args); got != nil && *got != x {
					t.Errorf("%s(%d, %d, ...) returned %v, not its receiver", fn.Name(), first,
						second, *got)
				}
			}
		}
	}
	if set < 25 {
		t.Errorf("%d methods set their number, want 25 and more", set)
	}
	for _, name := range []string{"Exp", "ModInverse", "ModSqrt", "SetBits", "Bits", "Cmp"} {
		obj, _, _ := types.LookupFieldOrMethod(number, true, pkg, name)
		if setsNumber(obj.(*types.Func)) {
			t.Errorf("%s does not always return its receiver with its own memory", name)
		}
	}
}

// numbers returns arguments for a method that takes numbers alone.
func numbers(method reflect.Type, first, second int64) (args []reflect.Value, ok bool) {
	for i := range method.NumIn() {
		if method.In(i) != reflect.TypeFor[*big.Int]() {
			return nil, false
		}
		n := first
		if i > 0 {
			n = second
		}
		if i > 1 {
			n = 4
		}
		args = append(args, reflect.ValueOf(big.NewInt(n)))
	}
	return args, true
}

// returned returns what a method returns; nil where it panics, as it may.
func returned(method reflect.Value, args []reflect.Value) (x **big.Int) {
	defer func() { _ = recover() }()
	got := method.Call(args)[0].Interface().(*big.Int)
	return &got
}
