package sound

import (
	"cmp"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// checker checks proposals for a package.
type checker struct {
	Package
	edits   [][]edit
	renamed [][]edit                // for checks of several proposals, see apartNames; or nil
	bare    map[*ast.File]*ast.File // without bodies
	heads   map[*ast.File]*ast.File // with imports alone
	files   map[string]*ast.File
	wide    map[int]bool    // what is known of proposals, see onlyBodies
	calling map[string]bool // variables, see mentionsCalling; nil until asked
	from    *imports
	users   map[types.Object][]*ast.FuncDecl
	ignored map[string]bool // errors that the package has without any edit; nil until asked
}

func newChecker(p Package, proposals [][]analysis.TextEdit) *checker {
	c := (&checker{Package: p, files: make(map[string]*ast.File), from: newImporter(p)}).another()
	for _, f := range p.Files {
		c.files[p.Fset.File(f.FileStart).Name()] = f
	}
	for id, list := range proposals {
		c.edits = append(c.edits, editsOf(p.Fset, id, list))
	}
	return c
}

// another returns a checker for the same proposals, to be used beside c.
func (c *checker) another() *checker {
	return &checker{Package: c.Package, edits: c.edits, renamed: c.renamed, files: c.files,
		bare: make(map[*ast.File]*ast.File), heads: make(map[*ast.File]*ast.File),
		wide: make(map[int]bool), from: c.from}
}

// verdict says what is wrong with proposals that were made together.
type verdict struct {
	err error // the first
	// blamed are the proposals that changed the declarations with errors, or
	// that use declarations that only others make; none if that is unknown.
	blamed map[int]bool
	groups [][]int // of these, by error
}

// rejected returns the blamed proposals to drop: of each group all but the
// first; the only one of a group of one; and the last of all if none is to
// blame.
func (v verdict) rejected() map[int]bool {
	drop := make(map[int]bool)
	for _, group := range v.groups {
		if len(group) == 1 {
			drop[group[0]] = true
		}
		for _, id := range group[min(1, len(group)):] {
			drop[id] = true
		}
	}
	return drop
}

// check type-checks the package with proposals made that do not conflict.
func (c *checker) check(ids []int) (v verdict) {
	pl := newPlan()
	for _, id := range ids {
		pl.add(id, c.editsAmong(len(ids), id))
	}
	v.blamed = make(map[int]bool)
	defer func() {
		if r := recover(); r != nil {
			v.err = fmt.Errorf("the type checker panicked: %v", r)
		}
		if v.err != nil && len(v.groups) == 0 {
			v.groups = [][]int{{ids[len(ids)-1]}}
		}
	}()
	pkg := types.NewPackage(c.Types.Path(), "") // for all that it declares
	var made *made
	var err error
	if c.onlyBodies(ids) {
		made, err = c.makeBodies(pl)
		pkg = c.surroundings()
	} else {
		made, err = c.make(pl)
	}
	if err != nil {
		v.note(err, made.failed)
		return v
	}
	if c.checkImports(made, &v); v.err != nil {
		return v
	}
	uses := make(map[*ast.Ident]types.Object)
	cfg := types.Config{Importer: c.from, Sizes: c.Sizes, GoVersion: c.GoVersion,
		Error: func(err error) {
			if !continues(err) && !c.expected(made, err) {
				v.note(err, made.owners(err))
			}
		}}
	// The errors were noted one by one.
	_ = types.NewChecker(&cfg, c.Fset, pkg, &types.Info{Uses: uses}).Files(made.files)
	if v.err == nil {
		made.checkBorrowed(c.Types, uses, &v)
	}
	return v
}

// editsAmong returns the edits of a proposal for a check of so many of them.
func (c *checker) editsAmong(n, id int) []edit {
	if n > 1 && c.renamed != nil {
		return c.renamed[id]
	}
	return c.edits[id]
}

// note adds an error and the proposals to blame for it.
func (v *verdict) note(err error, owners []int) {
	if v.err == nil {
		v.err = err
	}
	if len(owners) > 0 {
		v.groups = append(v.groups, owners)
	}
	for _, id := range owners {
		v.blamed[id] = true
	}
}

// continues reports whether an error only says more of the one before it: where
// the other declaration is. Of two proposals that declare the same, one is to blame.
func continues(err error) bool {
	var e types.Error
	return errors.As(err, &e) && strings.HasPrefix(e.Msg, "\t")
}

// expected reports whether an error has nothing to do with proposals: an
// existing import is no longer used, or only by bodies that were removed; or
// the package has the error without them.
func (c *checker) expected(made *made, err error) bool {
	var e types.Error
	if !errors.As(err, &e) {
		return false
	}
	if strings.Contains(e.Msg, "could not import") {
		return !strings.Contains(e.Msg, errCycle.Error())
	}
	if strings.Contains(e.Msg, "imported and not used") ||
		strings.Contains(e.Msg, "imported as") && strings.Contains(e.Msg, "and not used") {
		return !made.inserted(e.Pos)
	}
	return c.ownField(e.Msg) || c.wrongBefore()[e.Msg]
}

// wrongBefore returns the errors of the package without edits and bodies.
func (c *checker) wrongBefore() map[string]bool {
	if c.ignored != nil {
		return c.ignored
	}
	c.ignored = make(map[string]bool)
	var files []*ast.File
	for _, f := range c.Files {
		files = append(files, c.stripped(f))
	}
	cfg := types.Config{Importer: c.from, Sizes: c.Sizes, GoVersion: c.GoVersion,
		Error: func(err error) {
			var e types.Error
			if errors.As(err, &e) {
				c.ignored[e.Msg] = true
			}
		}}
	_, _ = cfg.Check(c.Types.Path(), c.Fset, files, nil) // the errors are what is wanted
	return c.ignored
}

// stripped returns a file without the bodies of its functions.
func (c *checker) stripped(f *ast.File) *ast.File {
	if c.bare[f] == nil {
		c.bare[f] = strip(f, func(*ast.FuncDecl) bool { return false })
	}
	return c.bare[f]
}

// strip returns a file in which functions that need not be kept do nothing.
func strip(f *ast.File, keep func(*ast.FuncDecl) bool) *ast.File {
	out := *f
	out.Decls = slices.Clone(f.Decls)
	for i, decl := range out.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Body == nil || keep(fn) {
			continue
		}
		bare := *fn
		forever := &ast.ForStmt{For: fn.Body.Lbrace, Body: &ast.BlockStmt{
			Lbrace: fn.Body.Lbrace, Rbrace: fn.Body.Rbrace}}
		bare.Body = &ast.BlockStmt{Lbrace: fn.Body.Lbrace, List: []ast.Stmt{forever},
			Rbrace: fn.Body.Rbrace}
		out.Decls[i] = &bare
	}
	return &out
}

