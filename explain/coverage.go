package explain

import "github.com/wring-go/wring/alloc"

// Coverage says how much of a record is explained. Each pair is a part and its
// whole, in objects, so that a rate can be shown without rounding it first.
type Coverage struct {
	// Named of Objects have a cause other than unknown.
	Named   uint64 `json:"named"`
	Objects uint64 `json:"objects"`

	// Grounded of Own carry the compiler's own reason, or a cause that does
	// not need one because it is not an escape. Own are the objects that a
	// line of the packages asked for allocates itself.
	Grounded uint64 `json:"grounded"`
	Own      uint64 `json:"own"`
}

// Cover returns the coverage of findings, which Findings made of rec.
func Cover(rec *alloc.Record, findings []alloc.Finding) Coverage {
	var c Coverage
	asked := make(map[string]bool, len(rec.Packages))
	for _, p := range rec.Packages {
		asked[p.Path] = true
	}
	escapes := make(map[string]bool)
	for _, r := range rules() {
		escapes[r.Name] = r.escape
	}
	for _, f := range findings {
		named := f.Cause != unknown().Name
		c.Objects += f.Objects
		if named {
			c.Named += f.Objects
		}
		if !asked[f.Package] || f.Func != f.Leaf.Func || f.Line != f.Leaf.Line {
			continue
		}
		c.Own += f.Objects
		if len(f.Reasons) > 0 || named && !escapes[f.Cause] {
			c.Grounded += f.Objects
		}
	}
	return c
}
