package accesslog

import (
	"slices"
	"strings"
)

// meaning is what the name of a field says about it.
type meaning struct {
	role role
	rank int  // the lower, the more this name is preferred for its role
	unit Unit // 0 when the name does not say
}

// meaningOf says what a field of LTSV, JSON or a table is by its name. Of a
// nested name such as request.method or http.response.status_code the last part
// that says something counts.
func meaningOf(name string) (meaning, bool) {
	if strings.Contains(strings.ToLower(name), "headers") {
		return meaning{}, false
	}
	if name == "event.duration" || name == "event>duration" {
		return meaning{roleTime, 0, Nanoseconds}, true // Elastic Common Schema
	}
	rank := 0
	parts := strings.FieldsFunc(name, func(r rune) bool { return r == '>' || r == '.' })
	if len(parts) > 1 {
		rank = 3
		if m, ok := plainMeaning(strings.Join(parts[len(parts)-2:], "")); ok {
			m.rank += rank
			return m, true
		}
	}
	if len(parts) == 0 {
		return meaning{}, false
	}
	m, ok := plainMeaning(parts[len(parts)-1])
	m.rank += rank
	return m, ok
}

// plainMeaning knows names whatever their case and punctuation, and times that
// have their unit in the name.
func plainMeaning(name string) (meaning, bool) {
	plain := strings.NewReplacer("_", "", "-", "", "@", "", "$", "", " ", "", "(", "", ")", "").
		Replace(strings.ToLower(name))
	if r, rank, ok := roleOfName(plain); ok {
		return meaning{role: r, rank: rank}, true
	}
	stem, unit := cutUnit(name, plain)
	if unit == 0 {
		return meaning{}, false
	}
	r, rank, ok := roleOfName(stem)
	if stem == "time" || stem == "" {
		r, rank, ok = roleTime, 5, true
	}
	if !ok || r != roleTime && r != roleUpstream {
		return meaning{}, false
	}
	return meaning{r, rank, unit}, true
}

// cutUnit takes the unit off the end of a name.
func cutUnit(name, plain string) (stem string, unit Unit) {
	for _, s := range []struct {
		suffix string
		unit   Unit
	}{
		{"nanoseconds", Nanoseconds}, {"nanosec", Nanoseconds}, {"nanos", Nanoseconds},
		{"ns", Nanoseconds}, {"microseconds", Microseconds}, {"microsec", Microseconds},
		{"micros", Microseconds}, {"usec", Microseconds}, {"us", Microseconds},
		{"milliseconds", Milliseconds}, {"millisec", Milliseconds}, {"millis", Milliseconds},
		{"msec", Milliseconds}, {"ms", Milliseconds}, {"seconds", Seconds}, {"secs", Seconds},
		{"sec", Seconds}, {"s", Seconds},
	} {
		stem, ok := strings.CutSuffix(plain, s.suffix)
		if !ok {
			continue
		}
		if len(s.suffix) <= 2 && !setApart(name, s.suffix) {
			continue // latency_s, durationMs; not status, nor bytes
		}
		return stem, s.unit
	}
	return plain, 0
}

// setApart reports whether the suffix begins a word of its own.
func setApart(name, suffix string) bool {
	i := len(name) - len(suffix)
	if i <= 0 {
		return false
	}
	before, first := name[i-1], name[i]
	return strings.IndexByte("_-. (", before) >= 0 ||
		first >= 'A' && first <= 'Z' && (before < 'A' || before > 'Z')
}

// roleOfName looks a name up that has no punctuation and no capitals.
func roleOfName(plain string) (r role, rank int, ok bool) {
	for _, list := range []struct {
		role  role
		names string
	}{
		{roleTime, "reqtime requesttime requestduration responsetime timetaken duration latency " +
			"elapsed elapsedtime processingtime took taken rt resptime runtime servetime"},
		{roleUpstream, "upstreamresponsetime apptime upstreamtime upstreamduration urt " +
			"originduration"},
		{rolePath, "requesturi uri path url requestpath requesturl target urlpath uripath " +
			"csuristem csuri route endpoint"},
		{roleMethod, "method requestmethod httpmethod verb csmethod reqmethod"},
		{roleStatus, "status statuscode httpstatus httpstatuscode responsestatus responsecode " +
			"downstreamstatus scstatus code rescode"},
		{roleBytes, "bodybytessent size bodybytes bytessent responsesize responsebytes " +
			"bytesout bytes resplength contentlength scbytes downstreamcontentsize respsize " +
			"responsebodybytes bodysize length"},
		{roleAt, "timestamp timelocal timeiso8601 datetime ts startutc starttime msec " +
			"requestreceivedat receivedat at startlocal date time"},
		{roleClient, "remoteaddr clientip remoteip client clientaddr remotehost clienthost ip " +
			"remote sourceip cip"},
		{roleRequest, "request req requestline firstline"},
		{roleQuery, "args querystring query csuriquery"},
		{roleHost, "vhost httphost servername requesthost virtualhost host"},
		{roleAgent, "ua useragent httpuseragent requestuseragent agent csuseragent"},
		{roleReferer, "referer httpreferer referrer requestreferer csreferer"},
	} {
		for rank, name := range strings.Fields(list.names) {
			if name == plain {
				return list.role, rank, true
			}
		}
	}
	return 0, 0, false
}

