package mysqltext

import "strings"

// What a keyword does to the words and parentheses beside it.
type does uint32

const (
	inMySQL    does = 1 << iota // reserved there
	inPostgres                  // reserved there
	value                       // ends an operand: a sign after it is no sign of a number
	null                        // a literal, where a value can stand
	typed                       // belongs to a string after it: DATE '2026-01-01'
	names                       // a name follows, so a parenthesis after that opens no call
	called                      // may be a function
	unit                        // of an interval
	ddl                         // begins a statement that defines something
	castable                    // a type in CAST
	keeping                     // NULL after it is part of an operator
	listing                     // IN
	rowing                      // VALUES
	casts                       // a function with a type in it
	unitFirst                   // a function that begins with a unit
	inserting                   // begins a statement with VALUES
)

// The words that are keywords wherever they stand without quotes and not after
// a dot. Those that only some servers reserve are in the phrases.
const (
	reservedBoth = "all analyze and as asc between both by case check collate column constraint " +
		"create cross current_date current_time current_timestamp current_user " +
		"default delete desc distinct else except exists false fetch for foreign from " +
		"grant group having in inner insert intersect interval into is join lateral " +
		"leading left like limit localtime localtimestamp natural not null on or " +
		"order outer over partition primary recursive references returning right " +
		"select set table then to trailing true union unique update using values when " +
		"where with"
	reservedMySQL = "accessible add alter asensitive before bigint binary blob call cascade " +
		"change char character condition continue convert cursor database databases " +
		"day_hour day_microsecond day_minute day_second dec decimal declare delayed " +
		"describe deterministic distinctrow div double drop dual each elseif enclosed " +
		"escaped exit explain float float4 float8 force fulltext high_priority " +
		"hour_microsecond hour_minute hour_second if ignore index infile inout " +
		"insensitive int int1 int2 int3 int4 int8 integer iterate key keys kill leave " +
		"linear lines load lock long longblob longtext loop low_priority match " +
		"maxvalue mediumblob mediumint mediumtext middleint minute_microsecond " +
		"minute_second mod modifies no_write_to_binlog numeric optimize option " +
		"optionally out outfile precision procedure purge range read reads read_write " +
		"real regexp release rename repeat replace require resignal restrict return " +
		"revoke rlike schema schemas second_microsecond sensitive separator show " +
		"signal smallint spatial specific sql sqlexception sqlstate sqlwarning " +
		"sql_big_result sql_calc_found_rows sql_small_result ssl starting " +
		"straight_join terminated tinyblob tinyint tinytext trigger undo unlock " +
		"unsigned usage use utc_date utc_time utc_timestamp varbinary varchar " +
		"varcharacter varying while write xor year_month zerofill"
	reservedPostgres = "analyse any array asymmetric cast collation concurrently current_catalog " +
		"current_role current_schema deferrable do end freeze full ilike initially " +
		"isnull notnull offset only overlaps placing session_user similar some " +
		"symmetric tablesample user variadic verbose window alter drop replace if " +
		"explain call"
)

// Words with a property, keywords or not.
var properties = map[does]string{
	value: "current_date current_time current_timestamp current_user localtime localtimestamp " +
		"utc_date utc_time utc_timestamp session_user end null true false default " +
		"current_catalog current_role current_schema user",
	null:  "null true false",
	typed: "date time timestamp",
	names: "into table references update recursive as index key constraint exists call procedure " +
		"function view trigger ignore low_priority delayed database schema replace insert " +
		"savepoint with unique",
	called: "char left right if replace insert mod repeat convert database schema current_date " +
		"current_time current_timestamp current_user localtime localtimestamp utc_date utc_time " +
		"utc_timestamp varchar decimal numeric float double int integer bigint smallint tinyint " +
		"mediumint binary varbinary dec real character cast any some current_schema",
	unit: "microsecond second minute hour day week month quarter year day_hour day_microsecond " +
		"day_minute day_second hour_microsecond hour_minute hour_second minute_microsecond " +
		"minute_second second_microsecond year_month",
	ddl:       "create alter",
	keeping:   "is not with",
	listing:   "in",
	casts:     "cast convert try_cast",
	unitFirst: "extract timestampdiff timestampadd",
	inserting: "insert replace",
	rowing:    "values value",
	castable: "signed unsigned date time datetime json year nchar text timestamp timestamptz " +
		"uuid jsonb bool boolean bytea point numeric int integer bigint smallint varchar char " +
		"real float decimal double interval regclass",
}

