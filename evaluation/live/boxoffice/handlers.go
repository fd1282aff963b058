package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"html/template"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"github.com/go-chi/chi/v5"
)

type (
	showRow struct {
		ID    int64
		Title string
		Hall  int64
	}
	hallRow struct{ Name, City string }
	saleRow struct{ Show, Seats, Price int64 }
	sumRow  struct{ N int64 }
	seatRow struct{ Row, Seat int64 }
)

// list asks for the hall of each show, or, joined, for all at once.
func (o *office) list(w http.ResponseWriter, r *http.Request) error {
	if o.solved["join"] {
		var all []struct{ Title, Name, City string }
		err := o.db.List(r.Context(), &all, `SELECT s.title, h.name, h.city FROM shows s
			JOIN halls h ON h.id = s.hall_id ORDER BY s.id LIMIT 30`)
		for _, s := range all {
			fmt.Fprintf(w, "%s: %s, %s\n", s.Title, s.Name, s.City)
		}
		return err
	}
	var shows []showRow
	err := o.db.List(r.Context(), &shows,
		"SELECT id, title, hall_id FROM shows ORDER BY id LIMIT 30")
	if err != nil {
		return err
	}
	for _, s := range shows {
		h, err := o.hallOf(r, s)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "%s: %s, %s\n", s.Title, h.Name, h.City)
	}
	return nil
}

func (o *office) hallOf(r *http.Request, s showRow) (h hallRow, err error) {
	if h, ok := o.shop.hall[s.Hall]; ok {
		return h, nil
	}
	err = o.db.First(r.Context(), &h, "SELECT name, city FROM halls WHERE id = $1", s.Hall)
	return h, err
}

// show adds up the seats that are sold, for which there may be an index.
func (o *office) show(w http.ResponseWriter, r *http.Request) error {
	if o.shop.sold != nil {
		id, err := strconv.ParseInt(chi.URLParam(r, "id"), 10, 64)
		fmt.Fprintf(w, "%d seats are sold\n", o.shop.sold[id].N)
		return err
	}
	var sold sumRow
	err := o.db.First(r.Context(), &sold,
		"SELECT COALESCE(SUM(seats), 0) FROM sales WHERE show_id = $1", chi.URLParam(r, "id"))
	fmt.Fprintf(w, "%d seats are sold\n", sold.N)
	return err
}

// poster sends a picture from the database, or from a file.
func (o *office) poster(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Content-Type", "image/png")
	if o.solved["files"] {
		http.ServeFile(w, r, filepath.Join(o.shop.dir, chi.URLParam(r, "id")))
		return nil
	}
	var p struct{ Poster []byte }
	err := o.db.First(r.Context(), &p, "SELECT poster FROM shows WHERE id = $1",
		chi.URLParam(r, "id"))
	if err != nil {
		return err
	}
	_, err = w.Write(p.Poster)
	return err
}

// takings adds up all sales, here or in the database.
func (o *office) takings(w http.ResponseWriter, r *http.Request) error {
	if o.shop.sold != nil {
		fmt.Fprintf(w, "taken: %d\n", o.shop.all.N)
		return nil
	}
	if o.solved["sum"] {
		var all sumRow
		err := o.db.First(r.Context(), &all, "SELECT SUM(seats * price) FROM sales")
		fmt.Fprintf(w, "taken: %d\n", all.N)
		return err
	}
	var sales []saleRow
	err := o.db.List(r.Context(), &sales, "SELECT show_id, seats, price FROM sales")
	if err != nil {
		return err
	}
	sum := int64(0)
	for _, s := range sales {
		sum += s.Seats * s.Price
	}
	fmt.Fprintf(w, "taken: %d\n", sum)
	return nil
}

// seat gives the next free seat, of which no two visitors may have the same. The
// lock is held while the database is asked, or for the number alone.
func (o *office) seat(w http.ResponseWriter, r *http.Request) error {
	if !o.solved["unlocked"] {
		o.shop.mu.Lock()
		defer o.shop.mu.Unlock()
		o.shop.next++
		return o.seatOf(w, r, o.shop.next)
	}
	o.shop.mu.Lock()
	o.shop.next++
	n := o.shop.next
	o.shop.mu.Unlock()
	return o.seatOf(w, r, n)
}

func (o *office) seatOf(w http.ResponseWriter, r *http.Request, n int64) error {
	s, ok := o.shop.plan[1+n%1000]
	if !ok {
		// pg_sleep stands for a database that is far away.
		err := o.db.First(r.Context(), &s,
			"SELECT row_no, seat_no FROM seats, pg_sleep(0.01) WHERE id = $1", 1+n%1000)
		if err != nil {
			return err
		}
	}
	fmt.Fprintf(w, "row %d, seat %d\n", s.Row, s.Seat)
	return nil
}

// programme shows what is on, by a page of templates that are parsed for each
// request or once.
func (o *office) programme(w http.ResponseWriter, _ *http.Request) error {
	t := o.shop.page
	if !o.solved["parsed"] {
		var err error
		if t, err = template.ParseFS(pages, "*.html"); err != nil {
			return err
		}
	}
	return t.ExecuteTemplate(w, "programme.html", []string{"Hamlet", "Faust", "Tartuffe"})
}

// ticket marks a ticket in a way that cannot be guessed, by a command or here.
func (o *office) ticket(w http.ResponseWriter, r *http.Request) error {
	mark, err := o.mark(r, chi.URLParam(r, "number"))
	if err == nil {
		fmt.Fprintln(w, "ticket", mark[:12])
	}
	return err
}

func (o *office) mark(r *http.Request, number string) (string, error) {
	if o.solved["inprocess"] {
		sum := sha256.Sum256([]byte("secret " + number))
		return hex.EncodeToString(sum[:]), nil
	}
	cmd := exec.CommandContext(r.Context(), "sha256sum")
	cmd.Stdin = bytes.NewReader([]byte("secret " + number))
	out, err := cmd.Output()
	return string(out), err
}

// export writes the posters to files.
func (o *office) export(ctx context.Context, dir string) error {
	var shows []struct {
		ID     int64
		Poster []byte
	}
	err := o.db.List(ctx, &shows, "SELECT id, poster FROM shows")
	if err != nil {
		return err
	}
	for _, s := range shows {
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(s.ID)), s.Poster, 0o666); err != nil {
			return err
		}
	}
	return nil
}
