package accesslog

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/wring-go/wring/internal/pathshape"
)

// savedMagic begins a saved result after decompression.
const savedMagic = `{"wring":"access"`

// saved is the form of books in a file: JSON, compressed by gzip.
type saved struct {
	Wring    string             `json:"wring"`
	Version  int                `json:"version"`
	By       string             `json:"by"`
	Extra    int                `json:"extra"`
	Named    []string           `json:"named"`
	Level    int                `json:"level"`
	Lines    uint64             `json:"lines"`
	Booked   uint64             `json:"booked"`
	Filtered uint64             `json:"filtered"`
	Overflow uint64             `json:"overflow"`
	Missed   uint64             `json:"missed"`
	Formats  []FormatUse        `json:"formats"`
	Kinds    map[string]counted `json:"kinds"`
	Notes    map[string]counted `json:"notes"`
	Methods  []string           `json:"methods"`
	Keys     []savedKey         `json:"keys"`
	Cells    []uint64           `json:"cells"` // as package cells has them
	Width    int64              `json:"width"`
	First    int64              `json:"first"`
	Slots    []slot             `json:"slots"`
	Slowest  []Slow             `json:"slowest"`
	Shapes   []savedShape       `json:"shapes"`
}

type savedKey struct {
	Method uint8  `json:"m"`
	Text   []byte `json:"t"`
	Tally  Tally  `json:"n"`
}

type savedShape struct {
	Text        []byte
	Count       uint64
	Slow, Usual []savedSample
}

type savedSample struct {
	Hash, Nanos   uint64
	Bytes, At     int64
	Key           int32
	Status        int16
	Client, Query []byte
}

// Save writes the books so that Load gives the same.
func (b *Books) Save(w io.Writer) error {
	s := saved{Wring: "access", Version: 1, By: b.by.name, Extra: b.by.extra,
		Named: patternTexts(b), Level: b.level, Lines: b.Lines, Booked: b.Booked,
		Filtered: b.Filtered, Overflow: b.overflow, Missed: b.shapes.missed, Formats: b.Formats,
		Kinds: map[string]counted{}, Notes: map[string]counted{}, Methods: b.methods,
		Width: b.series.width, First: b.series.first, Slots: b.series.slots,
		Slowest: b.slowest.list}
	for k := range kinds {
		if b.kinds[k].Count > 0 {
			s.Kinds[k.String()] = b.kinds[k]
		}
	}
	for n := range notes {
		if b.notes[n].Count > 0 {
			s.Notes[n.String()] = b.notes[n]
		}
	}
	for i := range b.table.n {
		k := b.table.key(i)
		s.Keys = append(s.Keys, savedKey{k.method, b.table.text(k), k.Tally})
	}
	for _, c := range b.table.cells.slots {
		if c != 0 {
			s.Cells = append(s.Cells, c)
		}
	}
	for text, i := range b.shapes.byText {
		one := &b.shapes.list[i]
		s.Shapes = append(s.Shapes, savedShape{[]byte(text), one.count, saveSamples(one.slow),
			saveSamples(one.usual)})
	}
	z := gzip.NewWriter(w)
	if err := json.NewEncoder(z).Encode(s); err != nil {
		return err
	}
	return z.Close()
}

func saveSamples(samples []sample) []savedSample {
	var list []savedSample
	for i := range samples {
		s := &samples[i]
		list = append(list, savedSample{s.hash, s.nanos, s.bytes, s.at, s.key, s.status,
			bytes.TrimRight(s.client[:], "\x00"), bytes.TrimRight(s.query[:], "\x00")})
	}
	return list
}

// Load reads books that Save wrote. ok is false if r does not begin like them;
// then all of r can still be read from rest.
func Load(r io.Reader) (b *Books, rest io.Reader, ok bool, err error) {
	buffered := bufio.NewReaderSize(r, 64<<10)
	if begin, _ := buffered.Peek(len(savedMagic)); string(begin) != savedMagic {
		return nil, buffered, false, nil
	}
	var s saved
	if err := json.NewDecoder(buffered).Decode(&s); err != nil {
		return nil, nil, true, fmt.Errorf("a saved result that cannot be read: %w", err)
	}
	b, err = s.books()
	return b, nil, true, err
}

// books checks what the file says, because anything may have written it.
func (s *saved) books() (*Books, error) {
	if s.Version != 1 {
		return nil, fmt.Errorf("a saved result of version %d: this wring knows version 1",
			s.Version)
	}
	var named []pathshape.Pattern
	for _, text := range s.Named {
		p, err := pathshape.ParsePattern(text)
		if err != nil {
			return nil, fmt.Errorf("a saved result that is damaged: %w", err)
		}
		named = append(named, p)
	}
	b := NewBooks(By{s.By, s.Extra}, named)
	b.level, b.Lines, b.Booked, b.Filtered = s.Level, s.Lines, s.Booked, s.Filtered
	b.overflow, b.Formats, b.methods = s.Overflow, s.Formats, s.Methods
	b.shapes.missed = s.Missed
	for k := range kinds {
		b.kinds[k] = s.Kinds[k.String()]
	}
	for n := range notes {
		b.notes[n] = s.Notes[n.String()]
	}
	b.series = series{width: max(s.Width, 1), first: s.First, slots: s.Slots}
	for _, one := range s.Slowest {
		b.slowest.insert(one)
	}
	return b, s.fill(b)
}

// fill makes the table and the samples.
func (s *saved) fill(b *Books) error {
	damaged := errors.New("a saved result that is damaged: write it again with -o")
	if len(s.Methods) == 0 || len(s.Methods) > maxMethods || len(s.Keys) > maxKeys+1 ||
		s.Level < 0 || s.Level >= pathshape.Levels || len(s.Slots) > maxSlots {
		return damaged
	}
	for _, k := range s.Keys {
		i, hash := b.table.find(k.Method, k.Text)
		if i >= 0 || int(k.Method) >= len(s.Methods) || len(k.Text) > maxKeyText {
			return damaged
		}
		i = b.table.add(k.Method, k.Text, hash)
		if b.by.route() {
			b.describe(i)
		}
		b.table.key(i).Tally = k.Tally
	}
	for _, c := range s.Cells {
		if int(c>>44) >= len(s.Keys) {
			return damaged
		}
		b.table.cells.add(int(c>>44), uint16(c>>32&0xfff), c&countMask)
	}
	for _, one := range s.Shapes {
		i, ok := b.shapes.byText[string(one.Text)]
		if !ok {
			continue
		}
		into := &b.shapes.list[i]
		into.count = one.Count
		for _, sample := range append(one.Slow, one.Usual...) {
			if int(sample.Key) >= len(s.Keys) || sample.Key < 0 {
				return damaged
			}
		}
		for _, sample := range one.Slow {
			into.keepSlow(sample.sample())
		}
		for _, sample := range one.Usual {
			into.keepUsual(sample.sample())
		}
	}
	return nil
}

func (s savedSample) sample() sample {
	one := sample{hash: s.Hash, nanos: s.Nanos, bytes: s.Bytes, at: s.At, key: s.Key,
		status: s.Status}
	copy(one.client[:], s.Client)
	copy(one.query[:], s.Query)
	return one
}
