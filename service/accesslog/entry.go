package accesslog

// Entry is a line that was understood. Its texts belong to the line and are
// valid until the next one is read.
type Entry struct {
	Method, Path, Query          []byte
	Client, Host, Agent, Referer []byte
	Extra                        [maxExtra][]byte // the fields asked for by name
	Status                       int              // 0 when the line does not say
	Bytes                        int64
	Nanos                        uint64 // how long the request took
	At                           int64  // when it was logged, in Unix nanoseconds; 0 if unknown
	notes                        noteSet
}

// role is what a field of a line says.
type role uint8

// The roles. A request is the method, the target and the protocol in one.
const (
	roleNone role = iota
	roleRequest
	roleMethod
	rolePath
	roleQuery
	roleStatus
	roleBytes
	roleTime
	roleUpstream
	roleAt
	roleClient
	roleHost
	roleAgent
	roleReferer
	roleExtra // the first of maxExtra

	maxExtra  = 6
	roleCount = roleExtra + maxExtra
)

// roleNames returns the names that -map, -fields and -by know.
func roleNames() map[string]role {
	return map[string]role{"request": roleRequest, "method": roleMethod, "path": rolePath,
		"uri": rolePath, "query": roleQuery, "status": roleStatus, "bytes": roleBytes,
		"size": roleBytes, "time": roleTime, "duration": roleTime, "upstream": roleUpstream,
		"at": roleAt, "timestamp": roleAt, "client": roleClient, "host": roleHost,
		"agent": roleAgent, "referer": roleReferer}
}

// fields are the texts of a line by role.
type fields struct {
	of  [roleCount][]byte
	set uint32 // the roles that this line has, as bits
}

func (f *fields) put(r role, text []byte) {
	f.of[r] = text
	f.set |= 1 << r
}

// Kind says why a line was not understood; zero means that it was.
type Kind uint8

// The kinds of lines that are read and not booked.
const (
	Understood Kind = iota
	EmptyLine
	Binary
	TooLong
	Cut
	OtherFormat
	Malformed
	Header
	NoRequest
	NoTime
	BadTime
	kinds
)

// String returns the name that reports use.
func (k Kind) String() string {
	return [kinds]string{"", "empty-line", "binary", "too-long", "cut", "other-format",
		"malformed", "header", "no-request", "no-time", "bad-time"}[k]
}

// Explain says in a few words what k means.
func (k Kind) Explain() string {
	return [kinds]string{"", "nothing on the line", "control characters or no text",
		"longer than wring keeps", "the line ends too early",
		"a line of another known format", "not of the format of the log",
		"the names of the columns", "no method and path", "no time of the request",
		"a time that is none"}[k]
}

// note is something unusual about a line that is booked all the same.
type note uint8

// noteSet holds notes as bits.
type noteSet uint8

const (
	noteNoSize note = iota
	noteRetried
	noteNoStatus
	noteNoTimestamp
	noteLongPath
	notes
)

// String returns the name that reports use.
func (n note) String() string {
	return [notes]string{"no-size", "retried", "no-status", "no-timestamp", "long-path"}[n]
}

func (n note) explain() string {
	return [notes]string{"\"-\" or nothing for the size, counted as 0 bytes",
		"several upstream times, which are added up", "no status, counted as other",
		"no time of day: left out of everything over time",
		"a path of more than 1,000 bytes, booked by its beginning"}[n]
}

func (s *noteSet) add(n note) { *s |= 1 << n }
