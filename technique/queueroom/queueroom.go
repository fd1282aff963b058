// Package queueroom keeps the room of a queue in a slice, from whose front values are taken, and
// makes room for more in a slice that grows step by step.
package queueroom

import (
	"fmt"
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/wring-go/wring/technique"
)

// Technique is the technique.
var Technique = technique.Technique{
	Analyzer: technique.Analyzer("queueroom",
		"keep the room of a queue when values are taken from its front\n\n"+
			"A queue in a slice loses an element's room with each q = q[1:], so that append soon "+
			"has none left and makes a new array, however short the queue is. Where few elements "+
			"are left, the rewrite moves them to the front: no more than 128 bytes, or four "+
			"elements. A longer queue is cut as before.\n\n"+
			"It is proposed where all that is done with the slice is in the package, and nothing "+
			"else has its memory: elements are read, written, appended and copied, but none is "+
			"pointed to, and the slice is not assigned, passed or returned. A loop over its "+
			"elements does not change it, and its capacity is not asked for. What a short queue's "+
			"elements lead to is let go of when they are taken.\n\n"+
			"A slice like that which is made anew, one step longer, and copied, is appended to "+
			"instead: append makes room for later steps, too.\n\n"+
			"The rewrite assumes that the memory of the longest queue need not be given back "+
			"while the queue is in use, and that reflection does not copy the struct that it is "+
			"in.",
		run, steps),
	Title:  "Keep the room of a queue",
	Causes: []string{"append-grows", "slice-make"},
	Risk:   technique.Checked,
}

// What is moved at most: longer queues lose their room so seldom that moving them takes longer
// than making room. Large elements are not moved at all.
const (
	movedBytes   = 128
	movedLeast   = 4
	largestBytes = 256
)

// run proposes to keep the room of each queue from which a statement takes values.
func run(pass *analysis.Pass, root inspector.Cursor) {
	var order []*types.Var
	queues := map[*types.Var]*queue{}
	for _, cur := range technique.Nodes(pass, (*ast.AssignStmt)(nil)) {
		v, t, ok := taking(pass, cur)
		if !ok {
			continue
		}
		if queues[v] == nil {
			queues[v] = &queue{pass: pass, v: v}
			order = append(order, v)
		}
		queues[v].takes = append(queues[v].takes, t)
	}
	for _, v := range order {
		if p, ok := queues[v].propose(); ok {
			technique.Report(pass, p)
		}
	}
}

// propose matches the uses of the queue, and writes anew how values are taken.
func (q *queue) propose() (technique.Proposal, bool) {
	var none technique.Proposal
	elem := q.v.Type().Underlying().(*types.Slice).Elem()
	size, known := technique.SizeOf(q.pass, elem)
	if !known || size == 0 || size > largestBytes || !technique.Copyable(elem) || !q.alone() ||
		len(q.grows) == 0 {
		return none, false
	}
	p := technique.Proposal{At: q.grows[0], Also: q.grows[1:], Safe: !q.v.IsField(),
		Message: fmt.Sprintf("move what is left in %s to the front of its room", q.v.Name())}
	for _, t := range q.takes {
		text, ok := t.moving(q.pass, max(movedLeast, movedBytes/size), technique.Pointers(elem))
		if !ok {
			return none, false
		}
		p.Edits = append(p.Edits, technique.Replace(t.stmt.Node(), text))
	}
	return p, true
}
