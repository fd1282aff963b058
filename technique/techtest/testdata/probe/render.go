package probe

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// maxDepth bounds how far pointers are followed.
const maxDepth = 40

// render prints what p points to so that two values print alike only when a
// program could not tell them apart: nil and empty differ, NaN has bits, and
// errors have their type and text. Capacities are not looked at.
func render(p any) string {
	var b strings.Builder
	write(&b, reflect.ValueOf(p).Elem(), 0)
	return b.String()
}

func write(b *strings.Builder, v reflect.Value, depth int) {
	if !v.IsValid() || depth > maxDepth {
		b.WriteString("?")
		return
	}
	if err, ok := errorIn(v); ok {
		fmt.Fprintf(b, "error(%T) %q", err, err.Error())
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface, reflect.Slice, reflect.Map, reflect.Func,
		reflect.Chan, reflect.UnsafePointer:
		if v.IsNil() {
			b.WriteString("nil")
			return
		}
	}
	writeKind(b, v, depth+1)
}

func writeKind(b *strings.Builder, v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.Pointer:
		b.WriteString("&")
		write(b, v.Elem(), depth)
	case reflect.Interface:
		b.WriteString(v.Elem().Type().String() + " ")
		write(b, v.Elem(), depth)
	case reflect.Slice, reflect.Array:
		if v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
			b.WriteString("bytes ")
			quote(b, string(v.Bytes()))
			return
		}
		b.WriteString("[")
		for i := range v.Len() {
			write(b, v.Index(i), depth)
			b.WriteString(" ")
		}
		b.WriteString("]")
	case reflect.Struct:
		b.WriteString("{")
		for i := range v.NumField() {
			b.WriteString(v.Type().Field(i).Name + ":")
			write(b, v.Field(i), depth)
			b.WriteString(" ")
		}
		b.WriteString("}")
	case reflect.Map:
		writeMap(b, v, depth)
	case reflect.Func, reflect.Chan, reflect.UnsafePointer:
		b.WriteString(v.Type().String())
	default:
		writeBasic(b, v)
	}
}

// writeMap prints a map in the order of its printed entries.
func writeMap(b *strings.Builder, v reflect.Value, depth int) {
	var entries []string
	for it := v.MapRange(); it.Next(); {
		var e strings.Builder
		write(&e, it.Key(), depth)
		e.WriteString(":")
		write(&e, it.Value(), depth)
		entries = append(entries, e.String())
	}
	slices.Sort(entries)
	fmt.Fprintf(b, "map%q", entries)
}

// writeBasic prints without package fmt: it is most of what a test of all cases does.
func writeBasic(b *strings.Builder, v reflect.Value) {
	var room [64]byte
	switch {
	case v.CanInt():
		b.Write(strconv.AppendInt(room[:0], v.Int(), 10))
	case v.CanUint():
		b.Write(strconv.AppendUint(room[:0], v.Uint(), 10))
	case v.CanFloat():
		fmt.Fprintf(b, "%v/%x", v.Float(), math.Float64bits(v.Float()))
	case v.CanComplex():
		c := v.Complex()
		fmt.Fprintf(b, "%x,%x", math.Float64bits(real(c)), math.Float64bits(imag(c)))
	case v.Kind() == reflect.Bool:
		b.WriteString(strconv.FormatBool(v.Bool()))
	default:
		quote(b, v.String())
	}
}

// quote prints a text after its length, so that none looks like two.
func quote(b *strings.Builder, text string) {
	var room [24]byte
	b.Write(append(strconv.AppendInt(room[:0], int64(len(text)), 10), ' ', '"'))
	b.WriteString(text)
	b.WriteByte('"')
}

// errorIn returns the error that v is, if its methods may be called.
func errorIn(v reflect.Value) (error, bool) {
	if !v.CanInterface() || v.Kind() == reflect.Pointer && v.IsNil() {
		return nil, false
	}
	err, ok := v.Interface().(error)
	return err, ok && err != nil
}

// scribble overwrites the elements of all slices that v leads to.
func scribble(v reflect.Value, depth int) {
	if depth > maxDepth {
		return
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		scribble(v.Elem(), depth+1)
	case reflect.Struct:
		for i := range v.NumField() {
			scribble(v.Field(i), depth+1)
		}
	case reflect.Slice:
		for i := range v.Len() {
			scribble(v.Index(i), depth+1)
			overwrite(v.Index(i))
		}
	}
}

func overwrite(v reflect.Value) {
	switch {
	case !v.CanSet():
	case v.CanInt():
		v.SetInt(v.Int() ^ 1)
	case v.CanUint():
		v.SetUint(v.Uint() ^ 1)
	case v.Kind() == reflect.String:
		v.SetString(v.String() + "!")
	}
}
