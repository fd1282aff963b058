package ownvar

import (
	"errors"
	"strconv"
	"strings"
)

// The goroutine has a variable of its own, and the function reads another one.
func Waited(words []string) int {
	n := 1
	done := make(chan bool)
	go func() {
		n := 1
		for _, w := range words {
			n += len(w)
		}
		close(done)
	}()
	<-done
	return n
}

// Each call begins at zero.
func Numbers(list []int) string {
	var takes []func(int) int
	takes = append(takes, func(step int) int {
		n := 0
		n += step
		return n
	})
	var out strings.Builder
	for _, step := range list {
		out.WriteString(strconv.Itoa(takes[0](step)) + " ")
	}
	return out.String()
}

// Each round begins with zero, where it is not sure to get a value.
func Last(words []string) string {
	out := make(chan string)
	go func() {
		var text strings.Builder
		for _, w := range words {
			n := 0
			if len(w) > 1 {
				n = len(w)
			}
			text.WriteString(strconv.Itoa(n))
		}
		out <- text.String()
	}()
	return <-out
}

// Each round has an error of its own, which its deferred call sees.
func Failed(words []string) string {
	out := make(chan string)
	go func() {
		text := ""
		defer func() {
			recover()
			out <- text
		}()
		for _, w := range words {
			_, err := strconv.Atoi(w)
			defer func() {
				if err != nil {
					text += w + err.Error()
				}
			}()
		}
	}()
	return <-out
}

// Each visit has an error of its own.
func Deep(n int) string {
	var visit func(n int) error
	visits := make(chan func(n int) error, 1)
	visits <- func(n int) error {
		var err error
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

// The goroutine does not see what the function assigns.
func Handed(words []string) string {
	text := "a"
	ask, answer := make(chan bool), make(chan string)
	go func() {
		text := text
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

// The pointer leads to the variable of the function, and the goroutine counts its own.
func Pointed(words []string) int {
	var t tally
	p := t.self()
	done := make(chan bool)
	go func() {
		t := t
		for _, w := range words {
			t.add(len(w))
		}
		done <- true
	}()
	<-done
	return p.n*100 + p.calls
}

// The declaration reads the variable of the package when that has changed.
func Limited(words []string) string {
	limit = len(words)
	out := make(chan string)
	begin := make(chan bool)
	go func() {
		<-begin
		left := limit
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

// Each goroutine begins with what the function has.
func Rounds(words []string) string {
	n := 0
	out := make(chan string)
	text := ""
	for _, w := range words {
		go func() {
			n := n
			n += len(w)
			out <- strconv.Itoa(n)
		}()
		text += <-out + " "
	}
	return text
}
