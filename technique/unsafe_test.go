package technique_test

import (
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/txtar"

	"github.com/wring-go/wring/technique"
)

// TestReachesMemory asks about packages of one function each.
func TestReachesMemory(t *testing.T) {
	for code, reaches := range map[string]bool{
		"func f(b []byte) string { return unsafe.String(&b[0], len(b)) }":                   false,
		"func f(b []byte) string { return *(*string)(unsafe.Pointer(&b)) }":                 false,
		"func f(n *float64) uint64 { return *(*uint64)(unsafe.Pointer(n)) }":                false,
		"func f(s string) []byte { return unsafe.Slice(unsafe.StringData(s), 1) }":          false,
		"type s struct{}; func f(x *s) *int { return (*int)(unsafe.Pointer(x)) }":           true,
		"type s struct{}; func f(n *int) *s { return (*s)(unsafe.Pointer(n)) }":             true,
		"type s struct{}; func f(x *s) []s { return unsafe.Slice(x, 1) }":                   true,
		"type t []t; func f(x *t) *t { return (*t)(unsafe.Pointer(x)) }":                    true,
		"func f(n *int) uintptr { return uintptr(unsafe.Pointer(n)) }":                      true,
		"func f(n *uintptr) *int { return (*int)(unsafe.Pointer(n)) }":                      true,
		"func f(n *int) unsafe.Pointer { return unsafe.Pointer(n) }":                        true,
		"func f(p unsafe.Pointer) unsafe.Pointer { return p }":                              true,
		"func f(p *int) *int { return (*int)(unsafe.Add((unsafe.Pointer)(p), 8)) }":         true,
		"type s struct{ n int }; func f() uintptr { return unsafe.Sizeof(s{}) }":            true,
		"func f(n *int) { g(unsafe.Pointer(n)) }; func g(unsafe.Pointer) {}":                true,
		"func f(n *int) *any { x := any(unsafe.Pointer(n)); return &x }":                    true,
		"func f(a *[4]byte) uint32 { return *(*uint32)(unsafe.Pointer(a)) }":                false,
		"func f(a *[1]*struct{}) uint64 { return *(*uint64)(unsafe.Pointer(&a[0])) }":       true,
		"func f(b []byte) string { p := &b[0]; return unsafe.String(p, len(b)) }":           false,
		"func f(b *[]byte) string { return *(*string)(unsafe.Pointer(b)) }":                 false,
		"func f(n []int) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(&n[0])), 8) }": false,
		"type s struct{ x, y int }; func f(v *s) []int { return unsafe.Slice(&v.x, 2) }":    true,
		"type s struct{ a, b byte }; func f(v *s) string { return unsafe.String(&v.a, 2) }": true,
		"func f(n *int) []int { return unsafe.Slice(n, 3) }":                                true,
		"func f(n *int) []int { p := n; return unsafe.Slice(p, 3) }":                        true,
		"func f(n *int) *[3]int { return (*[3]int)(unsafe.Pointer(n)) }":                    true,
		"func f(n **int) *int { return (*int)(unsafe.Pointer(n)) }":                         true,
		"func f(n *int) **int { return (**int)(unsafe.Pointer(n)) }":                        true,
		"func f(s *string) *[]byte { return (*[]byte)(unsafe.Pointer(s)) }":                 true,
		"func f(p unsafe.Pointer) {}":                                                       true,
		"func f(s []byte) *byte { return unsafe.SliceData(s) }\n\n//go:linkname f":          false,
		"func f(s []byte, _ *any) *byte { return unsafe.SliceData(s) }\n\n//go:linkname f":  true,
		"func f(s *string) *[2]int { return (*[2]int)(unsafe.Pointer(s)) }":                 true,
	} {
		ar := &txtar.Archive{Files: []txtar.File{
			{Name: "go.mod", Data: []byte("module example.com/m\n\ngo 1.25\n")},
			{Name: "p.go", Data: []byte("package p\n\nimport \"unsafe\"\n\n" + code + "\n")}}}
		asks(t, ar, func(pass *analysis.Pass) {
			if got := technique.ReachesMemory(pass); got != reaches {
				t.Errorf("%s: %v", code, got)
			}
		})
	}
}
