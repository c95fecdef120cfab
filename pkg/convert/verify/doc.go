// Package verify compares how a program and its conversion behave. It runs both with the same input and the same answers, and compares
// what can be observed from outside: how a run ends, the calls of tasks, the events, the output and the time. What differs needs an
// excuse: a loss that was reported, from whose elements on it may differ.
package verify
