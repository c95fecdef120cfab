// Measures the reference implementation of JSONata with the expressions and the document of pkg/jsonata/bench_test.go.
//
//   npm install jsonata@2.0.6 && node scripts/bench-jsonata.js
//   go test ./pkg/jsonata -run '^$' -bench Evaluate
const jsonata = require('jsonata');

const items = Array.from({ length: 1000 }, (_, i) => ({ id: i, price: i * 1.5, name: 'item' + i, tags: ['a', 'b'] }));
const data = { order: { customer: { name: 'x', address: { city: 'y' } } }, items };

const expressions = {
  path: 'order.customer.address.city',
  filter: 'items[price > 700].name',
  map: '$map(items, function($v){$v.price * 2})',
  merge: '$merge([items.{name: price}])',
  sum: '$sum(items.(price * 2))',
  sort: 'items^(>price).id',
  reduce: '$reduce([1..1000], function($a, $b){$a + $b})',
  counter: '{"n": order.n + 1, "done": order.n >= 10}',
  string: '$string(items)',
  group: 'items{$string(id % 10): $sum(price)}',
};

(async () => {
  for (const [name, text] of Object.entries(expressions)) {
    const expression = jsonata(text);
    const small = name === 'path' || name === 'counter';
    const rounds = small ? 50000 : 50;
    for (let i = 0; i < rounds / 2; i++) await expression.evaluate(data);
    const start = process.hrtime.bigint();
    for (let i = 0; i < rounds; i++) await expression.evaluate(data);
    console.log(name.padEnd(10), Math.round(Number(process.hrtime.bigint() - start) / rounds), 'ns/op');
  }
})();
