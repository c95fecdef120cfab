package explore_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/flowglot/flowglot/pkg/explore"
)

// spinModel is what the nets of a table do, for the model checker SPIN, which follows all of it and prints each outcome with the number of
// its net. A place of the table is its kind, where it leads (two places), the join of a fork, where its timer leads (255: it has none), and
// whether that adds a token.
const spinModel = `
#define MOST 12
#define PUSH(a, b) moves[moving] = a; movesOf[moving] = b; moving++

c_decl { static const unsigned char table[][6] = { TABLE }; }

byte net;
byte moving; byte moves[MOST]; byte movesOf[MOST];
byte resting; byte rests[MOST]; byte restsOf[MOST]; bit timed[MOST];
byte parked[7];
byte forks; byte forkAt[16]; byte open[16]; byte outer[16]; bit joined[16];

active proctype token() {
  byte at, branch, kind, to, other, join, timer, adds, i;
  bit late;
  do
  :: net < NETS - 1 -> net++
  :: break
  od;
  PUSH(0, 0);
  do
  :: moving > 0 -> atomic {
      moving--; at = moves[moving]; branch = movesOf[moving]; moves[moving] = 0; movesOf[moving] = 0;
      LOAD
      if
      :: kind == 0 || kind == 1 -> rests[resting] = at; restsOf[resting] = branch; timed[resting] = (timer != 255); resting++
      :: kind == 2 ->
        forkAt[forks] = at; open[forks] = 2; outer[forks] = branch; forks++;
        PUSH(other, forks); PUSH(to, forks)
      :: kind == 3 -> c_code { printf("outcome %d succeeded n%d\n", now.net, Ptoken->at); }; goto done
      :: kind == 4 -> if :: to = other :: true fi; PUSH(to, branch)
      :: kind == 5 ->
        if
        :: branch > 0 -> i = forkAt[branch - 1]; c_code { Ptoken->join = table[now.net * 7 + Ptoken->i][3]; }
        :: else -> join = 255
        fi;
        if
        :: join != at -> parked[at]++
        :: else ->
          open[branch - 1]--; joined[branch - 1] = 1;
          if
          :: open[branch - 1] == 0 -> PUSH(to, outer[branch - 1])
          :: else
          fi
        fi
      fi }
  :: moving == 0 && resting > 0 -> atomic {
      i = 0;
      do
      :: i < resting - 1 -> i++
      :: break
      od;
      at = rests[i]; branch = restsOf[i]; late = timed[i];
      LOAD
      if
      :: kind == 0 -> c_code { printf("outcome %d failed JobFailed\n", now.net); }; goto done
      :: late && adds -> timed[i] = 0; PUSH(timer, 0)
      :: !(late && adds) || true ->
        resting--; rests[i] = rests[resting]; restsOf[i] = restsOf[resting]; timed[i] = timed[resting];
        rests[resting] = 0; restsOf[resting] = 0; timed[resting] = 0;
        if
        :: late && !adds -> PUSH(timer, branch)
        :: PUSH(to, branch)
        fi
      fi }
  :: moving == 0 && resting == 0 -> c_code {
      int k, n;
      printf("outcome %d waiting", now.net);
      for (k = 0; k < 7; k++) {
        for (n = 0; n < now.parked[k]; n++) printf(" join n%d", k);
        for (n = 0; n < now.forks; n++)
          if (now.joined[n] && now.open[n] > 0 && table[now.net * 7 + now.forkAt[n]][3] == k) printf(" join n%d", k);
      }
      printf("\n");
    }; goto done
  od;
done: skip
}
`

// forwards makes the places of a net lead to later ones alone, so that its runs have an end.
func forwards(r *rand.Rand, net []place) {
	last := len(net) - 1
	later := func(i int) int { return i + 1 + r.IntN(last-i) }
	for i := range net[:last] {
		net[i].to = [2]int{later(i), later(i)}
		if net[i].timer >= 0 {
			net[i].timer = later(i)
		}
	}
	net[last] = place{kind: "end", timer: -1}
}

