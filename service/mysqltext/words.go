package mysqltext

// word takes a name without quotes or a keyword.
func (f *Fingerprinter) word() {
	if f.prev == afterJoin && f.out[len(f.out)-1] == '.' {
		f.name()
		return
	}
	w := lookup(f.bytes())
	if w.does != 0 && f.value(w) {
		return
	}
	if f.opens() && (w.is(called) || !w.reserved(f.Options.Dialect) && !f.keyword(w)) {
		f.function(w)
		return
	}
	if !w.reserved(f.Options.Dialect) && !f.keyword(w) {
		f.name()
		return
	}
	f.fold(f.bytes())
	if f.first == &words.none {
		f.first = w
	}
	f.joined = false
	f.prev, f.info = afterKeyword, w
	if w.is(value | unit) { // INTERVAL 1 DAY is an operand
		f.prev, f.interval = afterName, f.interval && !w.is(unit)
	}
	f.opened(w)
}

// value takes a word that is a literal or part of one.
func (f *Fingerprinter) value(w *wordInfo) bool {
	if w.is(typed) && f.next.Kind == String && f.prev != afterName {
		return true // the string will be the literal
	}
	if !w.is(null) || f.first.is(ddl) || f.opens() {
		return false
	}
	switch f.prev {
	case afterOperator, afterOpen, afterComma, afterJoin:
	case afterKeyword:
		if f.info.is(keeping) {
			return false
		}
	default:
		return false
	}
	f.literal()
	return true
}

// opened keeps count of what a keyword opens and ends.
func (f *Fingerprinter) opened(w *wordInfo) {
	switch w {
	case keywordEnd:
		f.cases = max(f.cases-1, 0)
	case keywordCase:
		f.cases++
	case keywordInterval:
		f.interval = true
	}
}

// Words that the fingerprint treats by themselves.
var (
	keywordCase     = lookup([]byte("case"))
	keywordEnd      = lookup([]byte("end"))
	keywordInterval = lookup([]byte("interval"))
	keywordOn       = lookup([]byte("on"))
	keywordAs       = lookup([]byte("as"))
	keywordValues   = lookup([]byte("values"))
	keywordValue    = lookup([]byte("value"))
	keywordRow      = lookup([]byte("row"))
	keywordWith     = lookup([]byte("with"))
)

// keyword reports whether a word that may be a name is a keyword here.
func (f *Fingerprinter) keyword(w *wordInfo) bool {
	if f.prev == atStart {
		return true
	}
	if w.id < firstID {
		return false
	}
	switch {
	case w == keywordEnd:
		return f.cases > 0
	case w == keywordValue:
		return f.opens() && f.prev != afterComma && f.inserts()
	case w.is(unit) && f.interval && f.prev != afterKeyword:
		f.interval = false
		return true
	case w.is(unit) && f.prev == afterOpen:
		return f.top().call.is(unitFirst)
	case w.is(castable) && f.prev == afterKeyword && f.info == keywordAs:
		return f.top().call.is(casts)
	case w.is(castable) && f.prev == afterJoin:
		return f.out[len(f.out)-1] == ':'
	}
	return follows(f.before(), w) || leads(w, f.following())
}

// inserts reports whether the statement has VALUES, for which VALUE may stand.
func (f *Fingerprinter) inserts() bool { return f.first.is(inserting) }

// before returns what is before the current token, for the phrases.
func (f *Fingerprinter) before() *wordInfo {
	if f.prev == afterLiteral {
		return &words.literal
	}
	return f.info
}

// following returns what comes after the current token, for the phrases.
func (f *Fingerprinter) following() *wordInfo {
	switch {
	case f.next.Literal():
		return &words.literal
	case f.next.Kind == Word:
		return lookup(f.text[f.next.Start:f.next.End:len(f.text)])
	}
	return &words.none
}

// name writes a name without quotes.
func (f *Fingerprinter) name() {
	f.names()
	f.write(f.bytes())
	f.after(afterName)
	if !f.target && f.opens() {
		f.after(afterCall)
		f.call = &words.none
	}
}

// names notes whether the name here has columns in the parentheses after it, as
// tables and indexes have. Of names with dots the first decides.
func (f *Fingerprinter) names() {
	switch {
	case f.prev == afterJoin && f.out[len(f.out)-1] == '.':
	case f.prev == afterKeyword:
		f.target = f.info.is(names) || f.info == keywordOn && f.first.is(ddl)
	case f.prev == afterComma:
		f.target = f.first == keywordWith && len(f.frames) == 1
	default:
		f.target = false
	}
}

// function writes the name of a function, or a name that only looks like one.
func (f *Fingerprinter) function(w *wordInfo) {
	f.names()
	if f.target && !w.is(called) && !(w.is(castable) && f.top().call.is(casts)) {
		f.write(f.bytes())
		f.after(afterName)
		return
	}
	row := -1
	if w == keywordRow && (f.info == keywordValues || f.rowFollows()) {
		row = len(f.out) + 1
	}
	f.fold(f.bytes())
	f.row = row
	f.after(afterCall)
	f.call = w
}

// fold writes a keyword in lower case.
func (f *Fingerprinter) fold(word []byte) {
	f.settle()
	f.blank()
	for _, c := range word {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		f.out = append(f.out, c)
	}
}
