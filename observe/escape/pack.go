package escape

import (
	"bytes"
	"encoding/binary"
	"errors"

	"github.com/wring-go/wring/alloc"
	"github.com/wring-go/wring/internal/digest"
)

// A packed list of facts is packMagic, the SHA-256 of the rest, and the rest:
// numbers in base 128 (unsigned varints). First the number of different strings,
// each with its length; then the number of facts, each with a position, a
// message, the calls and the steps, lists with their lengths in front. Strings
// are given by index, a position is file, line and column.

const packMagic = "wring facts 1\n"

// pack encodes facts, with each string once: files and flows repeat.
func pack(facts []alloc.Fact) []byte {
	p := packer{index: make(map[string]uint64)}
	p.number(len(facts))
	for _, f := range facts {
		p.position(f.Position)
		p.string(f.Message)
		p.number(len(f.Inlined))
		for _, at := range f.Inlined {
			p.position(at)
		}
		p.number(len(f.Flow))
		for _, step := range f.Flow {
			p.position(step.Position)
			p.string(step.Text)
		}
	}
	body := binary.AppendUvarint(nil, uint64(len(p.index)))
	body = append(append(body, p.strings...), p.facts...)
	sum := digest.Sum(body)
	return append(append([]byte(packMagic), sum[:]...), body...)
}

type packer struct {
	index          map[string]uint64
	strings, facts []byte
}

func (p *packer) number(n int) { p.facts = binary.AppendUvarint(p.facts, uint64(n)) }

func (p *packer) string(s string) {
	i, ok := p.index[s]
	if !ok {
		i = uint64(len(p.index))
		p.index[s] = i
		p.strings = binary.AppendUvarint(p.strings, uint64(len(s)))
		p.strings = append(p.strings, s...)
	}
	p.facts = binary.AppendUvarint(p.facts, i)
}

func (p *packer) position(at alloc.Position) {
	p.string(at.File)
	p.number(at.Line)
	p.number(at.Column)
}

var (
	errNoFacts = errors.New("not a list of facts")
	errDamaged = errors.New("damaged list of facts")
)

// unpack decodes what pack has encoded.
func unpack(data []byte) ([]alloc.Fact, error) {
	rest, ok := bytes.CutPrefix(data, []byte(packMagic))
	if !ok || len(rest) < digest.Size {
		return nil, errNoFacts
	}
	body := rest[digest.Size:]
	if digest.Sum(body) != [digest.Size]byte(rest[:digest.Size]) {
		return nil, errDamaged
	}
	return unpackBody(body)
}

func unpackBody(body []byte) ([]alloc.Fact, error) {
	u := unpacker{rest: body}
	u.table = make([]string, u.number())
	for i := range u.table {
		u.table[i] = u.text()
	}
	facts := make([]alloc.Fact, u.number())
	for i := range facts {
		facts[i] = u.fact()
	}
	if u.bad || len(u.rest) > 0 {
		return nil, errDamaged
	}
	return facts, nil
}
