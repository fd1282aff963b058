package explain

// libraryObject is the rule of library-object. The function called makes an
// object of its own, in code that is not the caller's to change.
//
// A goroutine that a library started has no frame of the selected packages.
func libraryObject() rule {
	return rule{
		Cause: cause("library-object"),
		itself: func(t *trail) bool {
			return t.act == newObject && t.theirs() && !t.own.runtime
		},
	}
}
