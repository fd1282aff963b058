package pathshape

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// groups returns the variables among the segments below n. At most one of them
// stands for whole segments without a fixed beginning or end, because no router
// could tell two apart.
func (l *learner) groups(n *node, at place) []group {
	byExt := map[string][]value{}
	var ext string // of the list that is added to, which is not in byExt meanwhile
	var list []value
	room := n.many
	byLead := map[look][]value{}
	var names []value
	for kid := range n.kids() {
		seg := kid.text
		if seg == "" || isAPIVersion(seg, at.before, kid.inner()) {
			continue
		}
		look, v := kid.look, value{node: kid, class: kid.look.class}
		if kid.inner() && look.ext != "" && seg[0] != marker {
			v = asWhole(kid)
			look.lead, look.ext = "", ""
		}
		if v.class == classAt {
			names = append(names, v)
			continue
		}
		if look.lead != "" {
			byLead[look] = append(byLead[look], v)
			continue
		}
		if look.ext != ext {
			byExt[ext], ext, list = list, look.ext, byExt[look.ext]
		}
		if list == nil { // the first mostly gets all
			list, room = make([]value, 0, room), 0
		}
		list = append(list, v)
	}
	byExt[ext] = list
	l.adopt(byExt, at)
	var groups []group
	for _, ext := range slices.Sorted(maps.Keys(byExt)) {
		values := byExt[ext]
		if locales := locales(values); ext == "" && len(locales) > 0 {
			groups = append(groups, group{values: locales, label: "locale"})
			values = slices.DeleteFunc(values, func(v value) bool { return isLocale(v.text()) })
		}
		if g := l.choose(values, at, ext); len(g) > 0 {
			groups = append(groups, group{ext: ext, values: g})
		}
	}
	for l, values := range byLead {
		groups = append(groups, group{lead: l.lead, ext: l.ext, values: values})
	}
	slices.SortFunc(groups, func(a, b group) int {
		return cmp.Or(cmp.Compare(a.ext, b.ext), cmp.Compare(a.lead, b.lead))
	})
	if len(names) > 0 {
		groups = append(groups, group{lead: "@", values: names, label: "name"})
	}
	return groups
}

// adopt counts names with a point among those without where both are names of
// one kind: in /{owner}/{repo}, a page of a repository called x.js.
func (l *learner) adopt(byExt map[string][]value, at place) {
	if at.root {
		return
	}
	plain := byExt[""]
	for _, ext := range slices.Sorted(maps.Keys(byExt)) {
		values := byExt[ext]
		if ext == "" || slices.ContainsFunc(values, isHard) {
			continue
		}
		all := slices.Clone(plain)
		for _, v := range values {
			all = append(all, asWhole(v.node))
		}
		soft := slices.DeleteFunc(l.choose(all, at, ""), isHard)
		folders := slices.ContainsFunc(soft, hasKids)
		// Several that are no variable by themselves, and yet no few files.
		several := float64(len(values)) >= l.many/2 && len(l.choose(values, at, ext)) == 0
		few := len(values)*3 <= len(soft) || at.variable && len(values)*2 <= len(soft)
		if len(soft) > len(values) && (folders || several || few) {
			byExt[""] = append(byExt[""], all[len(plain):]...)
			delete(byExt, ext)
		}
	}
}

func isHard(v value) bool { return v.hard() }

func hasKids(v value) bool { return v.node.inner() }

// choose returns those of the values that are values of one variable.
func (l *learner) choose(values []value, at place, ext string) []value {
	var soft []value
	hard := make([]value, 0, len(values))
	for _, v := range values {
		if v.hard() {
			hard = append(hard, v)
		} else if v.class != version && !reserved(v.text()) {
			soft = append(soft, v)
		}
	}
	hard = wordsOfProgram(hard)
	soft, alike := sameLength(hard, soft)
	hard = append(hard, alike...)
	threshold := l.threshold(at, hard, ext)
	var chosen []value
	fine, failed := soft, []value(nil)
	if !at.variable {
		fine, failed = bySuccess(soft)
	}
	leaves, inner := byDepth(fine)
	common := commonTokens(inner)
	if score(inner, at, common) >= threshold {
		chosen = append(chosen, inner...)
	}
	leaves = l.sameMethods(leaves)
	if score(leaves, at, common) >= threshold {
		chosen = append(chosen, l.without(leaves)...)
		if !slices.ContainsFunc(chosen, func(v value) bool { return v.node.inner() }) {
			chosen = append(chosen, likeLeaves(inner, leaves, common)...)
		}
	}
	if len(chosen) > 0 && !slices.ContainsFunc(chosen, func(v value) bool {
		return !v.node.inner()
	}) {
		chosen = append(chosen, likeInner(leaves, inner)...)
	}
	if len(chosen) > 0 || score(failed, at, common) >= threshold {
		chosen = append(chosen, failed...)
	}
	return append(hard, chosen...)
}

