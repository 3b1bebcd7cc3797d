import { randomUUID } from 'node:crypto';
import { test } from '../../support/tap.js';
import {
  allowsScope,
  mayDelegateScope,
  grantedScopeNames,
  scopesOfProject,
} from '../../../src/base/credentials/scopes.js';
import { permissionsOf, roleNames, roleScope } from '../../../src/auth/accounts/roles.js';
import { scopeTable } from '../../../src/base/credentials/scopeTable.js';
import { limits } from '../../../src/base/config/limits.js';
import { hashSecret } from '../../../src/base/credentials/secrets.js';
import { masterNodes } from '../../../src/base/redis/clusterNodes.js';
import { keys } from '../../../src/store/keys.js';
import { addClient, basic, post, requestToken, tokenIn } from '../../support/oauth.js';
import { matchWhole } from '../../support/matchWhole.js';
import { startQuayside } from '../../support/quayside.js';
import { startOwnRedis } from '../../support/startOwnRedis.js';

const granted = (scope: string) => grantedScopeNames(scope, 'shop');

test('grants nothing for scopes of other projects (AUTH049, AUTH052)', async t => {
  t.same([...granted('view_payments:shop manage_states:other view_states:shop:berlin nonsense')], ['view_payments']);
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

test('gives an account of the console the permissions of its role, and no implied scopes of API clients', t => {
  for (const role of roleNames) {
    const opened = [...granted(roleScope(role, 'shop'))];
    t.strictSame(
      opened.sort(),
      permissionsOf(role)
        .filter(name => scopeTable.has(name))
        .sort(),
      role,
    );
  }
  t.notOk(allowsScope(granted(roleScope('support', 'shop')), ['manage_cart_discounts', 'manage_shipping_methods']));
  t.ok(allowsScope(granted('manage_orders:shop'), ['manage_cart_discounts']), 'an API client');
  t.end();
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

const quayside = await startQuayside();

const project = await quayside.project();

const { projectKey } = project;

const { redis } = quayside.services;

const renew = (token: string, scope?: string) =>
  requestToken(quayside, basic(project), {
    grant_type: 'refresh_token',
    refresh_token: token,
    ...(scope !== undefined && { scope }),
  });

const statusOf = async (token: string): Promise<number> =>
  (await quayside.http.as(token).send('GET', `/${projectKey}/states?limit=1`)).status;

test('stores a list of scopes once for all tokens of a client', async t => {
  const words = Array.from({ length: 200 }, (_, at) => `view_orders:${projectKey}:store-${at}`);
  const scope = [...words, `view_states:${projectKey}`].join(' ');
  const client = await addClient(quayside, projectKey, scope);
  const tokens = await Promise.all(Array.from({ length: 20 }, () => quayside.token(client)));
  for (const token of tokens) {
    const bytes = await redis.strlen(keys.token(projectKey, hashSecret(token)));
    t.ok(bytes > 0 && bytes < 250, `${bytes} bytes`);
    t.equal(await statusOf(token), 200);
    matchWhole(t, (await post(quayside, 'introspect', basic(client), { token })).json, {
      active: true,
      scope,
      client_id: client.clientId,
      exp: Number,
    });
  }
  const lists = await redis.zrange(keys.clientScopes(projectKey, client.clientId), 0, -1);
  t.same(lists, [hashSecret(scope)]);
  t.equal(await redis.get(keys.scopeList(projectKey, client.clientId, lists[0]!)), scope);
});

test('keeps a list of scopes as long as the refresh tokens that have it', async t => {
  const scope = `view_orders:${projectKey} view_states:${projectKey}`;
  const anonymousId = randomUUID();
  const issued = tokenIn(
    await post(quayside, `${projectKey}/anonymous/token`, basic(project), {
      grant_type: 'client_credentials',
      scope,
      anonymous_id: anonymousId,
    }),
  );
  const identity = `anonymous_id:${anonymousId} anonymous_id=${anonymousId}`;
  t.equal(issued.scope, `${scope} ${identity}`);
  const listKey = keys.scopeList(projectKey, project.clientId, hashSecret(scope));
  const isKept = async (): Promise<boolean> =>
    (await redis.pttl(listKey)) >= limits.refreshTokenSeconds * 1000 - 60_000;
  t.ok(await isKept());
  await redis.pexpire(listKey, 600_000);
  const narrow = tokenIn(await renew(issued.refresh_token!, `view_states:${projectKey}`));
  t.equal(narrow.scope, `view_states:${projectKey} ${identity}`);
  t.equal(await statusOf(narrow.access_token), 200);
  t.ok(await isKept(), 'the renewal needs the list again');
  t.equal(tokenIn(await renew(issued.refresh_token!)).scope, issued.scope);
});

test('reads a token that is not cached with two commands', async t => {
  const { url } = await startOwnRedis();
  const own = await startQuayside({ REDIS_URL: url });
  const client = await own.project();
  const path = `/${client.projectKey}/states/key=Initial`;
  const commands = async (): Promise<number> => {
    const stats = (await Promise.all(masterNodes(own.services.redis).map(node => node.info('commandstats')))).join(
      '\n',
    );
    return [...stats.matchAll(/^cmdstat_(\w+):calls=(\d+)/gm)]
      .filter(([, name]) => ['get', 'getrange', 'mget', 'hget', 'evalsha', 'hgetall'].includes(name!))
      .reduce((sum, [, , calls]) => sum + Number(calls), 0);
  };
  const tokens = await Promise.all(Array.from({ length: 20 }, () => own.token(client)));
  const before = await commands();
  for (const token of tokens) t.equal((await own.http.as(token).send('GET', path)).status, 200);
  t.equal((await commands()) - before, 80, 'two commands for the token and two for the resource');
});

test('sends no command to Redis for a cached token', async t => {
  const { url } = await startOwnRedis();
  const counted = await startQuayside({ REDIS_URL: url });
  const ownProject = await counted.project();
  const { redis: ownRedis } = counted.services;
  const http = counted.http.as(await counted.token(ownProject));
  const path = `/${ownProject.projectKey}/states/key=Initial`;
  const commands = async (): Promise<number> => {
    const stats = (await Promise.all(masterNodes(ownRedis).map(node => node.info('commandstats')))).join('\n');
    return [...stats.matchAll(/^cmdstat_(\w+):calls=(\d+)/gm)]
      .filter(([, name]) => ['get', 'getrange', 'mget', 'hget', 'evalsha', 'hgetall'].includes(name!))
      .reduce((sum, [, , calls]) => sum + Number(calls), 0);
  };
  t.equal((await http.send('GET', path)).status, 200);
  const before = await commands();
  for (let time = 0; time < 50; time++) t.equal((await http.send('GET', path)).status, 200);
  t.equal((await commands()) - before, 100, 'two commands per read, none for the token');
});
