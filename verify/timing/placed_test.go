package timing

import (
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/testenv"
	"github.com/wring-go/wring/observe/clock"
	"github.com/wring-go/wring/verify"
)

// logs returns the logarithms of ratios that are given in percent of loss.
func logs(percent ...float64) []float64 {
	list := make([]float64, len(percent))
	for i, p := range percent {
		list[i] = math.Log1p(p / 100)
	}
	return list
}

// TestInOrders: what gains in some orders and loses in others has lost nothing; what loses in each,
// or in the mean of all of them, has.
func TestInOrders(t *testing.T) {
	for _, test := range []struct {
		name string
		logs []float64
		want decision
	}{
		{"few agree", logs(3, 3, 3), undecided},
		{"each loses", logs(3, 2.5, 3.5, 3), slower},
		{"each loses a little", logs(0.2, 0.3, 0.1, 0.2), unharmed},
		{"now more, now less", logs(3, -3, 1, -3), unharmed},
		{"it may be a loss", logs(3, -1, 4, -1), undecided},
		{"it was one", logs(3, -1, 4, -1, 3, 2, 1, 1), slower},
		{"it was none", logs(3, -1, 4, -1, 3, -3, 1, 0), unharmed},
		{"as much as moving code costs", logs(1, 1, 1, 1), undecided},
	} {
		if got := inOrders(test.logs); got != test.want {
			t.Errorf("%s: got %v, want %v", test.name, got, test.want)
		}
	}
}

// TestInOrder: a binary of another order is another one.
func TestInOrder(t *testing.T) {
	if inOrder(0, "x") != "x" || inOrder(3, "x") == "x" || inOrder(3, "x") == inOrder(4, "x") {
		t.Errorf("got %q, %q and %q", inOrder(0, "x"), inOrder(3, "x"), inOrder(4, "x"))
	}
}

// TestSettle follows a heat that is lost by two benchmarks of three: what its other orders say ends
// it, or lets it go on.
func TestSettle(t *testing.T) {
	lost := func(ratio float64) *heat {
		h := newHeat(false, 0, map[string]*clock.Times{"A": {}, "B": {}, "C": {}})
		h.known["A"] = result{name: "A", decision: slower, ratio: ratio}
		h.known["B"] = result{name: "B", decision: slower, ratio: 1.03}
		clear(h.open)
		return h
	}
	if name := lost(1.2).doubtful(); name != "" {
		t.Errorf("a loss of 20 %% leaves doubts about %s", name)
	}
	h := lost(1.02)
	if name := h.doubtful(); name != "A" {
		t.Fatalf("first in doubt is %q, want A", name)
	}
	if h.settle("A", doubt{}) {
		t.Error("nothing is known, and the heat goes on")
	}
	if !h.settle("A", doubt{unharmed, 1.001, 4}) || len(h.open) != 0 || h.doubtful() != "B" {
		t.Errorf("after A: %v open, in doubt is %q", h.open, h.doubtful())
	}
	if !h.settle("B", doubt{unharmed, 0.99, 5}) || !h.open["C"] || len(h.open) != 1 {
		t.Errorf("after B: %v open, want C", h.open)
	}
	h = lost(1.02)
	if h.settle("A", doubt{slower, 1.03, 4}) || !h.lost() || h.doubtful() != "" {
		t.Errorf("A has lost in each order, and in doubt is %q", h.doubtful())
	}
}

// TestVerdictInOrders: a loss of one order is none, and one of all orders shows its figure.
func TestVerdictInOrders(t *testing.T) {
	r := result{name: "B", decision: unharmed, ratio: 1.03, p: 0.001, n: 9, orders: 4, inOrders: 1}
	v := verdict([]result{r})
	if e := v.Evidence.Time; v.Outcome != alloc.Accepted || e.Ratio != 1 || e.P != 1 {
		t.Errorf("by its place: %+v %+v", v, e)
	}
	r.decision, r.inOrders = slower, 1.028
	v = verdict([]result{r})
	if v.Outcome != alloc.Rejected || !strings.Contains(v.Reason, "1.028") ||
		v.Evidence.Time.Ratio != 1.03 {
		t.Errorf("in all orders: %+v %+v", v, v.Evidence.Time)
	}
}

