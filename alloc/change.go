package alloc

// Change is what judges compare: the sources of a module before and after. It
// is tried by overlays; the files on disk stay as they are.
type Change struct {
	Dir       string   // absolute; where the go command runs
	Module    string   // path of the module
	ModuleDir string   // absolute
	Tags      string   // build tags, separated by commas
	Env       []string // KEY=VALUE, added to the environment

	// Old and New hold the files that differ from those on disk, by absolute
	// path. A file in neither is the same in both.
	Old, New map[string][]byte

	// Packages are the import paths of the packages that changed, and Affected
	// those of the packages in the module that import them, directly or not.
	Packages []string
	Affected []string
}
