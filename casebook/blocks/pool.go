package blocks

import (
	"sync"

	"github.com/valyala/bytebufferpool"

	"github.com/wring-go/wring/casebook/diary"
	"github.com/wring-go/wring/kit/pool"
)

// poolCases returns a buffer that is taken, filled and given back.
func poolCases() []diary.Case {
	standard := sync.Pool{New: func() any {
		b := make([]byte, 0, 1024)
		return &b
	}}
	last := new([]byte) // makes the last buffer matter
	var buffers pool.Pool
	var library bytebufferpool.Pool
	return []diary.Case{{Name: "pool.Get", Title: "a buffer that is filled and given back",
		Versions: []diary.Version{
			{Name: diary.Naive, What: "make", Run: repeat(func() {
				*last = append(make([]byte, 0, 1024), prose...)
			})},
			{Name: diary.Tuned, What: "kit", Run: repeat(func() {
				b := buffers.Get(1024)
				b.B = append(b.B, prose...)
				b.Put()
			})},
			{Name: "sync.Pool", What: "of *[]byte", Run: repeat(func() {
				b := standard.Get().(*[]byte)
				*b = append((*b)[:0], prose...)
				standard.Put(b)
			})},
			{Name: "valyala/bytebufferpool", Run: repeat(func() {
				b := library.Get()
				b.B = append(b.B, prose...)
				library.Put(b)
			})},
		},
	}}
}

func repeat(f func()) func(n int) error {
	return func(n int) error {
		for range n {
			f()
		}
		return nil
	}
}