// made is a package with edits made.
type made struct {
	fset   *token.FileSet
	files  []*ast.File
	edited map[*token.File]*edited
	failed []int // the owners of edits in a file that does not parse
}

// edited is a file with edits made.
type edited struct {
	was, file *ast.File
	at        []placed // what edits put there
}

// make makes the edits of a plan. Where they declare something otherwise than
// before, it does so again, with the bodies of the functions that use it.
func (c *checker) make(pl *plan) (*made, error) {
	m, err := c.makeWith(pl, users{})
	if err != nil {
		return m, err
	}
	if found := c.usersOf(pl, m); !found.none() {
		return c.makeWith(pl, found)
	}
	return m, nil
}

// makeWith makes the edits of a plan. Only functions that are edited and users
// keep their bodies.
func (c *checker) makeWith(pl *plan, keep users) (*made, error) {
	m := &made{fset: c.Fset, edited: make(map[*token.File]*edited)}
	for _, f := range c.Files {
		name := c.Fset.File(f.FileStart).Name()
		switch {
		case len(pl.files[name]) > 0:
			e, err := c.makeFile(f, pl.files[name], c.withoutBodies(pl.files[name], keep))
			if err != nil {
				m.failed = ownersOf(e.at)
				return m, err
			}
			m.edited[c.Fset.File(e.file.FileStart)] = e
			m.files = append(m.files, e.file)
		case keep.all:
			m.files = append(m.files, f)
		case keep.none():
			m.files = append(m.files, c.stripped(f))
		default:
			m.files = append(m.files, strip(f, keep.has))
		}
	}
	return m, nil
}

