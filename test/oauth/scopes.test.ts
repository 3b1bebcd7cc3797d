import { test } from '../support/tap.js';
import { allowsScope, mayDelegateScope, grantedScopeNames, scopesOfProject } from '../../src/credentials/scopes.js';
import { scopeTable } from '../../src/credentials/scopeTable.js';

const granted = (scope: string) => grantedScopeNames(scope, 'shop');

test('grants nothing for scopes of other projects (AUTH049, AUTH052)', async t => {
  t.same(
    [...granted('view_orders:shop manage_states:other view_states:shop:berlin nonsense')],
    ['view_orders', 'view_states'],
  );
});

test('includes view_x in manage_x, and every scope of the project in manage_project', async t => {
  t.ok(allowsScope(granted('manage_orders:shop'), ['view_orders']));
  t.notOk(allowsScope(granted('view_orders:shop'), ['manage_orders']));
  t.ok(allowsScope(granted('manage_project:shop'), ['manage_orders'], 'berlin'));
  t.notOk(allowsScope(granted('manage_project:other'), ['view_orders']));
  t.ok(allowsScope(granted('view_orders:shop'), ['view_states', 'view_orders']), 'one of the listed scopes is enough');
});

test("requires the scope of the store on a store's paths (AUTH052, ORD074)", async t => {
  t.ok(allowsScope(granted('manage_orders:shop:berlin'), ['view_orders'], 'berlin'));
  t.notOk(allowsScope(granted('manage_orders:shop:paris'), ['view_orders'], 'berlin'));
  t.notOk(allowsScope(granted('manage_orders:shop'), ['view_orders'], 'berlin'));
  t.notOk(allowsScope(granted('manage_orders:shop:berlin'), ['view_orders']));
});

test('lets a client delegate only scopes that its own scopes include', async t => {
  t.ok(mayDelegateScope(granted('manage_project:shop'), 'shop', 'view_orders:shop'));
  t.ok(mayDelegateScope(granted('manage_orders:shop'), 'shop', 'view_orders:shop:berlin'));
  t.ok(mayDelegateScope(granted('manage_orders:shop:berlin'), 'shop', 'view_orders:shop:berlin'));
  t.notOk(mayDelegateScope(granted('manage_orders:shop:berlin'), 'shop', 'view_orders:shop'));
  t.notOk(mayDelegateScope(granted('view_orders:shop'), 'shop', 'manage_orders:shop'));
  t.notOk(mayDelegateScope(granted('manage_project:shop'), 'shop', 'view_orders:other'));
  t.notOk(mayDelegateScope(granted('manage_project:shop'), 'shop', 'toString:shop'));
});

test('includes view_x in every manage_x and all scopes in manage_project (AUTH050, AUTH051, AUTH072)', async t => {
  const names = [...scopeTable.keys()];
  t.ok(names.length > 60);
  for (const name of names.filter(
    each => each.startsWith('manage_') && names.includes(each.replace('manage_', 'view_')),
  ))
    t.ok(allowsScope(granted(`${name}:shop`), [name.replace('manage_', 'view_')]), name);
  for (const name of names) {
    t.ok(allowsScope(granted('manage_project:shop'), [name]), `manage_project implies ${name}`);
    t.ok(mayDelegateScope(granted('manage_project:shop'), 'shop', `${name}:shop`));
    if (name !== 'manage_project')
      t.notOk(allowsScope(granted(`${name}:shop`), ['manage_project']), `${name} does not include manage_project`);
  }
  t.ok(allowsScope(granted('manage_products:shop'), ['view_published_products']), 'implied through view_products');
});

test('accepts a store only for scopes that a store can have (AUTH052)', async t => {
  for (const [name, { perStore }] of scopeTable)
    t.equal(mayDelegateScope(granted('manage_project:shop'), 'shop', `${name}:shop:berlin`), perStore, name);
  t.same([...granted('manage_project:shop:berlin manage_states:shop:berlin')], [], 'such a scope grants nothing');
});

test('accepts the scopes of orders for states, deprecated (STATE031)', async t => {
  t.ok(allowsScope(granted('view_orders:shop'), ['view_states']));
  t.ok(allowsScope(granted('manage_orders:shop'), ['manage_states']));
  t.notOk(allowsScope(granted('view_orders:shop'), ['manage_states']));
  t.notOk(allowsScope(granted('manage_orders:shop:berlin'), ['manage_states']), 'not the scopes of a store');
});

test('finds the scopes of this service in a text (AUTH061)', async t => {
  t.same(
    scopesOfProject(
      'openid  view_orders:shop view_orders:other manage_my_profile:shop:berlin customer_id:1 toString:shop',
      'shop',
    ),
    ['view_orders:shop', 'manage_my_profile:shop:berlin'],
  );
});
