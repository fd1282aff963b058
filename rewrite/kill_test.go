package rewrite_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wring-go/wring/rewrite"
)

// writerDir makes this test binary a process that writes files in that folder
// until it is killed.
const writerDir = "WRING_TEST_WRITER_DIR"

func TestMain(m *testing.M) {
	if dir := os.Getenv(writerDir); dir != "" {
		writeForEver(dir)
	}
	os.Exit(m.Run())
}

// versions are two contents for each of three files, long enough that writing
// them takes a while.
func versions(dir string) [2]rewrite.Files {
	var v [2]rewrite.Files
	for i, letter := range []string{"a", "b"} {
		v[i] = make(rewrite.Files)
		for _, name := range []string{"x.go", "y.go", "z.go"} {
			v[i][filepath.Join(dir, name)] = []byte(strings.Repeat(letter+name+"\n", 20000))
		}
	}
	return v
}

func writeForEver(dir string) {
	v := versions(dir)
	for i := 0; ; i++ {
		if err := rewrite.Write(v[(i+1)%2], v[i%2]); err != nil {
			os.Stderr.WriteString(err.Error())
			os.Exit(1)
		}
	}
}

// TestKilled kills a writer at many moments. Each file must be whole, and after
// one more Write nothing may be left behind.
func TestKilled(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	for i := range 10 {
		dir := t.TempDir()
		v := versions(dir)
		for file, content := range v[0] {
			if err := os.WriteFile(file, content, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		killWriter(t, dir, time.Duration(5+i*7)*time.Millisecond)
		now := make(rewrite.Files)
		for file := range v[0] {
			data, err := os.ReadFile(file)
			if err != nil || !bytes.Equal(data, v[0][file]) && !bytes.Equal(data, v[1][file]) {
				t.Errorf("%s is neither the old file nor the new one (%v)", file, err)
			}
			now[file] = data
		}
		if err := rewrite.Write(v[0], now); err != nil {
			t.Fatal(err)
		}
		if entries, err := os.ReadDir(dir); err != nil || len(entries) != len(v[0]) {
			t.Errorf("left behind: %v (%v)", entries, err)
		}
	}
}

func killWriter(t *testing.T, dir string, after time.Duration) {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self)
	cmd.Env = append(os.Environ(), writerDir+"="+dir)
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	cmd.Process.Kill()
	if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() == 1 {
		t.Errorf("the writer ended by itself: %v", err)
	}
}
