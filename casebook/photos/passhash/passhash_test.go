package passhash_test

import (
	"os/exec"
	"testing"

	"github.com/wring-go/wring/casebook/photos/passhash"
)

// TestAgree has both ways give the same.
func TestAgree(t *testing.T) {
	if _, err := exec.LookPath("openssl"); err != nil {
		t.Skip("no openssl; install the Debian package openssl")
	}
	for _, c := range [][2]string{{"ann", "secret"}, {"", ""}, {"bob", "'; rm -rf $HOME \n%s"}} {
		want, err := passhash.InProcess(t.Context(), c[0], c[1])
		if err != nil {
			t.Fatal(err)
		}
		got, err := passhash.Command(t.Context(), c[0], c[1])
		if err != nil || got != want || len(got) != 128 {
			t.Errorf("%q: %s, %v; in the process %s", c, got, err, want)
		}
	}
}
