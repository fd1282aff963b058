package procfs_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/wring-go/wring/kit/procfs"
)

func ExampleOpenLoadavg() {
	f, err := procfs.OpenLoadavg()
	if err != nil {
		log.Fatal(err) // not Linux
	}
	defer f.Close()
	var load procfs.Loadavg
	for range 3 {
		if err := f.Read(&load); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(load.Tasks > 0)
	// Output: true
}

func ExampleOpenMeminfo() {
	f, err := procfs.OpenMeminfo()
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	var mem procfs.Meminfo
	if err := f.Read(&mem); err != nil {
		log.Fatal(err)
	}
	used := 100 - 100*mem.MemAvailable/mem.MemTotal
	fmt.Println(used <= 100)
	// Output: true
}

func ExampleOpenStat() {
	f, err := procfs.OpenStat()
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	var before, now procfs.Stat // two, because a value that is read into again is overwritten
	if err := errors.Join(f.Read(&before), f.Read(&now)); err != nil {
		log.Fatal(err)
	}
	ticks := now.CPU.User + now.CPU.System - before.CPU.User - before.CPU.System
	fmt.Println(len(now.CPUs) > 0, ticks < 1000)
	// Output: true true
}

func ExampleOpenStatus() {
	f, err := procfs.OpenStatus()
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	var self procfs.Status
	if err := f.Read(&self); err != nil {
		log.Fatal(err)
	}
	fmt.Println(self.Threads > 0, self.VmRSS <= self.VmHWM)
	// Output: true true
}

func ExampleOpenNetDev() {
	f, err := procfs.OpenNetDev()
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	var net procfs.NetDev
	if err := f.Read(&net); err != nil {
		log.Fatal(err)
	}
	for _, i := range net.Interfaces {
		if i.Name == "lo" {
			fmt.Println(i.Receive.Bytes == i.Transmit.Bytes)
		}
	}
	// Output: true
}

func ExampleOpenDiskstats() {
	f, err := procfs.OpenDiskstats()
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	var disks procfs.Diskstats
	if err := f.Read(&disks); err != nil {
		log.Fatal(err)
	}
	var bytes uint64
	for _, d := range disks.Disks {
		bytes += 512 * d.SectorsRead
	}
	fmt.Println(bytes%512 == 0)
	// Output: true
}

func ExampleLoadavg_Parse() {
	var load procfs.Loadavg
	err := load.Parse([]byte("0.20 0.18 0.12 1/80 11206\n"))
	fmt.Println(load.One, load.Running, load.Tasks, err)
	err = load.Parse([]byte("0.20 much\n"))
	fmt.Println(err)
	// Output:
	// 0.2 1 80 <nil>
	// procfs: cannot understand line 1 of loadavg: "0.20 much"
}

func ExampleMeminfo_Parse() {
	var m procfs.Meminfo
	err := m.Parse([]byte("MemTotal:  16 kB\nMemFuture:  1 kB\nMemWords: some words\n"))
	fmt.Println(m.MemTotal, err)
	for _, other := range m.Other {
		fmt.Printf("%s %d %q\n", other.Name, other.Value, other.Text)
	}
	// Output:
	// 16384 <nil>
	// MemFuture 1024 ""
	// MemWords 0 "some words"
}

func ExampleStat_Parse() {
	var s procfs.Stat
	err := s.Parse([]byte("cpu 30 1 20 900\ncpu0 10 0 5 400\ncpu1 20 1 15 500\nctxt 7\n"))
	fmt.Println(s.CPU.User, s.CPUs[1].Idle, s.ContextSwitches, err)
	// Output: 30 500 7 <nil>
}

func ExampleStatus_Parse() {
	var s procfs.Status
	err := s.Parse([]byte("Name:\tgopher\nVmRSS:\t  12 kB\nUid:\t7\t7\t7\t7\n"))
	fmt.Println(s.Name, s.VmRSS, s.Uid.Real, err)
	// Output: gopher 12288 7 <nil>
}

func ExampleNetDev_Parse() {
	var n procfs.NetDev
	err := n.Parse([]byte("Inter-| Receive\n face |bytes\n  lo: 10 1 0 0 0 0 0 0 20 2\n"))
	lo := n.Interfaces[0]
	fmt.Println(lo.Name, lo.Receive.Bytes, lo.Transmit.Bytes, err)
	// Output: lo 10 20 <nil>
}

func ExampleDiskstats_Parse() {
	var d procfs.Diskstats
	err := d.Parse([]byte("   8       0 sda 100 2 300 4 50 6 70 8 0 9 10\n"))
	fmt.Println(d.Disks[0].Name, d.Disks[0].Reads, d.Disks[0].Writes, err)
	// Output: sda 100 50 <nil>
}

func ExampleError() {
	var d procfs.Diskstats
	err := d.Parse([]byte("8 0 sda 100 2\n8 1 sda1 many\n"))
	var wrong *procfs.Error
	if errors.As(err, &wrong) {
		fmt.Printf("%s, line %d: %q\n", wrong.File, wrong.Line, wrong.Text)
	}
	// Output: diskstats, line 2: "8 1 sda1 many"
}