// TestPlaced builds a change in other orders: what it loses it loses in each of them, and code that
// did not change loses nothing in the mean.
func TestPlaced(t *testing.T) {
	if testing.Short() {
		t.Skip("runs benchmarks")
	}
	const work = "package p\n\nfunc Do() (s int) {\n\tfor i := range 100_000 {\n\t\ts += i\n\t}\n" +
		"\treturn s\n}\n"
	dir := testenv.Module(t, map[string]string{"p.go": work, "p_test.go": `package p

import "testing"

var sink int

func BenchmarkDo(b *testing.B) {
	for b.Loop() {
		sink += Do()
	}
}
`})
	c := verify.Change{Dir: dir, ModuleDir: dir, Module: "example.com/m", New: map[string][]byte{
		filepath.Join(dir, "p.go"): []byte(strings.Replace(work, "100_000", "108_000", 1))}}
	const name = "BenchmarkDo"
	p := alloc.Package{Path: "example.com/m", Dir: dir}
	opt := Options{Dir: t.TempDir(), Toolchain: toolchain(t), known: &clock.Known{}}
	opt.processor = clock.Processor(opt.Toolchain.Root, opt.Toolchain.GOOS)
	d, err := opt.placed(t.Context(), &entry{Change: c}, name, p)
	if err != nil || d.decision != slower || d.ratio < 1.03 {
		t.Errorf("8 %% more work: %+v, %v", d, err)
	}
	built := func() int {
		list, _ := os.ReadDir(opt.folder(p))
		return len(list)
	}
	if n := built(); n != 2*d.orders {
		t.Errorf("%d binaries of %d orders are there for other benchmarks", n, d.orders)
	}
	opt.dropOrders([]*entry{{Change: c}}, p)
	if n := built(); n != d.orders {
		t.Errorf("%d binaries of %d orders are there for other entries", n, d.orders)
	}
	c.New = c.Old
	d, err = opt.placed(t.Context(), &entry{Change: c}, name, p)
	if err != nil || d.decision != unharmed || d.orders > 0 {
		t.Errorf("the same code: %+v, %v", d, err)
	}
	c.New = map[string][]byte{filepath.Join(dir, "p.go"): []byte(work + "\n// Nothing.\n")}
	d, err = opt.placed(t.Context(), &entry{Change: c}, name, p)
	if err != nil || d.decision == slower {
		t.Errorf("another comment: %+v, %v", d, err)
	}
	t.Setenv("GOFLAGS", "-ldflags=-w")
	d, err = opt.placed(t.Context(), &entry{Change: c}, name, p)
	if err != nil || d.orders != 0 {
		t.Errorf("with flags of the user's own: %+v, %v", d, err)
	}
}

// TestClose: what had too few rounds to be sure, and looks slower, is in doubt when the time is
// over; what has had less than a look is not judged.
func TestClose(t *testing.T) {
	some := func(n int, now float64) *clock.Times {
		return &clock.Times{Old: times(100, 3)[:n], New: times(now, 7)[:n]}
	}
	h := newHeat(false, 0, map[string]*clock.Times{"A": some(9, 102), "B": some(9, 90)})
	h.rounds = 9
	h.close()
	if len(h.open) > 0 || h.doubtful() != "A" || h.known["B"].decision != unharmed {
		t.Errorf("%v open, in doubt is %q, known %v", h.open, h.doubtful(), h.known)
	}
	young := newHeat(false, 0, map[string]*clock.Times{"A": some(3, 102)})
	young.rounds = 3
	young.close()
	if len(young.open) > 0 || young.doubtful() != "" {
		t.Errorf("after three rounds %q is in doubt", young.doubtful())
	}
}

// TestApart has benchmarks go on alone whose rounds beside others are forgotten: those that look
// slower beside others, and those that are undecided for long. What had become clear stays, and so
// does the verdict beside others on one that comes to too few rounds alone.
func TestApart(t *testing.T) {
	some := func(n int, percent ...float64) *clock.Times {
		var times clock.Times
		for i := range n {
			times.Old = append(times.Old, 100)
			times.New = append(times.New, percent[i%len(percent)])
		}
		return &times
	}
	h := newHeat(false, 0, map[string]*clock.Times{"clear": some(6, 80), "slower": some(13, 110),
		"open": some(13, 98, 106), "early": some(9, 98, 106), "late": some(13, 99, 106)})
	h.rounds = 12
	h.look(1, looks[len(looks)-1], func(string) bool { return true })
	slices.Sort(h.leaving)
	if want := []string{"late", "open", "slower"}; !slices.Equal(h.leaving, want) ||
		h.open["clear"] || len(h.open) != 4 || h.lost() {
		t.Fatalf("open are %v, and alone go on %q, want %q", h.open, h.leaving, want)
	}
	for _, name := range h.leaving {
		h.keep(name)
	}
	h.look(1, looks[len(looks)-1], func(string) bool { return false })
	if !h.lost() || len(h.open)+len(h.leaving) > 0 || h.known["slower"].decision != slower {
		t.Errorf("alone: %v open, %q go on alone, known %v", h.open, h.leaving, h.known)
	}
	delete(h.known, "slower")
	*h.times["clear"] = clock.Times{}
	*h.times["slower"], *h.times["open"], *h.times["late"] = clock.Times{}, *some(7, 110),
		*some(2, 150)
	got := map[string][2]float64{}
	for _, b := range h.judged() {
		got[b.name] = [2]float64{float64(b.n), math.Round(100 * b.ratio)}
	}
	want := map[string][2]float64{"clear": {6, 80}, "slower": {13, 110}, "open": {7, 110},
		"early": {9, 102}, "late": {13, 102}}
	if !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
