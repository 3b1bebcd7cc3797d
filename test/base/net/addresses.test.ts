import { test } from '../../support/tap.js';
import { parseAddressRanges } from '../../../src/base/config/valueKinds.js';
import { DestinationPolicy, isPrivateAddress } from '../../../src/base/net/DestinationPolicy.js';
import { matchWhole } from '../../support/matchWhole.js';

const privateAddresses = [
  '127.0.0.1',
  '127.255.0.3',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '192.88.99.1',
  '192.0.0.192',
  '169.254.170.2',
  '168.63.129.16',
  '100.100.100.200',
  '::1',
  '::',
  '::127.0.0.1',
  '::ffff:127.0.0.1',
  '::ffff:10.0.0.1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::7f00:1',
  '64:ff9b:1::1',
  '2002:7f00:1::',
  '2001::1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fec0::1',
  'ff02::1',
  'fe80::1%lo',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fd00:42::42',
  '::ffff:a9fe:a9fe',
  '::ffff:168.63.129.16',
  '100::1',
];
const publicAddresses = [
  '1.1.1.1',
  '8.8.8.8',
  '172.15.0.1',
  '172.32.0.1',
  '192.167.1.1',
  '100.63.255.255',
  '100.128.0.1',
  '223.255.255.255',
  '168.63.129.15',
  '168.63.129.17',
  '2606:4700::1111',
  '2a00:1450::1',
  '::ffff:8.8.8.8',
];

test('recognizes private addresses and the metadata services of clouds', async t => {
  for (const address of privateAddresses) t.ok(isPrivateAddress(address), address);
  for (const address of publicAddresses) t.notOk(isPrivateAddress(address), address);
});

const policyOf = (text = '') => new DestinationPolicy(parseAddressRanges(text)!);

test('allows public addresses, and the private ones that are listed', async t => {
  const closed = policyOf();
  for (const address of privateAddresses) t.notOk(closed.allowsAddress(address), address);
  for (const address of publicAddresses) t.ok(closed.allowsAddress(address), address);
  const open = policyOf('loopback,10.1.0.0/16,fd12::/16,169.254.169.254');
  for (const address of ['127.0.0.1', '127.255.0.3', '::1', '::ffff:127.0.0.1', '10.1.255.255', 'fd12::1'])
    t.ok(open.allowsAddress(address), address);
  t.ok(open.allowsAddress('169.254.169.254'));
  for (const address of ['10.2.0.0', 'fd13::1', '169.254.169.253', '192.168.0.1', '::2', '0.0.0.0'])
    t.notOk(open.allowsAddress(address), address);
});

test('recognizes private hosts in every notation of a URL', async t => {
  const policy = policyOf();
  for (const url of [
    'http://127.0.0.1/',
    'http://[::1]:8080/',
    'http://[::ffff:127.0.0.1]/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://169.254.169.254/latest',
    'http://0xa83f8110/',
  ])
    t.notOk(policy.allowsHost(new URL(url).hostname), url);
  for (const url of ['http://1.1.1.1/', 'https://example.com/', 'http://127.example.com/'])
    t.ok(policy.allowsHost(new URL(url).hostname), url);
});

test('resolves a name to allowed addresses only', async t => {
  const resolveWith = (policy: DestinationPolicy, hostname: string, all: boolean) =>
    new Promise<unknown[]>(resolve => {
      policy.lookup(hostname, { all, family: 4 }, (...results) => resolve(results));
    });
  for (const all of [true, false]) {
    const [error] = await resolveWith(policyOf('10.0.0.0/8'), 'localhost', all);
    matchWhole(t, error, { message: 'localhost has no public address, and none that is allowed' });
  }
  t.strictSame(await resolveWith(policyOf('loopback'), 'localhost', true), [
    null,
    [{ address: '127.0.0.1', family: 4 }],
  ]);
  t.strictSame(await resolveWith(policyOf('loopback'), 'localhost', false), [null, '127.0.0.1', 4]);
  const [missing] = await resolveWith(policyOf('loopback'), 'no-such-host.invalid', true);
  matchWhole(t, missing, { message: /ENOTFOUND|EAI_AGAIN/ });
});
