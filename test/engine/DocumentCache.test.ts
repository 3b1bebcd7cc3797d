import { test } from '../support/tap.js';
import { DocumentCache } from '../../src/engine/DocumentCache.js';

const bytes = (value: object): Buffer => Buffer.from(JSON.stringify(value));

test('opens a document anew only for other bytes, and for each project and resource', t => {
  const cache = new DocumentCache();
  const first = cache.open('p', 'product', 'a', bytes({ id: 'a', version: 1 }));
  t.equal(cache.open('p', 'product', 'a', bytes({ id: 'a', version: 1 })), first);
  t.not(cache.open('other', 'product', 'a', bytes({ id: 'a', version: 1 })), first);
  t.not(cache.open('p', 'product', 'b', bytes({ id: 'a', version: 1 })), first);
  const changed = cache.open('p', 'product', 'a', bytes({ id: 'a', version: 2 }));
  t.equal(changed.value('version'), 2);
  t.equal(first.value('version'), 1);
  t.end();
});

test('keeps no long bodies', t => {
  const cache = new DocumentCache();
  const body = bytes({ id: 'x'.repeat(70_000) });
  t.not(cache.open('p', 'product', 'a', body), cache.open('p', 'product', 'a', body));
  t.end();
});
