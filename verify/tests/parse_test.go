package tests

import "testing"

func FuzzParse(f *testing.F) {
	f.Add([]byte(`{"Action":"pass","Package":"m/p","Test":"TestX/a"}` + "\n" +
		`{"Action":"fail","Package":"m/p","FailedBuild":"m/p.test"}` + "\nnot JSON\n"))
	f.Add([]byte(`{"Action":"fail","Package":"m/p","Test":"TestX"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		r := parse(data)
		for name := range r.failed {
			if r.passed[name] {
				t.Errorf("%s passed and failed", name)
			}
		}
		for name, said := range r.said {
			if len(said) > maxSaid+3 {
				t.Errorf("%s said %d bytes", name, len(said))
			}
		}
	})
}

func TestSplit(t *testing.T) {
	for name, want := range map[string][2]string{
		"example.com/m/p.TestX":         {"example.com/m/p", "TestX"},
		"example.com/m/p.TestX/a.b/c":   {"example.com/m/p", "TestX/a.b/c"},
		"gopkg.in/yaml.v3.TestX/1.5":    {"gopkg.in/yaml.v3", "TestX/1.5"},
		"example.com/m/p.v2.ExampleAll": {"example.com/m/p.v2", "ExampleAll"},
	} {
		if pkg, test := split(name); pkg != want[0] || test != want[1] {
			t.Errorf("split(%q) = %q, %q", name, pkg, test)
		}
	}
}
