import { test } from 'tap';
import { allows, covers, namesOf } from '../../src/oauth/scopes.js';

const granted = (scope: string) => namesOf(scope, 'shop');

test('AUTH049 AUTH052 scopes of other projects are not ours', async t => {
  t.same([...granted('view_orders:shop manage_states:other view_states:shop:berlin nonsense')], ['view_orders', 'view_states']);
});

test('manage_x implies view_x, manage_project everything of its project', async t => {
  t.ok(allows(granted('manage_orders:shop'), ['view_orders']));
  t.notOk(allows(granted('view_orders:shop'), ['manage_orders']));
  t.ok(allows(granted('manage_project:shop'), ['manage_orders'], 'berlin'));
  t.notOk(allows(granted('manage_project:other'), ['view_orders']));
  t.ok(allows(granted('view_orders:shop'), ['view_states', 'view_orders']), 'any one of those listed');
});

test('AUTH052 ORD074 a store\'s paths need the scope of that store', async t => {
  t.ok(allows(granted('manage_orders:shop:berlin'), ['view_orders'], 'berlin'));
  t.notOk(allows(granted('manage_orders:shop:paris'), ['view_orders'], 'berlin'));
  t.notOk(allows(granted('manage_orders:shop'), ['view_orders'], 'berlin'));
  t.notOk(allows(granted('manage_orders:shop:berlin'), ['view_orders']));
});

test('a client may ask for what its own scopes cover', async t => {
  t.ok(covers(granted('manage_project:shop'), 'shop', 'view_orders:shop'));
  t.ok(covers(granted('manage_orders:shop'), 'shop', 'view_orders:shop:berlin'));
  t.ok(covers(granted('manage_orders:shop:berlin'), 'shop', 'view_orders:shop:berlin'));
  t.notOk(covers(granted('manage_orders:shop:berlin'), 'shop', 'view_orders:shop'));
  t.notOk(covers(granted('view_orders:shop'), 'shop', 'manage_orders:shop'));
  t.notOk(covers(granted('manage_project:shop'), 'shop', 'view_orders:other'));
  t.notOk(covers(granted('manage_project:shop'), 'shop', 'toString:shop'));
});
