import { test } from '../support/tap.js';
import { DocumentCache, ResourceCache } from '../../src/engine/ResourceCache.js';
import { shareReads } from '../../src/engine/SharedReads.js';
import { Document } from '../../src/engine/document/Document.js';
import { Random } from '../../examples/sample-shop/choices.js';

const bytes = (value: object): Buffer => Buffer.from(JSON.stringify(value));

test('opens a document again only for other bytes, and for each project and resource', async t => {
  const cache = new DocumentCache();
  const first = cache.open('p', 'product', 'a', bytes({ id: 'a', version: 1 }));
  t.equal(cache.open('p', 'product', 'a', bytes({ id: 'a', version: 1 })), first);
  t.not(cache.open('other', 'product', 'a', bytes({ id: 'a', version: 1 })), first);
  t.not(cache.open('p', 'product', 'b', bytes({ id: 'a', version: 1 })), first);
  const changed = cache.open('p', 'product', 'a', bytes({ id: 'a', version: 2 }));
  t.equal(changed.value('version'), 2);
  t.equal(first.value('version'), 1);
});

test('keeps no long bodies', async t => {
  const cache = new DocumentCache();
  const body = bytes({ id: 'x'.repeat(70_000) });
  t.not(cache.open('p', 'product', 'a', body), cache.open('p', 'product', 'a', body));
});

const mebibyte = 1024 * 1024;

const bodyOf = (id: string, version: number, text: string): Buffer =>
  Buffer.from(JSON.stringify({ id, version, text }));

const put = (cache: ResourceCache, id: string, version: number, text: string): void =>
  cache.put('demo', 'order', { id, version } as never, Document.open(bodyOf(id, version, text)));

const textOf = (cache: ResourceCache, id: string, version: number): unknown =>
  cache.get('demo', 'order', id, version)?.value('text');

test('gives a resource in the version that was kept last, and in no other', async t => {
  const cache = new ResourceCache(mebibyte);
  put(cache, 'a', 1, 'first');
  put(cache, 'a', 2, 'second, which is longer');
  put(cache, 'b', 1, 'other');
  t.same(
    [textOf(cache, 'a', 1), textOf(cache, 'a', 2), textOf(cache, 'a', 3), textOf(cache, 'b', 1)],
    [undefined, 'second, which is longer', undefined, 'other'],
  );
  t.equal(cache.get('other', 'order', 'a', 2), undefined, 'of another project');
  cache.delete('demo', 'order', 'a');
  t.equal(textOf(cache, 'a', 2), undefined);
});

test('keeps long arrays that were parsed as objects, for the same version only', async t => {
  const cache = new ResourceCache(mebibyte);
  const [long, short] = [['x'.repeat(2_000)], ['x']];
  const document = Document.open(bytes({ id: 'a', version: 2, long, short }));
  const parsed = document.value('long');
  document.value('short');
  cache.put('demo', 'cart', { id: 'a', version: 2 } as never, document);
  const first = cache.get('demo', 'cart', 'a', 2);
  t.equal(first?.value('long'), parsed);
  t.not(cache.get('demo', 'cart', 'a', 2)?.value('short'), document.value('short'));
  cache.put('demo', 'cart', { id: 'a', version: 3 } as never, Document.open(bytes({ id: 'a', version: 3, long: [1] })));
  t.same(cache.get('demo', 'cart', 'a', 3)?.value('long'), [1]);
});

test('keeps nothing once it is cleared, and keeps resources again', async t => {
  const cache = new ResourceCache(2 * mebibyte);
  for (let number = 0; number < 3_000; number++) put(cache, `n${number}`, 1, 'x'.repeat(500));
  cache.clear();
  t.equal(textOf(cache, 'n2999', 1), undefined);
  put(cache, 'a', 1, 'after');
  t.equal(textOf(cache, 'a', 1), 'after');
});

test('never changes a body that it gave out', async t => {
  const cache = new ResourceCache(mebibyte);
  put(cache, 'a', 1, 'first');
  const given = cache.get('demo', 'order', 'a', 1);
  const before = given?.body.toString();
  put(cache, 'a', 2, 'other');
  for (let number = 0; number < 2_000; number++) put(cache, `n${number}`, 1, 'x'.repeat(1_000));
  t.equal(given?.body.toString(), before);
});

test('keeps no copy of a body that changes after it was kept', async t => {
  const cache = new ResourceCache(mebibyte);
  const body = bodyOf('a', 1, 'first');
  cache.put('demo', 'order', { id: 'a', version: 1 } as never, Document.open(body));
  body.fill(0x20);
  t.equal(textOf(cache, 'a', 1), 'first');
});

