import { test } from '../support/tap.js';
import { limits } from '../../src/base/config/limits.js';
import { LongResources } from '../../src/operations/heavyCalls.js';

const ofOrder = (field?: string, value?: string) => ({ projectKey: 'p', typeId: 'order', field, value });
const bodyOf = (length: number, head = '{"id":"o-1","version":2,"text":"'): Buffer =>
  Buffer.from(head.padEnd(length - 2, 'x') + '"}');
const long = limits.lightBodyBytesMax + 1;

test('remembers a long resource by its id and by what a call named it by', t => {
  const resources = new LongResources();
  const known = () =>
    [ofOrder('id', 'o-1'), ofOrder('orderNumber', 'n'), ofOrder('id', 'o-2'), ofOrder()].map(call =>
      resources.has(call),
    );
  t.same(known(), [false, false, false, false]);
  resources.note(ofOrder(), { body: bodyOf(long) });
  t.same(known(), [true, false, false, false], 'a creation names no resource');
  resources.note(ofOrder('orderNumber', 'n'), { body: bodyOf(long) });
  t.same(known(), [true, true, false, false]);
  t.equal(resources.has({ ...ofOrder('id', 'o-1'), projectKey: 'q' }), false);
  t.equal(resources.has({ ...ofOrder('id', 'o-1'), typeId: 'cart' }), false);
  resources.note(ofOrder('orderNumber', 'n'), { body: bodyOf(long - 1) });
  t.same(known(), [false, false, false, false], 'it has become short');
  t.end();
});

test('a long page, and a long error, are no long resources', t => {
  const resources = new LongResources();
  for (const head of ['{"limit":20,"results":[{"id":"o-1","version":2,"text":"', '{"statusCode":400,"message":"'])
    resources.note(ofOrder('id', 'o-1'), { body: bodyOf(long, head) });
  t.equal(resources.has(ofOrder('id', 'o-1')), false);
  t.end();
});
