/** `npm test -- --changed`: the tests that a change concerns. */
import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { test } from '../support/tap.js';

interface Graph {
  readonly tests: readonly string[];
  readonly importers: ReadonlyMap<string, readonly string[]>;
  readonly texts: ReadonlyMap<string, string>;
  readonly scripts: ReadonlyMap<string, string>;
}
type Choice = { readonly files: readonly string[]; readonly why: string };
type Costs = { readonly costOf: (file: string) => number; readonly secondsMax: number };

const load = (name: string): Promise<unknown> => import(new URL(`../../../scripts/test/${name}`, import.meta.url).href);
const { chooseTests } = (await load('chooseTests.mjs')) as {
  readonly chooseTests: (changed: readonly string[], graph: Graph, costs: Costs) => Choice;
};
const { readGraph } = (await load('changedTests.mjs')) as { readonly readGraph: () => Promise<Graph> };

const orderTest = 'test/commerce/resources/order/returns.test.ts';
const cartTest = 'test/commerce/resources/cart/lines.test.ts';
const shopTest = 'test/commerce/resources/cart/shop.test.ts';
const sharedTest = 'test/everyResourceType.test.ts';
const graphqlTest = 'test/graphql/everyResourceType.test.ts';
const redisTest = 'test/base/redis/embedded/start.test.ts';
const nearRedisTest = 'test/base/redis/cluster.test.ts';
const luaTest = 'test/lua/commit.test.ts';
const docsTest = 'test/docs/pages.test.ts';
const consoleTest = 'test/console/lists.test.ts';

const small: Graph = {
  tests: [
    orderTest,
    cartTest,
    shopTest,
    sharedTest,
    graphqlTest,
    redisTest,
    nearRedisTest,
    luaTest,
    docsTest,
    consoleTest,
  ],
  importers: new Map([
    ['src/commerce/resources/order/returns.ts', ['src/commerce/resources/order/index.ts', orderTest]],
    ['src/commerce/resources/cart/lines.ts', ['src/commerce/resources/order/fromCart.ts']],
    ['src/base/redis/connect.ts', ['src/store/createStore.ts', 'test/support/shop.ts']],
    ['src/store/createStore.ts', []],
    ['test/support/shop.ts', [shopTest, 'test/support/carts.ts']],
    ['test/support/carts.ts', [cartTest]],
  ]),
  texts: new Map([
    ['src/store/createStore.ts', "loadScript('commit')"],
    ['src/base/redis/embedded/launch.ts', "loadScript('holdLock')"],
    [luaTest, "loadScript('commit')"],
    [docsTest, "read('docs/reference/errors.md')"],
    [orderTest, "read('../bodies.json')"],
  ]),
  scripts: new Map([
    ['commit', 'return 1'],
    ['holdLock', '-- @include currentTimeMs'],
    ['currentTimeMs', 'return 1'],
  ]),
};

const choose = (...changed: string[]): Choice => chooseTests(changed, small, { costOf: () => 1, secondsMax: 100 });

test('a changed test file runs alone, and a deleted one runs nothing', async t => {
  t.strictSame(choose(orderTest), { files: [orderTest], why: '1 beside the change, 0 beside its importers' });
  t.strictSame(choose('test/commerce/gone.test.ts').files, []);
});

test('a changed helper runs the tests that import it, also over other helpers', async t => {
  t.strictSame(choose('test/support/shop.ts').files, [cartTest, shopTest]);
  t.strictSame(choose('test/support/carts.ts').files, [cartTest]);
});

test('a changed source file runs the tests of its folder and of its importers', async t => {
  t.strictSame(choose('src/commerce/resources/order/returns.ts').files, [orderTest, sharedTest, graphqlTest]);
  t.strictSame(choose('src/commerce/resources/cart/lines.ts'), {
    files: [orderTest, cartTest, shopTest, sharedTest, graphqlTest],
    why: '4 beside the change, 1 beside its importers',
  });
  t.strictSame(choose('src/base/redis/connect.ts').files, [cartTest, shopTest, redisTest, nearRedisTest]);
  t.strictSame(choose('src/base/redis/diagnosis/examine.ts').files, [nearRedisTest], 'the nearest folder above');
});

test('a changed script runs its tests, and those of the source files that name it or what includes it', async t => {
  t.strictSame(choose('lua/commit/commit.lua').files, [luaTest]);
  t.strictSame(choose('lua/include/currentTimeMs.lua').files, [redisTest, luaTest]);
});

test('another changed file runs the tests of its part of the tree, and those that name it', async t => {
  t.strictSame(choose('console/src/lists/ListPage.tsx').files, [consoleTest]);
  t.strictSame(choose('docs/reference/errors.md').files, [docsTest]);
  t.strictSame(choose('test/commerce/bodies.json').files, [orderTest, cartTest, shopTest]);
  t.strictSame(choose('LICENSE').files, []);
});

test('the folders of importers run as far as the time reaches, the quickest first, and the line says so', async t => {
  const costs = { costOf: (file: string) => (file === nearRedisTest ? 1 : 10), secondsMax: 41 };
  const graph = {
    ...small,
    importers: new Map([['src/commerce/resources/cart/lines.ts', ['src/base/redis/connect.ts']]]),
  };
  t.strictSame(chooseTests(['src/commerce/resources/cart/lines.ts'], graph, costs), {
    files: [cartTest, shopTest, sharedTest, graphqlTest, nearRedisTest],
    why: '4 beside the change, 1 beside its importers, without 1 more of those, which would take over a minute',
  });
});

test('what can concern any test runs all, and the line names the file', async t => {
  t.strictSame(choose(orderTest, 'package-lock.json'), {
    files: small.tests,
    why: 'all 10, since package-lock.json can concern any',
  });
});

test('of all files of the project only these run all tests', async t => {
  const root = fileURLToPath(new URL('../../../', import.meta.url));
  const names = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
  const graph = await readGraph();
  // One file for each folder of the second level and each kind of file.
  const kinds = new Map(
    names.map(name => [name.includes('/') ? name.replace(/^([^/]+\/[^/]+).*?(\.\w+)?$/, '$1$2') : name, name]),
  );
  const all = [...kinds.values()].filter(name =>
    chooseTests([name], graph, { costOf: () => 1, secondsMax: 0 }).why.startsWith('all '),
  );
  t.strictSame(all.sort(), ['.npmrc', 'package-lock.json', 'package.json', 'tsconfig.json']);
  t.ok(
    chooseTests(['src/commerce/resources/order/actions.ts'], graph, { costOf: () => 1, secondsMax: 0 }).files.includes(
      'test/commerce/resources/order/actions.test.ts',
    ),
  );
});
