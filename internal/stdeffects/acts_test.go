package stdeffects

import "testing"

// TestActs names what must never be called with random arguments, and what
// functions may use all the same.
func TestActs(t *testing.T) {
	for pkg, names := range map[string][]string{
		"os": {"Remove", "RemoveAll", "WriteFile", "Open", "Setenv", "Chdir", "File.Close",
			"File.Truncate", "Root.Remove", "Process.Kill", "StartProcess", "DirFS"},
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
			"File.Name"},
		"net":          {"ParseIP", "JoinHostPort", "IP.String"},
		"net/http":     {"NewRequest", "StatusText", "Header.Set", "Handle"},
		"database/sql": {"ErrNoRows", "NullString.Value"},
		"io/ioutil":    {"ReadAll", "Discard"},
		"time":         {"Now", "Time.Add"},
		"log":          {"Printf"},
		"testing":      {"T.Errorf"},
	} {
		for _, name := range names {
			if e, ok := table().Find(pkg, name); !ok || e.Has(Acts) {
				t.Errorf("%s.%s may not be called", pkg, name)
			}
		}
	}
}
