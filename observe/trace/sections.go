package trace

// Section is one run of a benchmark in a file that a traced process wrote.
type Section struct {
	Name string
	N    uint64 // iterations
}

// Sections returns the sections in the file of a traced process, those to warm
// up included, in the order in which they ran.
func Sections(file []byte) ([]Section, error) {
	d := newDecoder()
	if err := d.feed(file); err != nil {
		return nil, err
	}
	var all []Section
	for _, s := range d.sections {
		all = append(all, Section{s.name, s.n})
	}
	return all, nil
}
