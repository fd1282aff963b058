// Package ownvar has variables that function literals use, and of which some are seen by others.
package ownvar

import (
	"errors"
	"strconv"
	"strings"
)

type tally struct{ n, calls int }

func (t *tally) add(n int) { t.n, t.calls = t.n+n, t.calls+1 }

func (t *tally) self() *tally { return t }

// Total is counted by a goroutine alone, and by one that goes on from what was counted before.
func Total(words []string) int {
	var t tally
	most := 0
	out := make(chan int, 2)
	go func() {
		for _, w := range words {
			t.add(len(w))
			most = max(most, len(w))
		}
		out <- t.n*100 + t.calls + most
	}()
	u := tally{n: len(words)}
	go func() {
		u.add(1)
		out <- u.n * 10000
	}()
	return <-out + <-out
}

// Waited reads what the goroutine has counted.
func Waited(words []string) int {
	n := 0
	done := make(chan bool)
	go func() {
		n = 1
		for _, w := range words {
			n += len(w)
		}
		close(done)
	}()
	<-done
	return n
}

// Numbers are given out one after the other.
func Numbers(list []int) string {
	n := 0
	var takes []func(int) int
	takes = append(takes, func(step int) int {
		n += step
		return n
	})
	var out strings.Builder
	for _, step := range list {
		out.WriteString(strconv.Itoa(takes[0](step)) + " ")
	}
	return out.String()
}

// Last keeps what the last valid word gave, for the words that give nothing.
func Last(words []string) string {
	n := 0
	if len(words) > 3 {
		n = 3
	}
	out := make(chan string)
	go func() {
		var text strings.Builder
		for _, w := range words {
			if len(w) > 1 {
				n = len(w)
			}
			text.WriteString(strconv.Itoa(n))
		}
		out <- text.String()
	}()
	return <-out
}

// Failed tells the error of the last word to a call that is deferred before it.
func Failed(words []string) string {
	_, err := strconv.Atoi("1")
	if err != nil {
		return err.Error()
	}
	out := make(chan string)
	go func() {
		text := ""
		defer func() {
			recover()
			out <- text
		}()
		for _, w := range words {
			defer func() {
				if err != nil {
					text += w + err.Error()
				}
			}()
			_, err = strconv.Atoi(w)
		}
	}()
	return <-out
}

// Deep visits itself before it returns the error.
func Deep(n int) string {
	_, err := strconv.Atoi("1")
	if err != nil {
		return ""
	}
	var visit func(n int) error
	visits := make(chan func(n int) error, 1)
	visits <- func(n int) error {
		err = nil
		if n%2 == 0 {
			err = errors.New(strconv.Itoa(n))
		}
		if n > 0 {
			visit(n - 1)
		}
		return err
	}
	visit = <-visits
	if got := visit(min(n, 50)); got != nil {
		return got.Error()
	}
	return "nil"
}

// Handed lets the goroutine see what becomes of the variable after it has begun.
func Handed(words []string) string {
	text := "a"
	ask, answer := make(chan bool), make(chan string)
	go func() {
		text = "b"
		ask <- true
		<-ask
		text += "c"
		answer <- text
	}()
	<-ask
	text = strings.Join(words, "+")
	ask <- true
	return <-answer
}

// Pointed counts by way of a pointer that it had before.
func Pointed(words []string) int {
	var t tally
	p := t.self()
	done := make(chan bool)
	go func() {
		for _, w := range words {
			t.add(len(w))
		}
		done <- true
	}()
	<-done
	return p.n*100 + p.calls
}

var limit int

// Limited begins with what the package has when it is called.
func Limited(words []string) string {
	limit = len(words)
	left := limit
	out := make(chan string)
	begin := make(chan bool)
	go func() {
		<-begin
		text := ""
		for _, w := range words {
			if left -= 2; left < 0 {
				break
			}
			text += w + strconv.Itoa(left)
		}
		out <- text
	}()
	limit = -1
	begin <- true
	return <-out
}

// Rounds share one variable.
func Rounds(words []string) string {
	n := 0
	out := make(chan string)
	text := ""
	for _, w := range words {
		go func() {
			n += len(w)
			out <- strconv.Itoa(n)
		}()
		text += <-out + " "
	}
	return text
}

// Scratch uses the error of the function for another one.
func Scratch(words []string) string {
	n, err := strconv.Atoi("7")
	if err != nil {
		return ""
	}
	out := make(chan string)
	go func() {
		text := ""
		for _, w := range words {
			if _, err = strconv.Atoi(w); err != nil {
				text += err.Error()
				continue
			}
			text += w
		}
		out <- text
	}()
	return <-out + strconv.Itoa(n)
}