// phrases are where a word that may be a name is a keyword: after the word before
// it, here or in one of the others, or before the word after it when both are
// here with a plus sign. A question mark is any literal, a ) itself, x a name.
const phrases = `on duplicate key|set names|set session|set global|set local|set character
set transaction|session transaction|global transaction|transaction isolation|isolation level
level read|read committed|read uncommitted|read only|level repeatable|repeatable read
level serializable|start transaction|transaction read|with consistent snapshot
update skip|share skip|skip locked|update nowait|share nowait|update of|for share|in share
share mode|with rollup|offset+?|rows+only|row+only|fetch first|fetch next
in boolean mode|in natural language mode|with query expansion|show full processlist|full tables
full columns|show processlist|show tables|show columns|show status|show variables|show warnings
show errors|show engine|show engines|show privileges|show grants|show master status|show slave
show replica|slave status|replica status|show session|show global|session status
session variables|global status|global variables|show count|show plugins|show triggers|show events
show fields|show open tables|create temporary|drop temporary|create or|create algorithm
create definer|create view|drop view|create event|drop event|create function|drop function
replace view|replace function|lock tables|unlock tables|flush tables|flush status|flush logs
flush privileges|kill query|explain format|explain extended|explain partitions|rollback to savepoint
release savepoint|commit work|rollback work|from dual|between unbounded
unbounded preceding|unbounded following|and unbounded|between current|and current|current row
? preceding|? following|rows+between|rows+unbounded|rows+current|groups+between|nulls+first
nulls+last|nulls first|nulls last|at+time|time+zone|time zone|with time|without time
on conflict do nothing|do update|not materialized|as+materialized|similar to|is unknown
escape+?|sounds+like|member+of|add index|no action|if not|is json|grouping+sets
select sql_no_cache|select sql_cache|select sql_buffer_result|distinct sql_no_cache
begin work|load data local infile|alter user|create user|drop user|create role|create extension
for no|no key|key share|create unlogged|create sequence|create index|drop index|unique index
create database|create trigger|create procedure|drop procedure|drop trigger|drop database
day preceding|day following|hour preceding|hour following|minute preceding|minute following
second preceding|second following|month preceding|month following|year preceding|year following
identified+by|fields+terminated|fields+enclosed|fields+escaped|for system_time|of+timestamp
of timestamp|within+group|exclude+ties|exclude+group|exclude+no|exclude+current|exclude ties
no others|overriding+system|overriding+user|system+value|overriding system|system value
from stdin|to stdout|as materialized|restart+identity|restart identity|identity cascade
rows+examined|rows examined|search+depth|search+breadth|depth+first|breadth+first|search depth
generated+always|generated always|always+as|as identity|rows+with|row+with|with ties
fetch forward|fetch backward|cursor+for
deallocate prepare|xa start|analyze format|explain buffers|add column|drop column|modify column`

// wordInfo is what is known of a word. The zero value is a name.
type wordInfo struct {
	key  key
	does does
	id   uint16 // for the phrases; 0 is a name
}

func (w *wordInfo) is(d does) bool { return w.does&d != 0 }

func (w *wordInfo) reserved(d Dialect) bool {
	if d == PostgreSQL {
		return w.does&inPostgres != 0
	}
	return w.does&inMySQL != 0
}

// wordBits is the size of the table of words: at most half of it is full.
const wordBits = 10

// dictionary is the words with their table, by hash with open addressing, and
// which pairs of them are phrases. A slot holds the number of a word; 0 is none.
type dictionary struct {
	slots [1 << wordBits]uint16
	words [1 << (wordBits - 1)]wordInfo // the word with an id is at its place
	pairs map[uint32]bool
	used  uint16
	none  wordInfo // of what is no keyword

	literal wordInfo // of a literal, for the phrases
}

// The ids of what is no word in the phrases.
const (
	idName uint16 = iota
	idLiteral
	idClose
	firstID
)

var words = dictionaryOf()

func dictionaryOf() *dictionary {
	d := &dictionary{pairs: map[uint32]bool{}, used: firstID}
	d.literal.id = idLiteral
	d.mark(reservedBoth, inMySQL|inPostgres)
	d.mark(reservedMySQL, inMySQL)
	d.mark(reservedPostgres, inPostgres)
	for property, list := range properties {
		d.mark(list, property)
	}
	for phrase := range strings.FieldsFuncSeq(phrases, func(r rune) bool {
		return r == '|' || r == '\n'
	}) {
		d.phrase(phrase)
	}
	return d
}

func (d *dictionary) mark(list string, property does) {
	for word := range strings.FieldsSeq(list) {
		d.slot(word).does |= property
	}
}

// phrase notes that the words of a phrase are keywords one after the other.
func (d *dictionary) phrase(phrase string) {
	before := true
	if strings.Contains(phrase, "+") {
		before, phrase = false, strings.Replace(phrase, "+", " ", 1)
	}
	last, any := uint16(0), false
	for word := range strings.FieldsSeq(phrase) {
		id := d.id(word)
		if any {
			d.pairs[pair(last, id, before)] = true
		}
		last, any = id, true
	}
}

func (d *dictionary) id(word string) uint16 {
	switch word {
	case "x":
		return idName
	case "?":
		return idLiteral
	case ")":
		return idClose
	}
	return d.slot(word).id
}

// slot returns the entry of a word, which it makes if there is none.
func (d *dictionary) slot(word string) *wordInfo {
	k, ok := keyOf([]byte(word))
	if !ok {
		panic("mysqltext: the keyword " + word + " is too long for the table")
	}
	i := k.hash(wordBits)
	for d.slots[i] != 0 && d.words[d.slots[i]].key != k {
		i = (i + 1) % (1 << wordBits)
	}
	if d.slots[i] == 0 {
		d.slots[i] = d.used
		d.words[d.used] = wordInfo{key: k, id: d.used}
		d.used++
	}
	return &d.words[d.slots[i]]
}

// lookup returns what is known of a word; never nil.
func lookup(word []byte) *wordInfo {
	k, ok := keyOf(word)
	if !ok {
		return &words.none
	}
	for i := k.hash(wordBits); ; i = (i + 1) % (1 << wordBits) {
		n := words.slots[i]
		if n == 0 {
			return &words.none
		}
		if w := &words.words[n]; w.key == k {
			return w
		}
	}
}

func pair(first, second uint16, before bool) uint32 {
	p := uint32(first)<<16 | uint32(second)<<1
	if before {
		p |= 1
	}
	return p
}

// follows reports whether second is a keyword because of first before it.
func follows(first, second *wordInfo) bool { return words.pairs[pair(first.id, second.id, true)] }

// leads reports whether first is a keyword because of second after it.
func leads(first, second *wordInfo) bool { return words.pairs[pair(first.id, second.id, false)] }
