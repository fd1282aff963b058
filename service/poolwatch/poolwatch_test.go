package poolwatch

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

const stats = `{"MaxOpenConnections": 20, "OpenConnections": 9, "InUse": 4, "Idle": 5,
	"WaitCount": 10, "WaitDuration": 2000000000, "MaxIdleClosed": 100,
	"MaxIdleTimeClosed": 0, "MaxLifetimeClosed": 3}`

// TestParse finds pools wherever a document holds them, and says what is amiss
// where it holds none.
func TestParse(t *testing.T) {
	for _, c := range []struct{ name, text, pool, message string }{
		{"expvar", `{"cmdline": [], "db": ` + stats + `}`, "db", ""},
		{"vitals", `{"version": 1, "pools": {"main": ` + stats + `}}`, "main", ""},
		{"in a list", `{"dbs": [` + stats + `]}`, "dbs.0", ""},
		{"without a pool", `{"cmdline": []}`, "", "no sql.DBStats is in it"},
		{"HTML", `<html>`, "", "no JSON"},
		{"nothing", ``, "", "no JSON"},
	} {
		t.Run(c.name, func(t *testing.T) {
			pools, err := Parse([]byte(c.text))
			if c.message != "" {
				if err == nil || !strings.Contains(err.Error(), c.message) {
					t.Errorf("%v; want %q", err, c.message)
				}
				return
			}
			if err != nil || pools[c.pool].MaxIdleClosed != 100 {
				t.Errorf("%+v, %v", pools, err)
			}
		})
	}
}

// TestCosts compares two samples; a pool that has been opened anew is left out.
func TestCosts(t *testing.T) {
	from, err := Parse([]byte(`{"a": ` + stats + `, "b": ` + stats + `}`))
	if err != nil {
		t.Fatal(err)
	}
	to, err := Parse([]byte(`{"a": ` + strings.NewReplacer(": 10,", ": 30,", ": 2000000000",
		": 3000000000", ": 100,", ": 150,").Replace(stats) + `, "b": ` +
		strings.Replace(stats, ": 10,", ": 3,", 1) + `}`))
	if err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	got := Costs(Sample{now, from}, Sample{now.Add(10 * time.Second), to})
	if len(got) != 1 || got[0].Pool != "a" {
		t.Fatalf("%+v", got)
	}
	if c := got[0]; c.MaxIdle != 5 || c.Waits != 2 || c.MeanWait != 0.05 || len(c.Advice) != 2 {
		t.Errorf("%+v", c)
	}
}

// TestRead refuses what is not the answer of a process.
func TestRead(t *testing.T) {
	for path, message := range map[string]string{
		"/html": "text/html", "/gone": "404", "/ok": "",
	} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			switch r.URL.Path {
			case "/html":
				w.Header().Set("Content-Type", "text/html")
				w.Write([]byte("<html>sign in</html>"))
			case "/ok":
				w.Write([]byte(`{"db": ` + stats + `}`))
			default:
				http.NotFound(w, r)
			}
		}))
		_, err := Read(t.Context(), s.URL+path)
		s.Close()
		if (err == nil) != (message == "") ||
			err != nil && !strings.Contains(err.Error(), message) {
			t.Errorf("%s: %v; want %q", path, err, message)
		}
	}
}

// FuzzParse reads whatever a URL may answer.
func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"db": ` + stats + `}`))
	f.Add([]byte(`[[[]]]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		pools, err := Parse(data)
		if err == nil && (len(pools) == 0 || !json.Valid(data)) {
			t.Errorf("%d pools in %q", len(pools), data)
		}
	})
}
