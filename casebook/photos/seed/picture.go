package seed

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"sync"
)

// Picture is an image file.
type Picture struct {
	Kind  string // image/jpeg or image/png
	Bytes []byte
}

// drawn is how many different pictures are drawn. Encoding takes milliseconds,
// so that more would take minutes; each post's file is different all the same.
const drawn = 32

// Gallery returns a function that makes picture n of the data: one of a few that
// are drawn when it is first needed, with a comment inside the file that holds n.
func Gallery() func(n int) Picture {
	var once [drawn]func() Picture
	for i := range once {
		once[i] = sync.OnceValue(func() Picture { return draw(i) })
	}
	return func(n int) Picture { return once[n%drawn]().marked(n) }
}

// KindOf returns the kind of picture n: every fourth is a PNG.
func KindOf(n int) string {
	if n%drawn%4 == 3 {
		return "image/png"
	}
	return "image/jpeg"
}

// draw encodes a gradient with noise, of some tens of kilobytes.
func draw(i int) Picture {
	rng := source(pictures, i)
	width, height := 480, 360
	if KindOf(i) == "image/png" {
		width, height = 160, 120
	}
	from, to := rng.Uint32(), rng.Uint32()
	img := image.NewRGBA(image.Rect(0, 0, width, height))
	for y := range height {
		for x := range width {
			t := float64(x+y) / float64(width+height)
			noise := rng.IntN(33) - 16
			channel := func(shift int) uint8 {
				a, b := float64(uint8(from>>shift)), float64(uint8(to>>shift))
				return uint8(min(max(int(a+(b-a)*t)+noise, 0), 255))
			}
			img.SetRGBA(x, y, color.RGBA{channel(0), channel(8), channel(16), 255})
		}
	}
	var out bytes.Buffer
	if KindOf(i) == "image/png" {
		must(png.Encode(&out, img))
		return Picture{"image/png", out.Bytes()}
	}
	must(jpeg.Encode(&out, img, &jpeg.Options{Quality: 75}))
	return Picture{"image/jpeg", out.Bytes()}
}

// must panics on an error: writing to memory has none.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// marked returns the picture with a comment that holds n: a segment after the
// start of a JPEG, a chunk after the header of a PNG.
func (p Picture) marked(n int) Picture {
	text := fmt.Sprintf("picture %d", n)
	at, mark := 2, append([]byte{0xff, 0xfe, 0, byte(len(text) + 2)}, text...)
	if p.Kind == "image/png" {
		body := "tEXtComment\x00" + text
		at = 8 + 25 // the signature and the chunk IHDR
		mark = binary.BigEndian.AppendUint32(nil, uint32(len(body)-4))
		mark = append(mark, body...)
		mark = binary.BigEndian.AppendUint32(mark, crc32.ChecksumIEEE([]byte(body)))
	}
	file := make([]byte, 0, len(p.Bytes)+len(mark))
	file = append(append(append(file, p.Bytes[:at]...), mark...), p.Bytes[at:]...)
	return Picture{p.Kind, file}
}
