import { test } from '../support/tap.js';
import { parseStoredBody } from '../../src/graphql/ResourceLoaders.js';

const bodyOf = (name: string): Buffer =>
  Buffer.from(JSON.stringify({ id: '0b0b0b0b-0000-4000-8000-000000000001', version: 1, text: 'x'.repeat(64), name }));

test('parses the same bytes once, and other bytes again', async t => {
  const first = parseStoredBody(bodyOf('a'));
  t.same(first, JSON.parse(bodyOf('a').toString()));
  t.equal(parseStoredBody(bodyOf('a')), first);
  t.equal(parseStoredBody(bodyOf('b')).name, 'b', 'bytes that differ only at the end');
  t.equal(parseStoredBody(bodyOf('a')).name, 'a');
});

test('keeps its own copy of the bytes', async t => {
  const body = bodyOf('c');
  parseStoredBody(body);
  body.fill(0x20);
  t.equal(parseStoredBody(bodyOf('c')).name, 'c');
});
