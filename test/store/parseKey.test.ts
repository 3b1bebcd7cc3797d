/** All keys that the server writes are known, and no others. */
import { test } from '../support/tap.js';
import { keys, serverKey, serverKeys } from '../../src/store/keys.js';
import { parseKey } from '../../src/store/parseKey.js';

const projectKey = 'shop';
/** These are parts of keys, a key that never exists, and one of no project. */
const unwritten: ReadonlySet<string> = new Set([
  'prefix',
  'hashTag',
  'pattern',
  'searchKeys',
  'searchDocuments',
  'writeProbe',
  'sharedCommits',
]);

test('knows every key of a project that keys.ts spells', t => {
  const spelled = Object.entries(keys).flatMap(([name, spell]) =>
    typeof spell === 'function' && !unwritten.has(name)
      ? [(spell as (...args: readonly string[]) => string)(projectKey, '7', '8', 'x')]
      : [],
  );
  t.ok(spelled.length > 25);
  t.same(
    spelled.filter(key => (parseKey(projectKey, key)?.kind ?? 'unknown') === 'unknown'),
    [],
  );
  t.end();
});

test('knows the keys of the administration console, for the server alone', t => {
  for (const spell of Object.values(serverKeys)) {
    const key = typeof spell === 'function' ? spell('7') : spell;
    t.same(parseKey(serverKey, key), { kind: 'other' }, key);
    t.equal(parseKey(projectKey, key), undefined, key);
    const ofProject = key.replace(`{${serverKey}}`, `{${projectKey}}`);
    t.same(parseKey(projectKey, ofProject), { kind: 'unknown', key: ofProject }, ofProject);
  }
  t.same(parseKey(serverKey, keys.body(serverKey, 'account', 'one')), { kind: 'body', typeId: 'account', id: 'one' });
  t.end();
});

test('tells the parts of keys that lead to resources, and of documents and indexes of search', t => {
  const document = keys.searchDocument(projectKey, 'order', 3, 'one');
  const index = keys.searchIndex(projectKey, 'order', 3);
  t.same(parseKey(projectKey, keys.body(projectKey, 'order', 'one')), { kind: 'body', typeId: 'order', id: 'one' });
  t.same(parseKey(projectKey, keys.unique(projectKey, 'order', 'orderNumber', 'a:b')), {
    kind: 'unique',
    typeId: 'order',
    path: 'orderNumber',
    value: 'a:b',
  });
  t.same(parseKey(projectKey, document), { kind: 'searchDocument', typeId: 'order', number: 3, key: document });
  for (const key of [index, `idx:${index}`, `ft:${index}/term`, `nm:${index}/created`, `tag:${index}/t`])
    t.same(parseKey(projectKey, key), { kind: 'searchIndex', typeId: 'order', number: 3, key });
  t.end();
});

test('does not know other keys with the hash tag of the project', t => {
  const unknown = [
    '{shop}:unheard-of',
    '{shop}:refs:more',
    '{shop}:order:q:one',
    '{shop}:order:ids:more',
    '{shop}:order:s:one',
    '{shop}:order:search:3',
    '{shop/search-order}:index:3:more',
    '{shop/other}:one',
    'prefix:{shop}:refs',
    'nm:{shop}:refs/created',
    '{shop}',
  ];
  for (const key of unknown) t.same(parseKey(projectKey, key), { kind: 'unknown', key });
  t.end();
});

test('leaves out keys of other projects, also when a value in them names this one', t => {
  for (const key of [
    '{other}:refs',
    'quayside:projects',
    '{other}:order:u:orderNumber:nm:{shop/search-order}:index:3/created',
  ])
    t.equal(parseKey(projectKey, key), undefined);
  t.end();
});
