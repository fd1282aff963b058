package procfs

import (
	"reflect"
	"strings"
	"testing"
)

// Every name of a field that has one is known: none ends up in Other, and each
// has a place of its own.
func TestNames(t *testing.T) {
	more := map[string]string{"Uid": "\t0\t0\t0", "Gid": "\t0\t0\t0"}
	for _, c := range []struct {
		file  string
		value any
		line  func(name string) string
	}{
		{"meminfo", Meminfo{}, func(name string) string { return name + ": 77\n" }},
		{"self/status", Status{}, func(name string) string {
			return name + ":\t77" + more[name] + "\n"
		}},
	} {
		known := 0
		for _, name := range kernelNames[c.file] {
			got, err := parserOf(c.file).parse(c.line(name))
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if n := fieldsSet(got); n != 1 {
				t.Errorf("%s sets %d fields: %+v", name, n, got)
			}
			known++
		}
		fields := reflect.TypeOf(c.value).NumField() - 1 - len(compound[c.file])
		if known != fields {
			t.Errorf("%s: %d names for %d fields", c.file, known, fields)
		}
	}
}

// fieldsSet counts the fields that are not zero, Other being none.
func fieldsSet(value any) (n int) {
	v := reflect.ValueOf(value).Elem()
	for i := range v.NumField() {
		if f := v.Field(i); v.Type().Field(i).Name != "Other" && !isEmpty(f) {
			n++
		}
	}
	return n
}

func isEmpty(f reflect.Value) bool {
	return f.IsZero() || f.Kind() == reflect.Slice && f.Len() == 0
}

// compound lists the fields that a plain number does not set.
var compound = map[string][]string{"self/status": {"SigQ"}}

// kernelNames are the names as the kernel's documentation of /proc lists them.
var kernelNames = map[string][]string{
	"meminfo": strings.Fields(`MemTotal MemFree MemAvailable Buffers Cached SwapCached Active
		Inactive Active(anon) Inactive(anon) Active(file) Inactive(file) Unevictable Mlocked
		HighTotal HighFree LowTotal LowFree MmapCopy SwapTotal SwapFree Zswap Zswapped Dirty
		Writeback AnonPages Mapped Shmem KReclaimable Slab SReclaimable SUnreclaim KernelStack
		ShadowCallStack PageTables SecPageTables NFS_Unstable Bounce WritebackTmp CommitLimit
		Committed_AS VmallocTotal VmallocUsed VmallocChunk Percpu EarlyMemtestBad
		HardwareCorrupted AnonHugePages ShmemHugePages ShmemPmdMapped FileHugePages
		FilePmdMapped CmaTotal CmaFree Unaccepted Balloon HugePages_Total HugePages_Free
		HugePages_Rsvd HugePages_Surp Hugepagesize Hugetlb DirectMap4k DirectMap64k DirectMap2M
		DirectMap4M DirectMap512M DirectMap1G Quicklists`),
	"self/status": strings.Fields(`Name Umask State Tgid Ngid Pid PPid TracerPid Uid Gid FDSize
		Groups NStgid NSpid NSpgid NSsid Kthread VmPeak VmSize VmLck VmPin VmHWM VmRSS RssAnon
		RssFile RssShmem VmData VmStk VmExe VmLib VmPTE VmPMD VmSwap HugetlbPages CoreDumping
		THP_enabled untag_mask Threads SigPnd ShdPnd SigBlk SigIgn SigCgt CapInh CapPrm
		CapEff CapBnd CapAmb NoNewPrivs Seccomp Seccomp_filters Speculation_Store_Bypass
		SpeculationIndirectBranch Cpus_allowed Cpus_allowed_list Mems_allowed Mems_allowed_list
		voluntary_ctxt_switches nonvoluntary_ctxt_switches`),
}
