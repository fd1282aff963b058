package procfs

import (
	"errors"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// refStat is the reference of /proc/stat.
func refStat(text string) (any, error) {
	s := new(Stat)
	named := map[string]*uint64{"ctxt": &s.ContextSwitches, "btime": &s.BootTime,
		"processes": &s.Processes, "procs_running": &s.Running, "procs_blocked": &s.Blocked}
	for _, line := range linesOf(text) {
		fields := fieldsOf(line)
		if len(fields) == 0 {
			return s, errReference
		}
		name, values := fields[0], fields[1:]
		first, err := strconv.ParseUint(strings.Join(values[:min(1, len(values))], ""), 10, 64)
		digits, isCPU := strings.CutPrefix(name, "cpu")
		number, notOne := strconv.ParseUint(digits, 10, 64)
		switch {
		case isCPU && digits == "":
			s.CPU = CPU{}
			err = errors.Join(err, refCPU(values, &s.CPU))
		case isCPU && notOne == nil:
			c := CPU{Number: number}
			err = errors.Join(err, refCPU(values, &c))
			s.CPUs = append(s.CPUs, c)
		case name == "intr" && err == nil:
			s.Interrupts = first
			s.PerInterrupt, err = refList[uint64](values[1:], 64)
		case name == "softirq" && err == nil:
			s.SoftInterrupts = first
			s.PerSoftInterrupt, err = refList[uint64](values[1:], 64)
		case named[name] != nil:
			*named[name] = first
		case name != "intr" && name != "softirq":
			s.Other = append(s.Other, refOther(name, line, first, err == nil))
			err = nil
		}
		if err != nil {
			return s, err
		}
	}
	return s, nil
}

func refOther(name, line string, n uint64, isNumber bool) Amount {
	if isNumber {
		return Amount{Name: name, Value: n}
	}
	_, text, _ := strings.Cut(line, name)
	return Amount{Name: name, Text: trimmed(text)}
}

// refCPU sets all fields but the number.
func refCPU(fields []string, c *CPU) error {
	var ten [10]uint64
	list, err := refList[uint64](fields[:min(10, len(fields))], 64)
	copy(ten[:], list)
	for i, n := range ten {
		reflect.ValueOf(c).Elem().Field(i + 1).SetUint(n)
	}
	return err
}

// refStatus is the reference of /proc/self/status.
func refStatus(text string) (any, error) {
	s := new(Status)
	for _, line := range linesOf(text) {
		name, rest, found := strings.Cut(line, ":")
		if name = trimmed(name); !found || name == "" {
			return s, errReference
		}
		if name != "SigQ" && !slices.Contains(kernelNames["self/status"], name) {
			s.Other = append(s.Other, Text{name, trimmed(rest)})
			continue
		}
		to := reflect.ValueOf(s).Elem().FieldByName(goName(name)).Addr().Interface()
		if err := refField(name, rest, to); err != nil {
			return s, err
		}
	}
	return s, nil
}

func refField(name, rest string, to any) (err error) {
	value := trimmed(rest)
	switch to := to.(type) {
	case *string:
		*to = value
		if after, tab := strings.CutPrefix(rest, "\t"); tab {
			*to = after
		}
	case *Queue:
		*to, err = refQueue(value)
	case *[]uint32:
		*to, err = refList[uint32](fieldsOf(value), 32)
	case *IDs:
		fields := fieldsOf(value)
		if len(fields) < 4 {
			return errReference
		}
		err = refNumbers(fields, to)
	case *uint64:
		*to, err = refNumeral(name, value)
	}
	return err
}

func refNumeral(name, value string) (uint64, error) {
	for _, prefix := range []string{"Vm", "Rss", "Hugetlb"} {
		if strings.HasPrefix(name, prefix) {
			return refAmount(value)
		}
	}
	if name == "Umask" {
		return strconv.ParseUint(value, 8, 64)
	}
	for _, prefix := range []string{"SigP", "SigB", "SigI", "SigC", "ShdPnd", "Cap", "untag"} {
		if strings.HasPrefix(name, prefix) {
			return strconv.ParseUint(strings.TrimPrefix(value, "0x"), 16, 64)
		}
	}
	return strconv.ParseUint(value, 10, 64)
}