// TestSpin compares the outcomes of random nets without cycles with those that the model checker SPIN finds, where it is installed with a C
// compiler. It knows of the explorer no more than the naive enumeration does.
func TestSpin(t *testing.T) {
	t.Parallel()
	for _, tool := range []string{"spin", "cc"} {
		if _, err := exec.LookPath(tool); err != nil || testing.Short() {
			t.Skipf("%s is needed", tool)
		}
	}
	r := rand.New(rand.NewPCG(17, 5))
	var rows []string
	var want [][]string
	var texts []string
	kinds := []string{"task", "wait", "fork", "end", "choice", "join"}
	for len(want) < 200 {
		net, _ := small(r)
		forwards(r, net)
		if _, small := naive(net); !small {
			continue
		}
		text := definition(net)
		s, err := explore.Explore(read(t, "x.step.json", text).Start(), explore.Options{Budget: 20_000, Start: epoch})
		if err != nil || !s.Complete {
			continue
		}
		want, texts = append(want, outcomes(s)), append(texts, text)
		for i := range 7 {
			row := []int{3, 0, 0, 0, 255, 0}
			if i < len(net) {
				p := &net[i]
				row = []int{slices.Index(kinds, p.kind), p.to[0], p.to[1], p.join, p.timer & 255, 0}
				if p.adds {
					row[5] = 1
				}
			}
			rows = append(rows, strings.ReplaceAll(strings.Trim(fmt.Sprint(row), "[]"), " ", ","))
		}
	}
	got := spin(t, rows, len(want))
	for i := range want {
		if !slices.Equal(got[i], want[i]) {
			t.Errorf("net %d: SPIN finds\n%q, flowglot\n%q\n%s", i, got[i], want[i], texts[i])
		}
	}
}

// spin runs SPIN on nets, and returns the outcomes of each.
func spin(t *testing.T, rows []string, nets int) [][]string {
	t.Helper()
	dir := t.TempDir()
	load := `c_code { const unsigned char *p = table[now.net * 7 + Ptoken->at]; Ptoken->kind = p[0]; Ptoken->to = p[1]; Ptoken->other = p[2]; Ptoken->join = p[3]; Ptoken->timer = p[4]; Ptoken->adds = p[5]; };`
	model := strings.NewReplacer("TABLE", "{"+strings.Join(rows, "},{")+"}", "NETS", fmt.Sprint(nets), "LOAD", load).Replace(spinModel)
	if err := os.WriteFile(filepath.Join(dir, "nets.pml"), []byte(model), 0o600); err != nil {
		t.Fatal(err)
	}
	var out []byte
	for _, command := range [][]string{{"spin", "-a", "nets.pml"}, {"cc", "-w", "-DSAFETY", "-DMEMLIM=2000", "-o", "pan", "pan.c"}, {"./pan", "-m100000"}} {
		c := exec.Command(command[0], command[1:]...)
		c.Dir = dir
		var err error
		if out, err = c.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", command, err, out)
		}
	}
	if !bytes.Contains(out, []byte("errors: 0")) || bytes.Contains(out, []byte("truncated")) || bytes.Contains(out, []byte("too small")) {
		t.Fatalf("SPIN did not follow all runs:\n%s", out)
	}
	found := make([][]string, nets)
	for line := range strings.Lines(string(out)) {
		var net int
		rest, is := strings.CutPrefix(strings.TrimSpace(line), "outcome ")
		if !is {
			continue
		}
		number, outcome, _ := strings.Cut(rest, " ")
		if _, err := fmt.Sscan(number, &net); err != nil || net >= nets {
			t.Fatalf("%q", line)
		}
		if !slices.Contains(found[net], outcome) {
			found[net] = append(found[net], outcome)
		}
	}
	for i := range found {
		slices.Sort(found[i])
	}
	return found
}
