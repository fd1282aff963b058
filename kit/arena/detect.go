package arena

import "unsafe"

// hook tells the detector, in programs that are built with one, that what the
// arena handed out is taken back. The checks of a debugging arena have to look
// at that memory later.
func (a *Arena) hook() {
	if !detects || a.reuse || a.debug != nil {
		return
	}
	for _, s := range a.slabs {
		s.condemn()
	}
}

func (s *Slab[T]) condemn() {
	s.each(func(c []T) {
		if size(c) > 0 {
			condemn(unsafe.Pointer(unsafe.SliceData(c)), uintptr(size(c[:len(c):len(c)])))
		}
	})
}
