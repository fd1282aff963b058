package main

import (
	"bufio"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
)

// writeLog writes a slow log of n entries in the form of a server, and returns its
// size. The same n and form give the same log.
func writeLog(name, form string, n int) (int64, error) {
	f, err := os.Create(name)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	w := bufio.NewWriterSize(f, 1<<20)
	r := rand.New(rand.NewPCG(1, uint64(n)))
	for i := range n {
		head(w, r, form, i)
		fmt.Fprintf(w, "SET timestamp=%d;\n%s;\n", 1_700_000_000+i/5000, statement(r))
	}
	if err := w.Flush(); err != nil {
		return 0, err
	}
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	return info.Size(), f.Close()
}

// head writes the head of an entry.
func head(w *bufio.Writer, r *rand.Rand, form string, i int) {
	seconds, lock := r.ExpFloat64()*0.002, r.Float64()*1e-5
	sent, examined, id := r.IntN(20), r.IntN(10_000), 8+r.IntN(50)
	switch form {
	case "mysql-5.7":
		fmt.Fprintf(w, "# Time: 2023-11-14T22:%02d:%02d.%06dZ\n# User@Host: isu[isu] @ localhost "+
			"[127.0.0.1]  Id: %5d\n# Query_time: %.6f  Lock_time: %.6f Rows_sent: %d  "+
			"Rows_examined: %d\n", i/300_000%60, i/5000%60, i%5000*200, id, seconds, lock, sent,
			examined)
	case "mysql-8-extra":
		fmt.Fprintf(w, "# Time: 2023-11-14T22:%02d:%02d.%06dZ\n# User@Host: isu[isu] @ localhost "+
			"[127.0.0.1]  Id: %5d\n# Query_time: %.6f  Lock_time: %.6f Rows_sent: %d  "+
			"Rows_examined: %d Thread_id: %d Errno: 0 Killed: 0 Bytes_received: 0 Bytes_sent: %d "+
			"Read_first: 0 Read_last: 0 Read_key: 1 Read_next: 0 Read_prev: 0 Read_rnd: 0 "+
			"Read_rnd_next: 0 Sort_merge_passes: 0 Sort_range_count: 0 Sort_rows: 0 "+
			"Sort_scan_count: 0 Created_tmp_disk_tables: 0 Created_tmp_tables: 0 "+
			"Start: 2023-11-14T22:00:00.000000Z End: 2023-11-14T22:00:00.000100Z\n",
			i/300_000%60, i/5000%60, i%5000*200, id, seconds, lock, sent, examined, id, sent*80)
	default:
		if i%5000 == 0 {
			fmt.Fprintf(w, "# Time: 231114 22:%02d:%02d\n", i/300_000%60, i/5000%60)
		}
		fmt.Fprintf(w, "# User@Host: isu[isu] @ localhost [127.0.0.1]\n# Thread_id: %d  "+
			"Schema: isuconp  QC_hit: No\n# Query_time: %.6f  Lock_time: %.6f  Rows_sent: %d  "+
			"Rows_examined: %d\n# Rows_affected: 0  Bytes_sent: %d\n", id, seconds, lock, sent,
			examined, sent*80)
	}
}

// statement returns a statement of a blog, or one of 200 rarer ones.
func statement(r *rand.Rand) string {
	id := r.IntN(100_000)
	switch r.IntN(10) {
	case 0, 1, 2:
		return fmt.Sprintf("SELECT * FROM `users` WHERE `id` = %d", id)
	case 3, 4:
		return fmt.Sprintf("SELECT COUNT(*) AS `count` FROM `comments` WHERE `post_id` = %d", id)
	case 5, 6:
		return fmt.Sprintf("SELECT * FROM `comments` WHERE `post_id` = %d ORDER BY `created_at` "+
			"DESC LIMIT 3", id)
	case 7:
		return "SELECT `id`, `user_id`, `body`, `created_at`, `mime` FROM `posts` WHERE " +
			"`created_at` <= '2016-01-02T11:46:23+09:00' ORDER BY `created_at` DESC"
	case 8:
		return fmt.Sprintf("INSERT INTO `comments` (`post_id`, `user_id`, `comment`) VALUES "+
			"(%d,%d,'it''s %s')", id, r.IntN(1000), strings.Repeat("word ", r.IntN(20)))
	}
	return fmt.Sprintf("SELECT c%d FROM t%d\nWHERE id IN (%s1)", r.IntN(10), r.IntN(20),
		strings.Repeat("4711, ", r.IntN(40)))
}

// inList returns a statement with a list of n numbers.
func inList(n int) string {
	return "SELECT a FROM t WHERE id IN (" + strings.Repeat("12345, ", n-1) + "1)"
}
