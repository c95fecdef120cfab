package expr

// OneOrMany returns the path p of the expression "p if p is a list, else a list with p alone", by which an author takes a single value for a
// list; nil for other expressions.
func OneOrMany(x Expr) *Path {
	choose, ok := x.(*Apply)
	if !ok || choose.Do != Choose {
		return nil
	}
	test, isTest := choose.Args[0].(*Test)
	p, isPath := choose.Args[1].(*Path)
	one, isList := choose.Args[2].(*List)
	if !isTest || !isPath || !isList || test.Op != TestList || len(one.Items) != 1 {
		return nil
	}
	item, isPath := one.Items[0].(*Path)
	if !isPath || Readable(item) != Readable(p) || Readable(test.Path) != Readable(p) {
		return nil
	}
	return p
}
