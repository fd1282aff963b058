package stdeffects

import "testing"

// TestActs names what must never be called with random arguments, and what
// functions may use all the same.
func TestActs(t *testing.T) {
	for pkg, names := range map[string][]string{
		"os": {"Remove", "RemoveAll", "WriteFile", "Create", "OpenFile", "Setenv", "Chdir",
			"File.Truncate", "File.Seek", "Root.Remove", "Process.Kill", "StartProcess", "DirFS"},
		"os/exec":   {"Command", "LookPath", "Cmd.Run"},
		"os/signal": {"Notify"},
		"net": {"Dial", "DialTimeout", "Listen", "LookupHost", "Dialer.Dial",
			"DefaultResolver"},
		"net/http": {"Get", "PostForm", "ListenAndServe", "Client.Do", "Server.Serve",
			"DefaultClient"},
		"crypto/tls":   {"Dial", "Listen", "Conn.Handshake"},
		"database/sql": {"Open", "DB.Exec", "Tx.Commit", "Rows.Next"},
		"io/ioutil":    {"WriteFile", "TempDir"},
		"syscall":      {"Kill", "Exit"},
		"time":         {"Sleep", "After", "AfterFunc", "Tick"},
		"runtime":      {"Goexit", "Breakpoint"},
		"plugin":       {"Open"},
		"testing":      {"Benchmark"},
	} {
		for _, name := range names {
			if e, ok := table().Find(pkg, name); !ok || !e.Has(Acts) {
				t.Errorf("%s.%s may be called", pkg, name)
			}
		}
	}
	for pkg, names := range map[string][]string{
		"os": {"Getenv", "Args", "Stdout", "ErrNotExist", "Exit", "File.Write",
			"File.Name", "Open", "ReadFile", "Stat", "File.Read", "File.Close"},
		"net":          {"ParseIP", "JoinHostPort", "IP.String"},
		"net/http":     {"NewRequest", "StatusText", "Header.Set", "Handle"},
		"database/sql": {"ErrNoRows", "NullString.Value"},
		"io/ioutil":    {"ReadAll", "Discard"},
		"time":         {"Now", "Time.Add"},
		"log":          {"Printf"},
		"reflect":      {"Value.Call", "Value.Set", "New", "Uint8"},
		"testing":      {"T.Errorf"},
	} {
		for _, name := range names {
			if e, ok := table().Find(pkg, name); !ok || e.Has(Acts) {
				t.Errorf("%s.%s may not be called", pkg, name)
			}
		}
	}
}

// TestNil names functions that take nil for an empty slice, and others.
func TestNil(t *testing.T) {
	for pkg, names := range map[string][]string{
		"bytes": {"Equal", "Buffer.Write"}, "sort": {"Ints", "Strings"}, "slices": {"Contains"},
		"crypto/sha256": {"Sum256"}, "encoding/binary": {"bigEndian.Uint16", "Size"},
	} {
		for _, name := range names {
			if e, ok := table().Find(pkg, name); !ok || e.Has(Nil) {
				t.Errorf("%s.%s does not take nil for an empty slice", pkg, name)
			}
		}
	}
	for pkg, names := range map[string][]string{
		"encoding/json": {"Marshal"}, "fmt": {"Sprint"}, "reflect": {"DeepEqual"},
		"sort": {"Slice", "SliceIsSorted"}, "encoding/binary": {"Write"},
	} {
		for _, name := range names {
			if e, _ := table().Find(pkg, name); !e.Has(Nil) {
				t.Errorf("%s.%s takes nil for an empty slice", pkg, name)
			}
		}
	}
	if _, err := Parse("nil-is-empty strings bytes\nbytes - Equal\n"); err == nil {
		t.Error("a package without rules is read")
	}
}