// threshold is the score from which on words are values.
func (l *learner) threshold(at place, hard []value, ext string) float64 {
	switch {
	case ext != "" && len(hard) == 0 && !holdsFiles(at.before):
		return l.many
	case at.root:
		return l.many * 3 / 2
	case at.variable, namespace(at.before), len(hard) >= 2:
		return l.many
	}
	return l.many * 2 / 5
}

// holdsFiles reports whether files of users stand behind a word.
func holdsFiles(s string) bool {
	switch strings.ToLower(s) {
	case "upload", "uploads", "download", "downloads", "file", "files", "image", "images", "img",
		"photo", "photos", "picture", "pictures", "avatar", "avatars", "thumb", "thumbs",
		"thumbnails", "media", "video", "videos", "attachments", "documents", "invoices",
		"reports", "exports", "backups", "covers", "icons", "icon", "blobs", "objects":
		return true
	}
	return false
}

// wordsOfProgram takes out of hard what is a number and yet no value: a single
// page for an error, and one or two small numbers with several words below, which
// are versions.
func wordsOfProgram(hard []value) []value {
	if len(hard) > 2 {
		return hard
	}
	small := 0
	for _, v := range hard {
		n, err := strconv.Atoi(v.text())
		if err == nil && n < 100 && v.node.count == 0 && plainKids(v.node) >= 2 {
			small++
		}
	}
	if small == len(hard) || len(hard) == 1 && errorPage(hard[0]) {
		return nil
	}
	return hard
}

func errorPage(v value) bool {
	n, err := strconv.Atoi(v.text())
	return err == nil && n >= 400 && n < 600 && !v.node.inner() && v.node.count >= 5
}

// plainKids counts the words below a node.
func plainKids(n *node) int {
	words := 0
	for kid := range n.kids() {
		if kid.look.class == word {
			words++
		}
	}
	return words
}

// sameLength moves to alike what differs from hashes only in having no digit, or
// no letter: deadbeef.
func sameLength(hard, soft []value) (rest, alike []value) {
	lengths := map[int]int{}
	for _, v := range hard {
		if v.class == hash || v.class == token {
			lengths[len(v.text())]++
		}
	}
	for _, v := range soft {
		stem := v.stem()
		k := countKinds(stem)
		data := k.hex == len(stem) || v.class == coded || v.class == text ||
			v.class == word && len(stem) >= 8 && (k.upper > 0 || lengths[len(v.text())] >= 50)
		if lengths[len(v.text())] > 0 && data {
			alike = append(alike, v)
		} else {
			rest = append(rest, v)
		}
	}
	return rest, alike
}

// bySuccess sets values apart that never succeeded: what robots try.
func bySuccess(values []value) (fine, failed []value) {
	for _, v := range values {
		if !v.node.inner() && v.node.count > 0 && v.node.failed == v.node.count {
			failed = append(failed, v)
		} else {
			fine = append(fine, v)
		}
	}
	return fine, failed
}

func byDepth(values []value) (leaves, inner []value) {
	for _, v := range values {
		if v.node.inner() {
			inner = append(inner, v)
		} else {
			leaves = append(leaves, v)
		}
	}
	return leaves, inner
}

// tokens are what stands below a value, with values for one by their look.
func tokens(n *node) []string {
	seen := map[string]bool{}
	for kid := range n.kids() {
		seg := kid.text
		if l := kid.look; l.hard() {
			seg = string([]byte{marker, byte(lost)}) + l.ext
		}
		seen[seg] = true
	}
	return slices.Collect(maps.Keys(seen))
}

// commonTokens are the words that stand below many values: those of a variable
// have them from the program. Usual words say nothing: each resource has them.
func commonTokens(inner []value) map[string]bool {
	counts := map[string]int{}
	for _, v := range inner {
		for _, t := range tokens(v.node) {
			counts[t]++
		}
	}
	common := map[string]bool{}
	for t, n := range counts {
		if t != "" && t[0] != marker && !usualAction(t) && n >= 2 && n*4 >= len(inner) {
			common[t] = true
		}
	}
	return common
}

// usualAction reports whether most resources of a program have the word below.
func usualAction(s string) bool {
	switch s {
	case "new", "edit", "create", "delete", "search", "export", "import", "count", "stats",
		"bulk", "batch", "list", "all", "recent", "latest", "archive", "upload", "update":
		return true
	}
	return false
}

// score adds up how much each value looks like one.
func score(values []value, at place, common map[string]bool) float64 {
	sum := 0.0
	for _, v := range values {
		sum += weight(v, at, common)
	}
	return sum
}