test('drops the resources that were kept first when its memory is full', async t => {
  const cache = new ResourceCache(3 * mebibyte);
  const count = 12_000;
  for (let number = 0; number < count; number++) put(cache, `n${number}`, 1, 'x'.repeat(500));
  const kept = Array.from({ length: count }, (_, number) => textOf(cache, `n${number}`, 1) !== undefined);
  const first = kept.indexOf(true);
  t.ok(first > 0 && kept.slice(first).every(Boolean), `of ${count} the last ${count - first} are kept`);
  t.ok((count - first) * 1_500 <= 3 * mebibyte, 'an entry counts a kibibyte beside its body');
  t.ok((count - first) * 1_700 >= 2 * mebibyte, 'at most one piece of the memory is empty');
});

test('keeps nothing that is longer than its memory, nor the version before', async t => {
  const cache = new ResourceCache(4_096);
  put(cache, 'a', 1, 'short');
  put(cache, 'a', 2, 'x'.repeat(5_000));
  t.same([textOf(cache, 'a', 1), textOf(cache, 'a', 2)], [undefined, undefined]);
  const tiny = new ResourceCache(1);
  put(tiny, 'a', 1, '');
  t.equal(textOf(tiny, 'a', 1), undefined);
});

test('returns kept resources, among thousands of all lengths', async t => {
  const cache = new ResourceCache(2 * mebibyte);
  const random = new Random(18).next;
  const texts = new Map<string, { version: number; text: string }>();
  let found = 0;
  for (let step = 0; step < 20_000; step++) {
    const id = `n${Math.floor(random() * 800)}`;
    const known = texts.get(id);
    const given = known === undefined ? undefined : textOf(cache, id, known.version);
    if (given !== undefined) {
      found++;
      if (given !== known?.text) t.fail(`${id} has another text`);
    }
    const version = (known?.version ?? 0) + 1;
    const text = String.fromCharCode(97 + Math.floor(random() * 26)).repeat(
      random() * (step % 100 === 0 ? 50_000 : 900),
    );
    put(cache, id, version, text);
    texts.set(id, { version, text });
  }
  t.ok(found > 5_000, `${found} of 20,000 were found`);
});

const nextTurn = () => new Promise(setImmediate);

/** Creates a store whose stamps can be set, and which counts how often they are read. */
const stampedStore = () => {
  const stamps = new Map<string, string>();
  let reads = 0;
  return {
    stamps,
    reads: () => reads,
    stampsInTurn: async (projectKey: string, names: readonly string[]) => {
      reads++;
      return names.map(name => stamps.get(`${projectKey}/${name}`) ?? null);
    },
  };
};

test('keeps data of shared resources until a commit stamps their type', async t => {
  const store = stampedStore();
  const shared = shareReads(store, ['product', 'state']);
  const first = await shared('a');
  first.keep('product', 'x', 'product x');
  first.keep('state', 'x', null);
  first.keep('other', 'x', 'of a type that is not shared');
  await nextTurn();
  const later = await shared('a');
  t.same(
    [later.known('product', 'x'), later.known('state', 'x'), later.known('other', 'x'), later.known('product', 'y')],
    ['product x', null, undefined, undefined],
  );
  t.equal((await shared('b')).known('product', 'x'), undefined, 'of another project');
  store.stamps.set('a/shared:product', 'commit 1');
  await nextTurn();
  const stamped = await shared('a');
  t.same([stamped.known('product', 'x'), stamped.known('state', 'x')], [undefined, null]);
  t.equal(later.known('product', 'x'), 'product x', 'as the type was when the request asked');
  later.keep('product', 'y', 'read under the stamp before');
  t.equal(stamped.known('product', 'y'), undefined);
  store.stamps.set('a/project', 'creation of another project with the key');
  await nextTurn();
  t.equal((await shared('a')).known('state', 'x'), undefined);
});

test('reads each thing that is not known once, and keeps nothing for longer than ten seconds', async t => {
  const store = stampedStore();
  let nowMs = 0;
  const shared = shareReads(store, ['product'], () => nowMs);
  let reads = 0;
  const get = async () => (await shared('a')).get('product', 'x', async () => ++reads);
  t.same([await get(), await get()], [1, 1]);
  nowMs = 10_001;
  await nextTurn();
  t.equal(await get(), 2);
});

test('reads the stamps once for all requests of a turn', async t => {
  const store = stampedStore();
  const shared = shareReads(store, ['product']);
  await Promise.all([shared('a'), shared('a'), shared('b'), shared('a')]);
  t.equal(store.reads(), 2);
  await nextTurn();
  await shared('a');
  t.equal(store.reads(), 3, 'a later request may follow a commit');
});

test('a failed read of stamps that no request needs does not end the process', async t => {
  const shared = shareReads({ stampsInTurn: () => Promise.reject(new Error('Command timed out')) }, ['product']);
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  process.on('unhandledRejection', note);
  t.teardown(() => process.off('unhandledRejection', note));
  const needed = shared('p');
  void shared('other');
  await t.rejects(needed, { message: 'Command timed out' });
  await new Promise(resolve => setImmediate(resolve));
  t.same(unhandled, []);
});
