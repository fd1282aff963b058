package appendform

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"

	"github.com/wring-go/wring/technique"
)

// address returns the twin of the String method of an address, which has it itself: no pointer
// leads to it, and no struct embeds it.
func address(pass *analysis.Pass, file *ast.File, sel *ast.SelectorExpr, fn *types.Func) (
	twin, bool) {
	t := pass.TypesInfo.TypeOf(sel.X)
	if fn.Name() != "String" || technique.IsPointer(t) {
		return twin{}, false
	}
	tw := twin{args: technique.Text(pass, sel.X), room: 48, new: "make([]byte, 0, 48)"}
	switch {
	case technique.IsNamed(t, "net", "IP"):
		if !technique.Since(pass, file, "go1.18") {
			return twin{}, false // there is no package netip
		}
		tw.helper = appendIP
	case technique.IsNamed(t, "net/netip", "Addr"):
		tw.helper = appendAddr
	case technique.IsNamed(t, "net/netip", "AddrPort"):
		tw.helper = appendAddrPort
	case technique.IsNamed(t, "net/netip", "Prefix"):
		tw.helper = appendPrefix
	default:
		return twin{}, false
	}
	tw.name = tw.helper.Name
	return tw, true
}

// appendIP leaves to String what is no address.
var appendIP = technique.Helper{Name: "appendIP", Imports: []string{"net", "net/netip"},
	Text: `// appendIP appends ip.String().
func appendIP(dst []byte, ip net.IP) []byte {
	if a, ok := netip.AddrFromSlice(ip); ok {
		return a.Unmap().AppendTo(dst)
	}
	return append(dst, ip.String()...)
}`}

// What is not valid has a text, which AppendTo of an address does not append.
var (
	appendAddr = technique.Helper{Name: "appendAddr", Imports: []string{"net/netip"},
		Text: `// appendAddr appends a.String().
func appendAddr(dst []byte, a netip.Addr) []byte {
	if !a.IsValid() {
		return append(dst, a.String()...)
	}
	return a.AppendTo(dst)
}`}
	appendAddrPort = technique.Helper{Name: "appendAddrPort", Imports: []string{"net/netip"},
		Text: `// appendAddrPort appends a.String().
func appendAddrPort(dst []byte, a netip.AddrPort) []byte {
	if !a.IsValid() {
		return append(dst, a.String()...)
	}
	return a.AppendTo(dst)
}`}
	appendPrefix = technique.Helper{Name: "appendPrefix", Imports: []string{"net/netip"},
		Text: `// appendPrefix appends p.String().
func appendPrefix(dst []byte, p netip.Prefix) []byte {
	if !p.IsValid() {
		return append(dst, p.String()...)
	}
	return p.AppendTo(dst)
}`}
)