func weight(v value, at place, common map[string]bool) float64 {
	w := 1.0
	switch v.class {
	case coded, text:
		w = 2.5
	case slug:
		w = 2
	}
	for _, m := range v.node.methods {
		if m == "PUT" || m == "PATCH" || m == "DELETE" {
			w = max(w, 2)
		}
	}
	if !v.node.inner() {
		if at.variable && v.node.count <= 2 {
			w = max(w, 1.5) // a word of the program is asked for again and again
		}
		return w
	}
	shared, resource := false, true
	for _, t := range tokens(v.node) {
		shared = shared || common[t]
		resource = resource && (t == "" || t[0] == marker || usualAction(t))
	}
	switch {
	case shared:
		w = max(w, 2)
	case resource && w == 1 && !at.variable:
		w = 0.5 // as every resource of a program: /posts/{id}, /users/{id}
	}
	return w
}

// sameMethods takes out words that are asked for with other methods than most
// leaves, and with which few are.
func (l *learner) sameMethods(leaves []value) []value {
	counts := map[string]int{}
	for _, v := range leaves {
		for _, m := range v.node.methods {
			counts[m]++
		}
	}
	var same []value
	for _, v := range leaves {
		usual := v.class != word
		for _, m := range v.node.methods {
			usual = usual || counts[m]*5 >= len(leaves) || float64(counts[m]) >= l.many
		}
		if usual {
			same = append(same, v)
		}
	}
	return same
}

// likeLeaves returns the inner values that are as the leaves but for having more
// below: names some of whose pages were asked for, too.
func likeLeaves(inner, leaves []value, common map[string]bool) []value {
	counts := make([]uint64, len(leaves))
	for i, v := range leaves {
		counts[i] = v.node.count
	}
	slices.Sort(counts)
	usual := counts[len(counts)/2]
	var like []value
	for _, v := range inner {
		shared := false
		for _, t := range tokens(v.node) {
			shared = shared || common[t]
		}
		if shared || v.node.count > 0 && v.node.total <= 5*usual {
			like = append(like, v)
		}
	}
	return like
}

// likeInner returns the leaves that are as the inner values but for having less
// below: names of which only their own page was asked for.
func likeInner(leaves, inner []value) []value {
	var counts []uint64
	for _, v := range inner {
		if v.node.count > 0 {
			counts = append(counts, v.node.count)
		}
	}
	if len(counts) < 10 && len(counts)*10 < len(inner) {
		return nil // too few have a page of their own to say that names do
	}
	slices.Sort(counts)
	usual := counts[len(counts)/2]
	return slices.DeleteFunc(slices.Clone(leaves), func(v value) bool {
		return v.node.count > 5*usual
	})
}

// without takes out words that are asked for far more than all the others, or
// end otherwise: they are the program's own, as /users/me.
func (l *learner) without(leaves []value) []value {
	if len(leaves) < 10 {
		return leaves
	}
	sorted := slices.Clone(leaves)
	slices.SortFunc(sorted, func(a, b value) int {
		return cmp.Or(cmp.Compare(b.node.count, a.node.count), cmp.Compare(a.text(), b.text()))
	})
	apart := map[string]bool{}
	for i := 0; i < 3; i++ {
		first, second := sorted[i].node.count, sorted[i+1].node.count
		if first < 50 || first < 8*second {
			continue
		}
		for _, v := range sorted[:i+1] {
			apart[v.text()] = true
		}
	}
	size, failing := usual(sorted)
	for _, v := range sorted {
		if v.node.count < 30 || v.class != word {
			continue
		}
		n := float64(v.node.count)
		if failed := float64(v.node.failed) / n; failed > failing+0.5 {
			apart[v.text()] = true
		}
		if mean := float64(v.node.bytes) / n; mean > 8*size.high || mean < size.low/8 {
			apart[v.text()] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(leaves), func(v value) bool { return apart[v.text()] })
}

// span is the range of most of several values.
type span struct{ low, high float64 }

// usual returns between which mean sizes nine in ten values lie, and the share
// of failures of the one in the middle.
func usual(values []value) (size span, failing float64) {
	var sizes, fails []float64
	for _, v := range values {
		n := float64(max(v.node.count, 1))
		sizes = append(sizes, float64(v.node.bytes)/n)
		fails = append(fails, float64(v.node.failed)/n)
	}
	slices.Sort(sizes)
	slices.Sort(fails)
	n := len(values)
	return span{sizes[n/20], sizes[n-1-n/20]}, fails[n/2]
}

// locales returns the values that are locales of one variable: at least two
// whose pages are the same, or three without pages.
func locales(values []value) []value {
	var found []value
	counts := map[string]int{}
	for _, v := range values {
		if !isLocale(v.text()) {
			continue
		}
		found = append(found, v)
		for _, t := range tokens(v.node) {
			counts[t]++
		}
	}
	shared, inner := 0, 0
	for _, v := range found {
		if !v.node.inner() {
			continue
		}
		inner++
		if slices.ContainsFunc(tokens(v.node), func(t string) bool { return counts[t] > 1 }) {
			shared++
		}
	}
	if inner >= 2 && shared*2 >= inner || inner == 0 && len(found) >= 3 {
		return found
	}
	return nil
}
