import { test } from '../support/tap.js';
import { readConfig } from '../../src/base/config/readConfig.js';
import { ConfigError } from '../../src/base/config/valueKinds.js';
import { CrossOriginPolicy } from '../../src/http/exchange/CrossOriginPolicy.js';

const policyOf = (environment: Readonly<Record<string, string>>): CrossOriginPolicy =>
  new CrossOriginPolicy(readConfig(environment));

const loopback = [
  'http://localhost',
  'http://localhost:3000',
  'https://localhost:65535',
  'http://127.0.0.1:5173',
  'http://127.8.0.1',
  'http://[::1]:4200',
];
const others = [
  'null',
  'https://shop.example.com',
  'http://localhost.example.com',
  'http://127.0.0.1.example.com',
  'http://example.com:80@localhost',
  'ftp://localhost',
  'http://localhost:',
  'http://localhost/',
  'xhttp://localhost',
  'http://128.0.0.1',
];
const allowedOf = (policy: CrossOriginPolicy): string[] =>
  [...loopback, ...others].filter(origin => policy.allows(origin));

test('allows pages of the machine itself in development, and none in production', async t => {
  t.same(allowedOf(policyOf({})), loopback);
  t.same(allowedOf(policyOf({ NODE_ENV: 'production' })), []);
  t.same(allowedOf(policyOf({ NODE_ENV: 'production', CORS_ORIGINS: 'loopback' })), loopback);
});

test('allows the listed origins and no others', async t => {
  const listed = policyOf({
    CORS_ORIGINS: ' HTTPS://Shop.Example.com:443/ , http://b.example.com:8080, capacitor://localhost,',
  });
  t.same(allowedOf(listed), ['https://shop.example.com']);
  for (const origin of ['http://b.example.com:8080', 'capacitor://localhost']) t.ok(listed.allows(origin), origin);
  for (const origin of ['http://b.example.com', 'http://shop.example.com', 'https://www.shop.example.com'])
    t.notOk(listed.allows(origin), origin);
  t.same(allowedOf(policyOf({ CORS_ORIGINS: 'loopback,https://shop.example.com' })), [
    ...loopback,
    'https://shop.example.com',
  ]);
});

test('allows all origins without credentials where the setting is *', async t => {
  const all = policyOf({ NODE_ENV: 'production', CORS_ORIGINS: '*' });
  t.same(allowedOf(all), [...loopback, ...others]);
  const headers = new Map(all.responseHeaders('https://shop.example.com'));
  t.equal(headers.get('Access-Control-Allow-Origin'), '*');
  t.notOk(headers.has('Access-Control-Allow-Credentials'));
});

test('refuses values that are no origin', async t => {
  for (const CORS_ORIGINS of [
    'shop.example.com',
    'https://*.example.com',
    '*,https://shop.example.com',
    'https://shop.example.com/path',
    'https://shop.example.com?x',
    'https://shop.example.com#x',
    'file:///',
    'null',
    'none',
  ])
    t.throws(
      () => readConfig({ CORS_ORIGINS }),
      new ConfigError([
        `CORS_ORIGINS is '${CORS_ORIGINS}'; allowed is *, or origins such as https://shop.example.com, ` +
          'and loopback, separated by commas.',
      ]),
      CORS_ORIGINS,
    );
});
