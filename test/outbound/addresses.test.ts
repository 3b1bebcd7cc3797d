import { test } from 'tap';
import { isPrivateAddress, isPrivateHost, publicLookup } from '../../src/outbound/privateAddresses.js';
import { matchWhole } from '../support/matchWhole.js';

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
  '2606:4700::1111',
  '2a00:1450::1',
  '::ffff:8.8.8.8',
];

test('recognizes private addresses', async t => {
  for (const address of privateAddresses) t.ok(isPrivateAddress(address), address);
  for (const address of publicAddresses) t.notOk(isPrivateAddress(address), address);
});

test('recognizes private hosts in every notation of a URL', async t => {
  for (const url of [
    'http://127.0.0.1/',
    'http://[::1]:8080/',
    'http://[::ffff:127.0.0.1]/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://169.254.169.254/latest',
  ])
    t.ok(isPrivateHost(new URL(url).hostname), url);
  for (const url of ['http://1.1.1.1/', 'https://example.com/', 'http://127.example.com/'])
    t.notOk(isPrivateHost(new URL(url).hostname), url);
});

test('resolves no name with only private addresses', async t => {
  for (const all of [true, false]) {
    const error = await new Promise(resolve => {
      publicLookup('localhost', { all }, failure => resolve(failure));
    });
    matchWhole(t, error, { message: 'localhost has no public address' });
  }
  const missing = await new Promise(resolve => {
    publicLookup('no-such-host.invalid', { all: true }, failure => resolve(failure));
  });
  matchWhole(t, missing, { message: /ENOTFOUND|EAI_AGAIN/ });
});