// makeFile makes the edits of a file. What can be left out of a declaration, by an edit that spare
// returns, is left out before the file is parsed, which is most of the work.
func (c *checker) makeFile(f *ast.File, edits []edit, spare func(ast.Decl) (edit, bool)) (*edited,
	error) {
	tok := c.Fset.File(f.FileStart)
	e := &edited{was: f}
	src, err := c.ReadFile(tok.Name())
	if err == nil && len(src) != tok.Size() {
		err = fmt.Errorf("%s changed while it was looked at", tok.Name())
	}
	if err != nil {
		return e, err
	}
	all := slices.Clone(edits)
	for _, decl := range f.Decls {
		if left, ok := spare(decl); ok {
			all = append(all, left)
		}
	}
	slices.SortStableFunc(all, byPlace)
	var text []byte
	text, e.at = apply(src, all)
	e.file, err = parser.ParseFile(c.Fset, tok.Name(), text,
		parser.ParseComments|parser.SkipObjectResolution)
	return e, err
}

// withoutBodies spares the bodies of functions that are neither edited nor kept.
func (c *checker) withoutBodies(edits []edit, keep users) func(ast.Decl) (edit, bool) {
	return func(decl ast.Decl) (edit, bool) {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Body == nil || keep.has(fn) {
			return edit{}, false
		}
		tok := c.Fset.File(fn.Pos())
		if touched(tok, fn, edits) {
			return edit{}, false
		}
		return edit{start: tok.Offset(fn.Body.Lbrace) + 1, end: tok.Offset(fn.Body.Rbrace),
			text: "for{}"}, true
	}
}

func ownersOf(list []placed) []int {
	found := make(map[int]bool)
	for _, p := range list {
		for _, id := range p.owners {
			found[id] = true
		}
	}
	return slices.Sorted(maps.Keys(found))
}

// touching returns what edits put into a node of an edited file.
func (m *made) touching(e *edited, n ast.Node) []placed {
	tok := m.fset.File(n.Pos())
	from, to := tok.Offset(n.Pos()), tok.Offset(n.End())
	first, _ := slices.BinarySearchFunc(e.at, from, func(p placed, from int) int {
		return cmp.Compare(p.end, from)
	})
	last := first
	for last < len(e.at) && e.at[last].start <= to {
		last++
	}
	return e.at[first:last]
}

// owners returns the proposals that changed the declaration with an error.
func (m *made) owners(err error) []int {
	var e types.Error
	if !errors.As(err, &e) || !e.Pos.IsValid() {
		return nil
	}
	file := m.edited[m.fset.File(e.Pos)]
	if file == nil {
		return nil
	}
	for _, decl := range file.file.Decls {
		if decl.Pos() <= e.Pos && e.Pos <= decl.End() {
			return ownersOf(m.touching(file, decl))
		}
	}
	return nil
}

// inserted reports whether a position is in what an edit put there.
func (m *made) inserted(pos token.Pos) bool { return len(m.ownersAt(pos)) > 0 }

// ownersAt returns the owners of the text at a position.
func (m *made) ownersAt(pos token.Pos) []int {
	tok := m.fset.File(pos)
	if tok == nil || m.edited[tok] == nil {
		return nil
	}
	offset := tok.Offset(pos)
	at := m.edited[tok].at
	i, found := slices.BinarySearchFunc(at, offset, func(p placed, offset int) int {
		switch {
		case p.end <= offset:
			return -1
		case offset < p.start:
			return 1
		}
		return 0
	})
	if !found {
		return nil
	}
	return at[i].owners
}

// mayBeLent reports whether an object may be one that only some proposals
// declare: an import, a method, or a new name of the package.
func mayBeLent(before *types.Package, obj types.Object) bool {
	switch o := obj.(type) {
	case *types.PkgName:
		return true
	case *types.Func:
		if o.Signature().Recv() != nil {
			return true
		}
	}
	return obj.Parent() != nil && obj.Pkg() != nil && obj.Parent() == obj.Pkg().Scope() &&
		before.Scope().Lookup(obj.Name()) == nil
}

// checkBorrowed blames the proposals that use declarations that only others
// make.
func (m *made) checkBorrowed(before *types.Package, uses map[*ast.Ident]types.Object, v *verdict) {
	for id, obj := range uses {
		if !obj.Pos().IsValid() || !mayBeLent(before, obj) {
			continue
		}
		lenders := m.ownersAt(obj.Pos())
		if len(lenders) == 0 {
			continue
		}
		for _, user := range m.ownersAt(id.Pos()) {
			if !slices.Contains(lenders, user) {
				v.note(fmt.Errorf("%s: it needs %s of another proposal",
					m.fset.Position(id.Pos()), obj.Name()), []int{user})
			}
		}
	}
}
