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

var (
	appendAddr     = appendOf("appendAddr", "Addr")
	appendAddrPort = appendOf("appendAddrPort", "AddrPort")
	appendPrefix   = appendOf("appendPrefix", "Prefix")
)

// appendOf returns the helper for a type of package netip. What is not valid has a text, which
// AppendTo does not append.
func appendOf(name, typ string) technique.Helper {
	return technique.Helper{Name: name, Imports: []string{"net/netip"},
		Text: "// " + name + " appends a.String().\nfunc " + name + "(dst []byte, a netip." + typ +
			`) []byte {
	if !a.IsValid() {
		return append(dst, a.String()...)
	}
	return a.AppendTo(dst)
}`}
}
