package jsonata_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/flowglot/flowglot/pkg/jsonata"
	"github.com/flowglot/flowglot/pkg/value"
)

// shop is the document of the tests.
const shop = `{
	"name": "Corner", "open": true, "note": null, "empty": [], "nothing": {},
	"orders": [
		{"id": 1, "lines": [{"item": "pen", "price": 2, "count": 3}, {"item": "ink", "price": 7.5, "count": 1}]},
		{"id": 2, "lines": [{"item": "pen", "price": 2.5, "count": 10}]}
	],
	"grid": [[1, 2], [3]]
}`

// results are expressions over shop and their values as JSON; "" is undefined.
var results = []struct{ expression, want string }{
	// Paths, and when an array remains one.
	{"name", `"Corner"`},
	{"orders.id", `[1,2]`},
	{"orders.lines.item", `["pen","ink","pen"]`},
	{"orders[0].id", `1`},
	{"orders[id = 2].lines.item", `"pen"`},
	{"orders[id = 2].lines.item[]", `["pen"]`},
	{"orders[-1].id", `2`},
	{"orders.lines[0].item", `["pen","pen"]`},
	{"(orders.lines)[0].item", `"pen"`},
	{"orders[[0, 1]].id", `[1,2]`},
	{"missing.path", ``},
	{"empty", `[]`},
	{"grid", `[[1,2],[3]]`},
	{"grid[0]", `[1,2]`},
	{"grid.$", `[1,2,3]`},
	{"orders.[id]", `[[1],[2]]`},
	{"nothing.*", ``},
	{"orders[0].lines[0].*", `["pen",2,3]`},
	{"**.price", `[2,7.5,2.5]`},
	{"orders.lines.item.(%.%.id & $)", `["1pen","1ink","2pen"]`},
	{"orders@$o.$o.lines@$l.{\"id\": $o.id, \"item\": $l.item}", `[{"id":1,"item":"pen"},{"id":1,"item":"ink"},{"id":2,"item":"pen"}]`},
	{"orders.lines#$i.{\"at\": $i, \"item\": item}", `[{"at":0,"item":"pen"},{"at":1,"item":"ink"},{"at":0,"item":"pen"}]`},
	{"orders.lines^(>price, item).price", `[7.5,2.5,2]`},
	{"orders.lines{item: $sum(count)}", `{"pen":13,"ink":1}`},
	{"$.name = $$.name", `true`},
	// Operators.
	{"1 + 2 * 3 - 4 / 8 % 3", `6.5`},
	{"0.1 + 0.2", `0.30000000000000004`},
	{"9007199254740992 + 2", `9007199254740994`},
	{"7 / 2", `3.5`},
	{"-7 % 3", `-1`},
	{"missing + 1", ``},
	{"1 = 1.0 and [1, {\"a\": 2}] = [1, {\"a\": 2}]", `true`},
	{"missing = missing or missing != 1", `false`},
	{"\"a\" < \"b\" and 2 >= 2", `true`},
	{"2 in [1, 2] and $not(\"a\" in \"ab\")", `true`},
	{"\"a\" & 1 & null & missing & [1]", `"a1null[1]"`},
	{"[1..3, 5]", `[1,2,3,5]`},
	{"[3..1]", `[]`},
	{"missing ?? 1", `1`},
	{"empty ?: 2", `2`},
	{"open ? 1 : 2", `1`},
	{"note ? 1", ``},
	// Constructors, variables, functions.
	{"{\"z\": 1, \"a\": missing, \"b\": null}", `{"z":1,"b":null}`},
	{"[1, missing, [2, 3]]", `[1,[2,3]]`},
	{"($x := 1; ($x := 2); $x)", `1`},
	{"($f := function($n){$n <= 1 ? 1 : $n * $f($n - 1)}; $f(20))", `2432902008176640000`},
	{"($add := function($a, $b){$a + $b}; $map([1, 2], $add(?, 10)))", `[11,12]`},
	{"(function($s)<s-:s>{$s})(\"a\")", `"a"`},
	{"[1, 2] ~> $map(function($v){$v * 2}) ~> $sum", `6`},
	{"($twice := $uppercase ~> $length; $twice(\"abc\"))", `3`},
	{"orders[0] ~> |lines|{\"sum\": price * count}, [\"price\", \"count\"]|", `{"id":1,"lines":[{"item":"pen","sum":6},{"item":"ink","sum":7.5}]}`},
	{"($loop := function($n, $a){$n = 0 ? $a : $loop($n - 1, $a + $n)}; $loop(10000, 0))", `50005000`},
	// Built-in functions.
	{"$string({\"a\": [1, 1.5, null, true]})", `"{\"a\":[1,1.5,null,true]}"`},
	{"$string(1e21) & $string(0.1 + 0.2) & $string(1e-7)", `"1e+210.31e-7"`},
	{"$substring(\"h😀llo\", -4, 2)", `"😀l"`},
	{"$pad(\"a\", -3, \"xy\") & $trim(\"  a   b \")", `"xyaa b"`},
	{"$split(\"a, b,c\", /,\\s*/)", `["a","b","c"]`},
	{"$replace(\"John Smith\", /(\\w+)\\s(\\w+)/, \"$2, $1\")", `"Smith, John"`},
	{"$replace(\"aXb\", /x/i, function($m){$m.match & $m.start})", `"aX1b"`},
	{"$match(\"ab12\", /([a-z])(\\d)/)", `{"match":"b1","index":1,"groups":["b","1"]}`},
	{"$number(\"0x1F\") + $number(true)", `32`},
	{"$round(2.5) & $round(-1.5) & $round(125, -1) & $round(1.005, 2)", `"2-21201"`},
	{"$formatNumber(1234.5678, \"#,##0.00\")", `"1,234.57"`},
	{"$formatNumber(0.00123, \"0.0e0\")", `"1.2e-3"`},
	{"$formatInteger(1999, \"Ww\") & $formatInteger(4, \"I\") & $formatInteger(21, \"1;o\")", `"One Thousand, Nine Hundred and Ninety-NineIV21st"`},
	{"$parseInteger(\"two thousand and one\", \"w\")", `2001`},
	{"$formatBase(255, 16)", `"ff"`},
	{"$fromMillis(0)", `"1970-01-01T00:00:00.000Z"`},
	{"$fromMillis(1500000000000, \"[FNn], [D1o] [MNn] [Y] [h]:[m][P] [z]\", \"+0200\")", `"Friday, 14th July 2017 4:40am GMT+02:00"`},
	{"$toMillis(\"2017-07-14T02:40:00.000Z\")", `1500000000000`},
	{"$toMillis(\"14/07/2017\", \"[D]/[M]/[Y]\")", `1499990400000`},
	{"$now() & $millis()", `"2024-02-29T12:00:00.000Z1709208000000"`},
	{"$random()", `0.25`},
	{"$merge(orders.{$string(id): $count(lines)})", `{"1":2,"2":1}`},
	{"$keys(orders)", `["id","lines"]`},
	{"$spread({\"a\": 1, \"b\": 2})", `[{"a":1},{"b":2}]`},
	{"$sift(orders[0], function($v, $k){$k = \"id\"})", `{"id":1}`},
	{"$each({\"a\": 1}, function($v, $k){$k & $v})", `"a1"`},
	{"$zip([1, 2], [3, 4])", `[[1,3],[2,4]]`},
	{"$sort([3, 1, 2], function($a, $b){$a < $b})", `[3,2,1]`},
	{"$distinct([1, 1.0, \"1\", [1], [1]])", `[1,"1",[1]]`},
	{"$reduce([1, 2, 3], function($a, $b){$a * $b}, 10)", `60`},
	{"$single([1, 2], function($v){$v = 2})", `2`},
	{"$type(null) & $type(1) & $type($sum)", `"nullnumberfunction"`},
	{"$eval(\"[1, name]\")", `[1,"Corner"]`},
	{"$encodeUrlComponent(\"ä /\") & $decodeUrl(\"%C3%A4%2F\")", `"%C3%A4%20%2Fä%2F"`},
	{"$base64decode($base64encode(\"hi\"))", `"hi"`},
	{"$exists(note) and $not($exists(missing))", `true`},
}

