package arenalist_test

import (
	"math"
	"reflect"
	"runtime"
	"testing"

	goarena "github.com/wundergraph/go-arena"

	"github.com/wring-go/wring/casebook/arenalist/after"
	"github.com/wring-go/wring/casebook/arenalist/before"
	"github.com/wring-go/wring/casebook/arenalist/others"
	"github.com/wring-go/wring/casebook/arenalist/record"
	"github.com/wring-go/wring/kit/arena"
)

// The list in an arena holds the numbers that the list on the heap holds, in the
// same order.
func TestListsAreEqual(t *testing.T) {
	inArenas(t, func(t *testing.T, a *arena.Arena) {
		for _, n := range []int{0, 1, 2, 5_000} {
			want, got := before.List(n), after.Numbers(a, n)
			if got.Len() != want.Len() {
				t.Fatalf("%d elements, want %d", got.Len(), want.Len())
			}
			e := got.Front()
			for w := want.Front(); w != nil; w = w.Next() {
				if v := *e.Value.(*int); v != w.Value {
					t.Fatalf("%d, want %d", v, w.Value)
				}
				e = e.Next()
			}
			if e != nil {
				t.Error("elements are left")
			}
		}
	})
}

// The lists in arenas of others hold these numbers, too, also in memory that was
// used before and while garbage is collected.
func TestListsOfOthersAreEqual(t *testing.T) {
	const n = 5_000
	bytes, slabs := goarena.NewMonotonicArena(), others.NewSlabs(n)
	for range 3 {
		for name, l := range map[string]*after.List{
			"bytes": others.InBytes(bytes, n), "slabs": slabs.Numbers(n)} {
			runtime.GC()
			want := 0
			for e := l.Front(); e != nil; e = e.Next() {
				if v := *e.Value.(*int); v != want {
					t.Fatalf("%s: %d, want %d", name, v, want)
				}
				want++
			}
			if want != n || l.Len() != n {
				t.Errorf("%s: %d elements, and it says %d; want %d", name, want, l.Len(), n)
			}
		}
		bytes.Reset()
		slabs.Reset()
	}
}

// Both decoders of a sheet, on the heap and in an arena, give the same sheet.
func TestSheetsAreEqual(t *testing.T) {
	document := record.SheetXML(200, 12)
	want, err := before.SheetXML(document)
	if err != nil || len(want.Rows) != 200 || len(want.Rows[199].Cells) != 12 {
		t.Fatal(want, err)
	}
	inArenas(t, func(t *testing.T, a *arena.Arena) {
		one, err1 := before.Sheet(document)
		two, err2 := after.Sheet(a, document)
		three, err3 := after.SheetXML(a, document)
		for i, got := range []*record.Sheet{one, two, three} {
			if err := []error{err1, err2, err3}[i]; err != nil {
				t.Error(err)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("decoder %d gives another sheet", i)
			}
		}
	})
}

// Messages and rows are the same in an arena.
func TestRecordsAreEqual(t *testing.T) {
	orders, users := record.OrderBytes(300), record.UserRows(300)
	inArenas(t, func(t *testing.T, a *arena.Arena) {
		want, got := before.Orders(orders), after.Orders(a, orders)
		if len(got) != 300 || !reflect.DeepEqual(got, want) {
			t.Error("other orders")
		}
		wantUsers, err1 := before.Users(users)
		gotUsers, err2 := after.Users(a, users)
		if err1 != nil || err2 != nil || len(gotUsers) != 300 {
			t.Error(err1, err2, len(gotUsers))
		}
		if !reflect.DeepEqual(gotUsers, wantUsers) {
			t.Error("other users")
		}
	})
}

// Broken numbers are errors everywhere.
func TestErrorsAreEqual(t *testing.T) {
	sheet, rows := []byte(`<row r="x"></row>`), []byte("\x01x\x00\x00\x00\x00")
	a := arena.NewArena()
	defer a.Free()
	_, err1 := before.Sheet(sheet)
	_, err2 := after.Sheet(a, sheet)
	_, err3 := before.SheetXML(sheet)
	_, err4 := after.SheetXML(a, sheet)
	_, err5 := before.Users(rows)
	_, err6 := after.Users(a, rows)
	for i, err := range []error{err1, err2, err3, err4, err5, err6} {
		if err == nil {
			t.Errorf("decoder %d found nothing wrong", i)
		}
	}
}

// inArenas runs f with no arena, with a fresh one, and twice with a recycled one.
func inArenas(t *testing.T, f func(*testing.T, *arena.Arena)) {
	t.Run("heap", func(t *testing.T) { f(t, nil) })
	a := arena.NewArena()
	for range 3 {
		t.Run("arena", func(t *testing.T) { f(t, a) })
		a.Recycle(math.MaxInt)
	}
	a.Free()
}