// column is a field that occurs in the first lines, with the roles it may have.
type column struct {
	name    string
	samples [][]byte
}

// assigned is the outcome of assign.
type assigned struct {
	roles map[string]role
	unit  Unit   // of roleTime, by its name; 0 when the name does not say
	timed string // the field that has roleTime
	twin  string // the field that says the unit of it, or ""
	// extras says where the fields are that were asked for by name.
	extras [maxExtra]role
}

// assign gives each role to at most one column: the one that -map says, or the
// one whose name is best known for it.
func assign(columns []column, opt Options) assigned {
	a := assigned{roles: map[string]role{}}
	best := map[role]int{}
	holder := map[role]string{}
	for _, c := range columns {
		m, ok := opt.meaning(c)
		if !ok {
			continue
		}
		if before, taken := best[m.role]; taken && before <= m.rank {
			continue
		}
		delete(a.roles, holder[m.role])
		best[m.role], holder[m.role], a.roles[c.name] = m.rank, c.name, m.role
		if m.role == roleTime {
			a.unit, a.timed = m.unit, c.name
		}
	}
	if a.timed == "" && holder[roleUpstream] != "" {
		a.timed = holder[roleUpstream]
		m, _ := meaningOf(a.timed)
		a.unit = m.unit
	}
	if i := slices.IndexFunc(columns, func(c column) bool { return c.name == a.timed }); i >= 0 &&
		a.unit == 0 {
		a.unit, a.twin = twinUnit(columns[i], columns)
	}
	for i, name := range opt.Extra {
		a.extra(name, i)
	}
	return a
}

// extra gives a field that was asked for by name a place. A field that has a
// role already is found by the role.
func (a *assigned) extra(name string, i int) {
	if a.roles[name] == roleNone {
		a.roles[name] = roleExtra + role(i)
	}
	a.extras[i] = a.roles[name]
}

// meaning is meaningOf with what the options and the values say.
func (opt Options) meaning(c column) (meaning, bool) {
	if r, ok := opt.Map[c.name]; ok {
		m, _ := meaningOf(c.name)
		return meaning{role: roleNames()[r], rank: -1, unit: m.unit}, true
	}
	m, ok := meaningOf(c.name)
	if !ok {
		return m, false
	}
	if m.role == roleAt && !anyTimestamp(c.samples) {
		if plain := strings.ToLower(c.name); plain != "time" || !allDurations(c.samples) {
			return m, false
		}
		return meaning{role: roleTime, rank: 50}, true
	}
	if m.role == rolePath && !anyPath(c.samples) {
		return m, false
	}
	if m.role == roleTime && !anyDuration(c.samples) {
		m.rank += 100 // nothing better may come
	}
	return m, true
}

func anyTimestamp(samples [][]byte) bool {
	for _, s := range samples {
		if _, ok := timestamp(s); ok {
			return true
		}
	}
	return len(samples) == 0
}

func anyPath(samples [][]byte) bool {
	for _, s := range samples {
		if len(s) > 0 && (s[0] == '/' || strings.Contains(string(s), "://")) {
			return true
		}
	}
	return len(samples) == 0
}

func anyDuration(samples [][]byte) bool {
	for _, s := range samples {
		if _, _, kind := duration(s, Seconds); kind == Understood {
			return true
		}
	}
	return len(samples) == 0
}

func allDurations(samples [][]byte) bool {
	for _, s := range samples {
		if _, _, kind := duration(s, Seconds); kind != Understood {
			return false
		}
	}
	return len(samples) > 0
}
