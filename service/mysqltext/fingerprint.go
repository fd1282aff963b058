package mysqltext

// Fingerprinter makes fingerprints. It keeps what it needs for the next one, so
// that in the long run it allocates nothing. It is not safe for concurrent use.
type Fingerprinter struct {
	Options Options

	scan   Scanner
	text   []byte
	out    []byte
	frames []frame // of open parentheses; the first is the statement itself
	signs  []byte  // before what may be a number, not yet written

	cur, next Token
	prev      position
	info      *wordInfo // the keyword before, if prev says that it was one
	first     *wordInfo // the statement's first word
	call      *wordInfo // the function whose parenthesis comes next
	cases     int       // how many CASE are open
	row       int       // where ROW begins in out; -1
	target    bool      // the name before is of something that has columns, not of a function
	interval  bool      // its unit is to come
	joined    bool      // the literal before was a string, which another one continues
	semicolon bool      // to write when a statement follows
}

// position is what stands before the next token.
type position uint8

const (
	atStart position = iota
	afterName
	afterLiteral
	afterKeyword
	afterOperator
	afterOpen
	afterClose
	afterComma
	afterJoin // a dot, a cast, a sign: no blank follows
	afterCall // the name of a function
)

// frame is an open parenthesis or bracket.
type frame struct {
	start    int  // of its text in out
	literals int  // read and not yet written
	pure     bool // nothing but literals and commas so far
	list     bool // opened after IN, so that rows may follow
	rows     bool // one of several rows
	again    bool // and not the first
	call     *wordInfo
	from, to int // where the last row inside it is in out
}

// Append appends the fingerprint of text to dst. Literals and markers are a
// question mark, lists of them (?), of equal rows the first is kept. Keywords
// and names of functions are in lower case, other names as they were.
func (f *Fingerprinter) Append(dst, text []byte) []byte {
	f.scan.Reset(text, f.Options)
	f.text, f.out = text, dst
	f.frames = append(f.frames[:0], frame{call: &words.none, from: -1, to: -1})
	f.signs = f.signs[:0]
	f.begin()
	f.semicolon = false
	for f.next = f.scan.Next(); f.next.Kind != End; {
		f.cur = f.next
		f.next = f.scan.Next()
		f.token()
	}
	f.end()
	out := f.out
	f.text, f.out = nil, nil
	return out
}

// begin begins a statement.
func (f *Fingerprinter) begin() {
	f.prev, f.info, f.first, f.call = atStart, &words.none, &words.none, &words.none
	f.cases, f.row = 0, -1
	f.target, f.interval, f.joined = false, false, false
}

func (f *Fingerprinter) token() {
	switch f.cur.Kind {
	case Word:
		f.word()
	case Quoted:
		f.names()
		f.write(f.visible())
		f.after(afterName)
		if !f.target && f.opens() {
			f.after(afterCall)
		}
	case Variable:
		f.variable()
	case Operator:
		f.operator()
	default:
		f.literal()
	}
}

// bytes returns the text of the current token.
func (f *Fingerprinter) bytes() []byte { return f.text[f.cur.Start:f.cur.End:len(f.text)] }

// visible returns the text of a name in quotes. What follows a quote that does
// not end may be anything, so only its beginning counts.
func (f *Fingerprinter) visible() []byte {
	text := f.bytes()
	if !f.cur.Cut {
		return text
	}
	n := 1
	for n < len(text) && named(text[n]) {
		n++
	}
	return text[:n]
}

func (f *Fingerprinter) top() *frame { return &f.frames[len(f.frames)-1] }

// opens reports whether a parenthesis follows.
func (f *Fingerprinter) opens() bool {
	return f.next.Kind == Operator && f.text[f.next.Start] == '('
}

// after notes what was written.
func (f *Fingerprinter) after(p position) {
	f.prev, f.info, f.joined = p, &words.none, false
}

// variable writes @name. It belongs to a name or a literal right before it, which
// is then a user, and this is the host.
func (f *Fingerprinter) variable() {
	f.settle()
	if f.prev != afterName && f.prev != afterLiteral {
		f.blank()
	}
	f.out = append(f.out, f.visible()...)
	f.after(afterName)
	if f.cur.End == f.cur.Start+1 {
		f.after(afterJoin)
	}
}

// literal takes a value.
func (f *Fingerprinter) literal() {
	f.signs = f.signs[:0]
	if f.prev == afterLiteral && f.joined && f.cur.Kind == String {
		return
	}
	top := f.top()
	if top.pure && (f.prev == afterOpen || f.prev == afterComma) {
		top.literals++
	} else {
		f.settle()
		f.blank()
		f.out = append(f.out, '?')
	}
	f.after(afterLiteral)
	f.joined = f.cur.Kind == String
}

// settle writes what was held back because it might have been part of a list of
// literals, or of a literal.
func (f *Fingerprinter) settle() {
	if top := f.top(); top.pure {
		f.spread(top)
	}
	if len(f.signs) == 0 {
		return
	}
	for _, sign := range f.signs {
		f.blank()
		f.out = append(f.out, sign)
		f.prev = afterOperator
	}
	f.signs = f.signs[:0]
	f.after(afterJoin)
}

// spread writes the literals of a list that turned out to hold something else.
func (f *Fingerprinter) spread(top *frame) {
	top.pure = false
	for i := range top.literals {
		if i > 0 {
			f.out = append(f.out, ',', ' ')
		}
		f.out = append(f.out, '?')
	}
	if f.prev == afterComma {
		f.out = append(f.out, ',')
	}
}

// write writes a token with a blank before it where there is to be one.
func (f *Fingerprinter) write(text []byte) {
	f.settle()
	f.blank()
	f.out = append(f.out, text...)
}

// blank separates what was written from what comes.
func (f *Fingerprinter) blank() {
	switch f.prev {
	case atStart:
		if f.semicolon {
			f.out = append(f.out, ';', ' ')
			f.semicolon = false
		}
	case afterOpen, afterJoin:
	default:
		f.out = append(f.out, ' ')
	}
}
