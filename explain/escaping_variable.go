package explain

// escapingVariable is the rule of escaping-variable. What is left of the new
// objects: not written as one, so it is a variable that was moved.
func escapingVariable() rule {
	return rule{
		Cause:  cause("escaping-variable"),
		escape: true,
		itself: func(t *trail) bool {
			return t.act == newObject && (t.kind == variable || t.kind == unclear ||
				t.itself() && t.text != "")
		},
	}
}
