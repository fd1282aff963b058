package loadavg

import (
	"fmt"
	"math/rand/v2"
	"os"
	"testing"

	after "github.com/wring-go/wring/casebook/loadavg/after"
	before "github.com/wring-go/wring/casebook/loadavg/before"
	fixed "github.com/wring-go/wring/casebook/loadavg/fixed"
	"github.com/wring-go/wring/kit/procfs"
)

// TestSameAnswers has lines as the kernel writes them: two decimals each.
func TestSameAnswers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		line := fmt.Appendf(nil, "%d.%02d %d.%02d %d.%02d %d/%d %d\n", r.IntN(200), r.IntN(100),
			r.IntN(9), r.IntN(100), r.IntN(2), r.IntN(100), r.IntN(1000), r.IntN(100_000),
			r.Int32())
		want, err := before.Parse(line)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := fixed.Parse(line); before.Load(got) != want || err != nil {
			t.Errorf("%s: fixed gives %+v, %v; want %+v", line, got, err, want)
		}
		if got, err := after.Parse(line); before.Load(got) != want || err != nil {
			t.Errorf("%s: after gives %+v, %v; want %+v", line, got, err, want)
		}
	}
}

// TestSameErrors has lines that are none. What is refused may differ in what is
// said about it.
func TestSameErrors(t *testing.T) {
	for _, line := range []string{"", "\n", "1 2 3", "1 2 3 4 5", "1 2 3 4/x 5", "a 2 3 4/5 6",
		"1 2 3 4/5 b"} {
		_, err1 := before.Parse([]byte(line))
		_, err2 := fixed.Parse([]byte(line))
		_, err3 := after.Parse([]byte(line))
		if err1 == nil || err2 == nil || err3 == nil {
			t.Errorf("%q: %v, %v, %v; want three errors", line, err1, err2, err3)
		}
	}
}

// TestKernel reads the kernel's file in all ways. Tasks come and go, so only
// what is slow to change is compared.
func TestKernel(t *testing.T) {
	f, err := os.Open("/proc/loadavg")
	if err != nil {
		t.Skip(err)
	}
	defer f.Close()
	k, err := procfs.OpenLoadavg()
	if err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	for range 5 { // a new figure may come between two reads, but not five times
		a, err1 := before.Read(f)
		b, err2 := fixed.Read(f)
		c, err3 := after.Read(k)
		if err1 != nil || err2 != nil || err3 != nil {
			t.Fatal(err1, err2, err3)
		}
		if a.Fifteen == b.Fifteen && b.Fifteen == c.Fifteen && c.Processes > 0 {
			return
		}
	}
	t.Error("the versions read different load averages")
}
