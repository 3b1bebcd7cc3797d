import { test } from '../support/tap.js';
import { nearestNames } from '../../src/errors/nearestNames.js';

const known = ['orderState', 'orderNumber', 'origin', 'shipmentState', 'paymentState', 'id', 'key', 'state', 'store'];

test('finds the names with the fewest wrong letters, at most three', t => {
  for (const [wrong, near] of [
    ['orderStat', ['orderState']],
    ['ORDERSTATE', ['orderState']],
    ['orderNumbr', ['orderNumber']],
    ['orderSate', ['orderState']],
    ['stat', ['state']],
    ['sttae', ['state', 'store']],
    ['kye', ['key']],
    ['stote', ['state', 'store']],
    ['ky', []],
    ['i', []],
    ['', []],
    ['somethingElse', []],
    ['constructor', []],
    ['o'.repeat(100_000), []],
  ] as const)
    t.same(nearestNames(wrong, known), near, wrong.slice(0, 20));
  t.same(nearestNames('name5', ['name1', 'name4', 'name2', 'name3']), ['name1', 'name2', 'name3']);
  t.end();
});