func now() time.Time { return time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC) }

func parse(t testing.TB, text string) any {
	t.Helper()
	v, err := value.Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// evaluate evaluates an expression over shop.
func evaluate(t testing.TB, expression string, limits jsonata.Limits) (any, error) {
	t.Helper()
	e, err := jsonata.Compile(expression)
	if err != nil {
		return nil, err
	}
	return e.Evaluate(jsonata.Env{Input: parse(t, shop), Now: now, Random: func() float64 { return 0.25 }, Limits: limits})
}

func TestEvaluate(t *testing.T) {
	t.Parallel()
	for _, test := range results {
		v, err := evaluate(t, test.expression, jsonata.Limits{})
		got := ""
		switch {
		case err != nil:
			got = err.Error()
		case !jsonata.IsUndefined(v):
			got = string(value.Append(nil, v))
		}
		if got != test.want {
			t.Errorf("%s\n\tis   %s\n\twant %s", test.expression, got, test.want)
		}
	}
}

// faults are expressions with an error: what is at fault stands between « and ».
var faults = []struct{ marked, code string }{
	{`«"a»`, "S0101"},
	{`«1e999»`, "S0102"},
	{`"a«\q»"`, "S0103"},
	{`"a«\u12"»`, "S0104"},
	{"a.«`b»", "S0105"},
	{"1 + «/* a»", "S0106"},
	{"1 «2»", "S0201"},
	{"[1«;»2]", "S0202"},
	{"(1«,» 2)", "S0202"},
	{"[1«»", "S0203"},
	{"1 «!» 2", "S0204"},
	{"1 + «»", "S0207"},
	{"function(«a»){1}", "S0208"},
	{"«$x{b: c}[0]»", "S0209"},
	{"«a{b: c}{d: e}»", "S0210"},
	{"«]»", "S0211"},
	{"«a» := 1", "S0212"},
	{"a.«1»", "S0213"},
	{"a@«b»", "S0214"},
	{"«a[0]@$b»", "S0215"},
	{"«a^(b)@$c»", "S0216"},
	{"«%»", "S0217"},
	{"a ~> «//»", "S0301"},
	{"«/a»", "S0302"},
	{"«/(/»", "S0302"},
	{"«/a(?<n/»", "S0302"},
	{"«/[b-a]/»", "S0303"},
	{"function($a)«<s<s>>»{1}", "S0401"},
	{"function($a)«<(s<n>)>»{1}", "S0402"},
	{`1 «+» "a"`, "T2002"},
	{`name «*» 2`, "T2001"},
	{"«-name»", "D1002"},
	{`{«1»: 2}`, "T1003"},
	{`«{"a": 1, "a": 2}»`, "D1009"},
	{`«sum(orders)»`, "T1005"},
	{`«$nope(1)»`, "T1006"},
	{`«nope(1, ?)»`, "T1008"},
	{`["a"«..»2]`, "T2003"},
	{`[1«..»"a"]`, "T2004"},
	{`[0«..»10000000]`, "D2014"},
	{`1 «~>» 2`, "T2006"},
	{`«orders^(id > 1 ? "a" : 1)»`, "T2007"},
	{`«orders^(lines)»`, "T2008"},
	{`1 «<» "a"`, "T2009"},
	{`true «<» 1`, "T2010"},
	{`orders ~> |$|«1»|`, "T2011"},
	{`orders ~> |$|{}, «1»|`, "T2012"},
	{`«$sum("a")»`, "T0412"},
	{`«$length(1)»`, "T0410"},
	{`$map([1], function($v){«$number("x")»})`, "D3030"},
	{`«$sqrt(-1)»`, "D3060"},
	{`«$reduce([1], function($a){$a})»`, "D3050"},
	{`«$sort([1, "a"])»`, "D3070"},
	{`«$formatNumber(1, "0#")»`, "D3090"},
	{`«$fromMillis(0, "[Y")»`, "D3135"},
	{`«$toMillis("x")»`, "D3110"},
	{`«$error("stop")»`, "D3137"},
	{`«$assert(false, "stop")»`, "D3141"},
	{`«$eval("1 +")»`, "D3120"},
	{`«$eval("1 + 'a'")»`, "D3121"},
	{`«$replace("ab", /b*/, "c")»`, "D1004"},
	{`«$single([1, 2])»`, "D3138"},
	{`«$decodeUrl("%")»`, "D3140"},
}

// unmark removes the marks from an expression, and returns where they were.
func unmark(marked string) (expression string, start, end int) {
	before, rest, _ := strings.Cut(marked, "«")
	middle, after, _ := strings.Cut(rest, "»")
	return before + middle + after, len(before), len(before) + len(middle)
}

func TestFaults(t *testing.T) {
	t.Parallel()
	for _, test := range faults {
		expression, start, end := unmark(test.marked)
		v, err := evaluate(t, expression, jsonata.Limits{})
		var wrong *jsonata.Error
		if !errors.As(err, &wrong) {
			t.Errorf("%s is %v, and has no error %s", expression, v, test.code)
			continue
		}
		if wrong.Code != test.code || wrong.Start != start || wrong.End != end {
			at := expression[:wrong.Start] + "«" + expression[wrong.Start:wrong.End] + "»" + expression[wrong.End:]
			t.Errorf("%s: %v at %s, want %s", test.marked, err, at, test.code)
		}
	}
}

// endless are expressions that limits stop.
var endless = []string{
	`($f := function($n){$f($n + 1)}; $f(0))`,
	`($f := function($n){1 + $f($n)}; $f(0))`,
	`($f := function($n){$map([1], function(){$f($n)})}; $f(0))`,
	`($f := function($s){$f($s & $s)}; $f("aaaaaaaaaaaaaaaa"))`,
	`($f := function($a){$f($append($a, $a))}; $f([1, 2, 3, 4]))`,
	`$reduce([1..60], function($a, $b){[$a, $a]}, 1)`,
	`$string($reduce([1..60], function($a, $b){[$a, $a]}, 1))`,
	`$reduce([1..60], function($a, $b){[[$a], [$a]]}, []) ? 1 : 2`,
	`$reduce([1..60], function($a, $b){[[$a], [$a]]}, 1)`,
	`$keys($reduce([1..60], function($a, $b){[[$a], [$a]]}, 1))`,
	`$reduce([1..60], function($a, $b){[[$a], [$a]]}, 1).a`,
	`$distinct([$reduce([1..60], function($a, $b){[[$a], [$a]]}, 1), 1])`,
	`$clone($reduce([1..60], function($a, $b){[[$a], [$a]]}, 1))`,
	`$spread($reduce([1..60], function($a, $b){[[$a], [$a]]}, 1))`,
	`($d := function(){$reduce([1..60], function($a, $b){[[$a], [$a]]}, 1)}; $d() = $d())`,
	`($d := function(){$reduce([1..60], function($a, $b){{"a": $a, "b": $a}}, 1)}; $d() = $d())`,
	`$reduce([1..100000], function($a, $b){[[$a]]}, 1)`,
	`$string($reduce([1..100000], function($a, $b){{"a": $a}}, 1))`,
	`$reduce([1..60], function($a, $b){{"a": $a, "b": $a}}, 1).**`,
	`$pad("a", 1e15)`,
	`$replace($pad("", 100000, "a"), /(a+)+b/, "")`,
	`$contains($pad("", 30, "a"), /^(a|aa)+$b/)`,
	`($e := "$eval($e)"; $eval($e))`,
	`$map([1..10000000], function($v){[1..10000000]})`,
	`$formatBase(1e300, 2) & $pad("x", 1e9)`,
}

func TestLimits(t *testing.T) {
	t.Parallel()
	for _, expression := range endless {
		v, err := evaluate(t, expression, jsonata.Limits{Steps: 1_000_000, Bytes: 64 << 20})
		var wrong *jsonata.Error
		switch {
		case !errors.As(err, &wrong):
			t.Errorf("%s ends without an error: %.100v", expression, v)
		case !wrong.Limit:
			t.Errorf("%s: %v is not an error of a limit", expression, err)
		}
	}
}

func TestExpired(t *testing.T) {
	t.Parallel()
	e, err := jsonata.Compile(`($f := function($n){$f($n + 1)}; $f(0))`)
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	_, err = e.Evaluate(jsonata.Env{Expired: func() bool { asked++; return asked == 3 }})
	var wrong *jsonata.Error
	if !errors.As(err, &wrong) || wrong.Code != "U1001" || asked != 3 {
		t.Errorf("%v after %d questions", err, asked)
	}
}

// TestConcurrent evaluates one expression in several goroutines.
func TestConcurrent(t *testing.T) {
	t.Parallel()
	e, err := jsonata.Compile(`orders ~> |lines|{"sum": price * count}| ~> $map(function($o){$sum($o.lines.sum)})`)
	if err != nil {
		t.Fatal(err)
	}
	input := parse(t, shop)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			v, err := e.Evaluate(jsonata.Env{Input: input})
			if got := string(value.Append(nil, v)); err != nil || got != "[13.5,25]" {
				t.Errorf("%s, %v", got, err)
			}
		})
	}
	group.Wait()
	if got := string(value.Append(nil, input)); got != string(value.Append(nil, parse(t, shop))) {
		t.Errorf("the document was changed: %s", got)
	}
}

func FuzzEvaluate(f *testing.F) {
	for _, test := range results {
		f.Add(test.expression)
	}
	for _, test := range faults {
		expression, _, _ := unmark(test.marked)
		f.Add(expression)
	}
	for _, expression := range endless {
		f.Add(expression)
	}
	f.Fuzz(func(t *testing.T, expression string) {
		v, err := evaluate(t, expression, jsonata.Limits{Steps: 100_000, Bytes: 8 << 20})
		var wrong *jsonata.Error
		switch {
		case err == nil:
			if !jsonata.IsUndefined(v) && !jsonata.IsFunction(v) {
				value.AppendLimited(nil, v, 1<<20)
			}
		case !errors.As(err, &wrong):
			t.Fatalf("%q: %v is not an Error", expression, err)
		case wrong.Start < 0 || wrong.End < wrong.Start || wrong.End > len(expression):
			t.Fatalf("%q: %v is at %v", expression, err, wrong.Range)
		case wrong.Code == "":
			t.Fatalf("%q: %v has no code", expression, err)
		}
	})
}
