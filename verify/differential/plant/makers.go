package plant

const cipherImports = `import (
	wringaes "crypto/aes"
	wringcipher "crypto/cipher"
)
`

const cipherCode = `
func wringBlock(key [16]byte) (wringcipher.Block, error) { return wringaes.NewCipher(key[:]) }

func wringAEAD(key [16]byte) (wringcipher.AEAD, error) {
	block, err := wringaes.NewCipher(key[:])
	if err != nil {
		return nil, err
	}
	return wringcipher.NewGCM(block)
}
`

const imageImports = `import (
	wringimage "image"
	wringcolor "image/color"
)
`

const imageCode = `
func wringImage(kind, x, y, width, height uint8, pixels []byte) wringimage.Image {
	at := wringimage.Rect(int(x%4), int(y%4), int(x%4+width%6), int(y%4+height%6))
	switch kind % 4 {
	case 0:
		m := wringimage.NewGray(at)
		copy(m.Pix, pixels)
		return m
	case 1:
		m := wringimage.NewNRGBA(at)
		copy(m.Pix, pixels)
		return m
	case 2:
		m := wringimage.NewPaletted(at, wringcolor.Palette{wringcolor.Black, wringcolor.White,
			wringcolor.Transparent})
		for i := range m.Pix {
			if i < len(pixels) {
				m.Pix[i] = pixels[i] % 3
			}
		}
		return m
	}
	m := wringimage.NewRGBA(at)
	copy(m.Pix, pixels)
	return m
}
`

const randImports = `import wringrand "math/rand"
`

const randCode = `
func wringSource(seed int64) wringrand.Source { return wringrand.NewSource(seed) }
`

const tokenImports = `import wringtoken "go/token"
`

const tokenCode = `
func wringFiles(name string, size uint8) *wringtoken.FileSet {
	files := wringtoken.NewFileSet()
	files.AddFile(name, -1, int(size))
	return files
}
`

const templateImports = `import wringtemplate "text/template"
`

const templateCode = `
func wringTemplate(name, text string) (*wringtemplate.Template, error) {
	return wringtemplate.New(name).Parse(text)
}
`

const pageImports = `import wringpage "html/template"
`

const pageCode = `
func wringPage(name, text string) (*wringpage.Template, error) {
	return wringpage.New(name).Parse(text)
}
`
