import { test } from '../../support/tap.js';
import { parseAddressRanges, printAddressRange } from '../../../src/base/config/valueKinds.js';

const printed = (text: string) => parseAddressRanges(text)?.map(printAddressRange);

test('reads addresses, ranges and loopback', async t => {
  t.strictSame(printed('loopback'), ['127.0.0.0/8', '::1/128']);
  t.strictSame(printed(' 10.0.0.0/8, fd00::/8,192.168.1.7 ,fd12::1,0.0.0.0/0'), [
    '10.0.0.0/8',
    'fd00::/8',
    '192.168.1.7/32',
    'fd12::1/128',
    '0.0.0.0/0',
  ]);
  t.strictSame(printed(','), []);
});

test('refuses all other text', async t => {
  for (const text of [
    'true',
    'localhost',
    '10.0.0.0/33',
    'fd00::/129',
    '10.0.0.0/',
    '10.0.0.0/-1',
    '10.0.0.0/8/8',
    '10.0/8',
    'fe80::1%lo',
    '[::1]',
    '10.0.0.0/8 10.0.0.0/8',
    'loopback,private',
  ])
    t.equal(parseAddressRanges(text), undefined, text);
});
