package locks

import (
	"slices"
	"testing"
)

const mutexProfile = `--- mutex:
cycles/second=1000000000
sampling period=5
250000000 2 @ 0x47c0ab 0x4a1c2d 0x4a1c10
#	0x47c0ab	sync.(*Mutex).Unlock+0x6b		/usr/local/go/src/sync/mutex.go:223
#	0x4a1c2d	main.(*account).withdraw+0x2d		/home/me/my bank/main.go:15

500000000 1 @ 0x47c0ab 0x4a1c2e 0x4a1c10
#	0x47c0ab	internal/sync.(*Mutex).Unlock+0x6b	/usr/local/go/src/internal/sync/mutex.go:198
#	0x4a1c2e	main.(*account).withdraw+0x2e		/home/me/my bank/main.go:15

9000000000 4 @ 0x47c0ab
#	0x4a1c2f	main.slow+0x2e		/home/me/my bank/main.go:99
`

// TestContention adds up entries by line, above package sync. The period is
// in the numbers already.
func TestContention(t *testing.T) {
	got := parseContention([]byte(mutexProfile), "mutex")
	want := []Contention{
		{Profile: "mutex", Func: "main.slow", File: "/home/me/my bank/main.go", Line: 99,
			Count: 4, Seconds: 9},
		{Profile: "mutex", Func: "main.(*account).withdraw", File: "/home/me/my bank/main.go",
			Line: 15, Count: 3, Seconds: 0.75},
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

func FuzzContention(f *testing.F) {
	f.Add([]byte(mutexProfile))
	f.Add([]byte("--- contention:\ncycles/second=0\n1 1 @ 0x1\n#\t0x1\tf+0x1\tx:1\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		list := parseContention(text, "block")
		if len(list) > maxContention {
			t.Errorf("%d entries", len(list))
		}
		for _, c := range list {
			if c.Func == "" || c.Profile != "block" {
				t.Errorf("%+v", c)
			}
		}
	})
}
