package web

import (
	"bufio"
	"errors"
	"io"
	"net/http"

	"github.com/wring-go/wring/casebook/photos/pictures"
	"github.com/wring-go/wring/casebook/photos/store"
)

// Upload is a post that a user sends. The receiver closes the picture.
type Upload struct {
	Text, Kind string
	Picture    store.Picture
}

// Uploads reads a form with a picture.
type Uploads func(r *http.Request, to pictures.Store) (Upload, error)

// WholeUpload reads the form, then the file of the form, then hands it on.
func WholeUpload(r *http.Request, to pictures.Store) (Upload, error) {
	if err := r.ParseMultipartForm(1 << 10); err != nil {
		return Upload{}, unreadable(err)
	}
	defer r.MultipartForm.RemoveAll()
	file, _, err := r.FormFile("picture")
	if err != nil {
		return Upload{}, unprocessable("There is no picture.")
	}
	defer file.Close()
	return receive(r.FormValue("text"), file, to)
}

// StreamedUpload hands the file on as it comes.
func StreamedUpload(r *http.Request, to pictures.Store) (up Upload, err error) {
	parts, err := r.MultipartReader()
	if err != nil {
		return Upload{}, unreadable(err)
	}
	defer func() {
		if err != nil && up.Picture != nil {
			up.Picture.Close()
		}
	}()
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) && up.Picture != nil {
			return up, nil
		}
		if errors.Is(err, io.EOF) {
			return up, unprocessable("There is no picture.")
		}
		if err != nil {
			return up, unreadable(err)
		}
		switch name := part.FormName(); {
		case name == "text":
			b, err := io.ReadAll(io.LimitReader(part, maxText+1))
			if err != nil {
				return up, unreadable(err)
			}
			up.Text = string(b)
		case name == "picture" && up.Picture == nil:
			if up, err = receive(up.Text, part, to); err != nil {
				return up, err
			}
		}
	}
}

// receive hands on a file that looks like a picture.
func receive(text string, file io.Reader, to pictures.Store) (Upload, error) {
	in := bufio.NewReaderSize(file, 4096)
	head, err := in.Peek(512)
	if err != nil && !errors.Is(err, io.EOF) {
		return Upload{}, unreadable(err)
	}
	kind := http.DetectContentType(head)
	if _, ok := pictures.Extensions()[kind]; !ok {
		return Upload{}, unprocessable(pictures.ErrKind.Error())
	}
	picture, err := to.Receive(in, kind)
	switch {
	case errors.Is(err, pictures.ErrSize):
		return Upload{}, unprocessable(err.Error())
	case errors.Is(err, io.ErrUnexpectedEOF):
		return Upload{}, unreadable(err)
	case err != nil:
		return Upload{}, err
	}
	return Upload{text, kind, picture}, nil
}

// unreadable is the error for a form that ends early or is not a form.
func unreadable(err error) error {
	if _, ok := errors.AsType[*http.MaxBytesError](err); ok {
		return unprocessable(pictures.ErrSize.Error())
	}
	return refusal{http.StatusBadRequest, "That did not work", "The form cannot be read."}
}
