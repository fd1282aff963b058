package clock

import (
	"os/exec"
	"runtime"
	"strings"
	"syscall"
	"testing"
)

// TestPinned proves that a process started so may use one processor, and that
// this one may use as many as before.
func TestPinned(t *testing.T) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	var before, after cpuSet
	if !affinity(syscall.SYS_SCHED_GETAFFINITY, &before) || before == before.last(1) {
		t.Skip("there is but one processor")
	}
	cmd := exec.Command("grep", "Cpus_allowed_list", "/proc/self/status")
	var out strings.Builder
	cmd.Stdout = &out
	if err := pinned(place{n: 1}, cmd.Start); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Skip("there is no /proc here")
	}
	list := strings.TrimSpace(strings.TrimPrefix(out.String(), "Cpus_allowed_list:"))
	if list == "" || strings.ContainsAny(list, ",-") {
		t.Errorf("it may use processors %s, want one", list)
	}
	if !affinity(syscall.SYS_SCHED_GETAFFINITY, &after) || after != before {
		t.Errorf("this process may use %v, and could use %v", after, before)
	}
}

// TestResident tells what a process has, and not what the one that began it has.
func TestResident(t *testing.T) {
	const much = 300 << 20
	mine := make([]byte, much)
	for i := 0; i < len(mine); i += 4096 {
		mine[i] = 1
	}
	for _, test := range []struct {
		name        string
		command     []string
		least, most int64
	}{
		{"a small one", []string{"sleep", "0.05"}, 1 << 10, much / 4},
		{"a large one", []string{"dd", "if=/dev/zero", "of=/dev/null", "bs=300M", "count=2"},
			much, 2 * much},
	} {
		cmd := exec.Command(test.command[0], test.command[1:]...)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		end := resident(cmd.Process.Pid)
		if err := cmd.Wait(); err != nil {
			t.Fatal(err)
		}
		if got := end(); got < test.least || got > test.most {
			t.Errorf("%s: %d bytes, want from %d to %d", test.name, got, test.least, test.most)
		}
	}
	runtime.KeepAlive(mine)
}

func TestLast(t *testing.T) {
	set := cpuSet{0: 0b1011, 2: 0b1}
	for n, want := range map[int]cpuSet{1: {2: 1}, 2: {0: 0b1000, 2: 1}, 3: {0: 0b1010, 2: 1},
		4: set, 9: set, 0: {}} {
		if got := set.last(n); got != want {
			t.Errorf("%d: %v, want %v", n, got, want)
		}
	}
}
