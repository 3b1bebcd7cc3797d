import { test } from '../../support/tap.js';
import { reserveStock } from '../../../src/resources/inventoryEntry/reserveStock.js';

test('reserves only from the available quantity', async t => {
  t.strictSame(reserveStock({ availableQuantity: 3 }, 3), { availableQuantity: 0 });
  t.equal(reserveStock({ availableQuantity: 3 }, 4), undefined);
  t.strictSame(reserveStock({ availableQuantity: 3 }, 4, { belowZero: true }), { availableQuantity: -1 });
  t.strictSame(
    reserveStock({ availableQuantity: -3 }, -2),
    { availableQuantity: -1 },
    'stock can be given back while the available quantity is negative',
  );
});
