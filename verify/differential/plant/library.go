package plant

import (
	"go/types"
	"slices"

	"github.com/wring-go/wring/verify/differential/reach"
)

// library is what is planted into a package that imports one of the standard library: makers of its
// values, which reflection cannot make, and types that implement its interfaces as their
// documentation says.
type library struct {
	path          string // import path
	imports, code string
	makers, types []string
}

var libraries = []library{
	{"net/http", webImports, webCode, []string{"wringRequest", "wringReply"},
		[]string{"(*wringResponse)(nil)"}},
	{"log", logImports, logCode, []string{"wringLogger"}, nil},
	{"log/slog", slogImports, slogCode, []string{"wringSlogger"}, nil},
	{"net", netImports, netCode, []string{"wringConnected", "wringPackets"}, nil},
	{"crypto/cipher", cipherImports, cipherCode, []string{"wringBlock", "wringAEAD"}, nil},
	{"image", imageImports, imageCode, []string{"wringImage"}, nil},
	{"math/rand", randImports, randCode, []string{"wringSource"}, nil},
	{"go/token", tokenImports, tokenCode, []string{"wringFiles"}, nil},
	{"text/template", templateImports, templateCode, []string{"wringTemplate"}, nil},
	{"html/template", pageImports, pageCode, []string{"wringPage"}, nil},
}

// libraryOf returns all that is planted into a package.
func libraryOf(s *reach.Package) (all library) {
	for _, l := range libraries {
		if slices.ContainsFunc(s.Types.Imports(), func(p *types.Package) bool {
			return p.Path() == l.path
		}) {
			all.imports, all.code = all.imports+l.imports, all.code+l.code
			all.makers = append(all.makers, l.makers...)
			all.types = append(all.types, l.types...)
		}
	}
	return all
}
