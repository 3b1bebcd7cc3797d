import { test } from '../../support/tap.js';
import { parseRedisUrl, type RedisAddress, redactPassword } from '../../../src/base/config/redisUrl.js';

const server = { kind: 'server', isTls: false, path: '' } as const;
const cluster = { ...server, kind: 'cluster' } as const;
const socket = { ...server, kind: 'unix', nodes: [] } as const;
const node = (host: string, port = 6379) => ({ host, port });

const understood: Readonly<Record<string, RedisAddress>> = {
  'redis://a': { ...server, nodes: [node('a')] },
  'redis://a_1.b-c:1/': { ...server, nodes: [node('a_1.b-c', 1)] },
  'redis://[::1]:7000/0': { ...server, nodes: [node('::1', 7000)] },
  'rediss://a:1': { ...server, isTls: true, nodes: [node('a', 1)] },
  'redis://:secret@a': { ...server, password: 'secret', nodes: [node('a')] },
  'redis://u%3A:p%40s%2Fs%25@a': { ...server, username: 'u:', password: 'p@s/s%', nodes: [node('a')] },
  'redis://u:p@s:s,%C3%B6@a': { ...server, username: 'u', password: 'p@s:s,ö', nodes: [node('a')] },
  'redis-cluster://a:1,b': { ...cluster, nodes: [node('a', 1), node('b')] },
  'redis-cluster://u:s%2C@a,[::1],b/': {
    ...cluster,
    username: 'u',
    password: 's,',
    nodes: [node('a'), node('::1'), node('b')],
  },
  'rediss-cluster://:s@a,:s@b': { ...cluster, isTls: true, password: 's', nodes: [node('a'), node('b')] },
  'unix:///a b/x@y:1.sock': { ...socket, path: '/a b/x@y:1.sock' },
  'unix://u:s%2Ft@/a@b/c': { ...socket, username: 'u', password: 's/t', path: '/a@b/c' },
};

for (const [url, address] of Object.entries(understood))
  test(`understands ${url}`, async t => t.same(parseRedisUrl(url), address));

const [noHost, noPassword] = ['there is no host', "there is no password before '@'"];
const wrongPort = 'the port is no number from 1 to 65535, or an IPv6 address has no brackets';
const encode = "a '/', '?' or '#' of a user or a password is written as %2F, %3F or %23";
const differ = "the nodes have different users or passwords, or a ',' of a password is not written as %2C";
const query = 'a query or a fragment is not understood';
const noPath = 'a cluster has no path, and no database but 0';

/** The reason why an address is refused, and the address as messages show it. */
const refused: Readonly<Record<string, readonly [reason: string, shown: string]>> = {
  'http://u:secret@a': ["the scheme 'http' is unknown", 'http://***@a'],
  'redis+tls://a': ["the scheme 'redis+tls' is unknown", 'redis+tls://a'],
  'u:secret@a:1': ['there is no scheme', '***@a:1'],
  'redis://': [noHost, 'redis://'],
  'redis://:1': [noHost, 'redis://:1'],
  'redis://:secret@': [noHost, 'redis://***@'],
  'redis://u:secret': [wrongPort, 'redis://u:***'],
  'redis://a:0': [wrongPort, 'redis://a:0'],
  'redis://a:65536': [wrongPort, 'redis://a:65536'],
  'redis://fe80::1': [wrongPort, 'redis://fe80::1'],
  'redis://a b': [noHost, 'redis://a b'],
  'redis://secret@a': [noPassword, 'redis://***@a'],
  'redis://u:@a': [noPassword, 'redis://***@a'],
  'redis://@a': [noPassword, 'redis://***@a'],
  'redis://u:secret%@a': ["a '%' of a user or a password is written as %25", 'redis://***@a'],
  'redis://u:sec/ret@a': [encode, 'redis://***@a'],
  'redis://u:sec?ret@a': [encode, 'redis://***@a'],
  'unix://u:sec/ret@/a': [encode, 'unix://***@/a'],
  'redis://a?password=secret': [query, 'redis://a?***'],
  'unix:///a?password=secret': [query, 'unix:///a?***'],
  'redis://a#secret': [query, 'redis://a#***'],
  'redis://u:secret@a/3': ['the search module works in database 0 only', 'redis://***@a/3'],
  'redis://a/b': ['a server has no path', 'redis://a/b'],
  'redis-cluster://a,b/3': [noPath, 'redis-cluster://a,b/3'],
  'redis-cluster://a/3,b': [noPath, 'redis-cluster://a/3,b'],
  'redis-cluster://u:secret@a,u:other@b': [differ, 'redis-cluster://***@b'],
  'redis-cluster://a,u:secret@b': [differ, 'redis-cluster://***@b'],
  'redis-cluster://u:secret@a,u:secret@b,c': [differ, 'redis-cluster://***@b,c'],
  'redis-cluster://u:sec,ret@a': [differ, 'redis-cluster://***@a'],
  'redis-cluster://a,,b': [`node 2: ${noHost}`, 'redis-cluster://a,,b'],
  'redis-cluster://a,b:secret,c': [`node 2: ${wrongPort}`, 'redis-cluster://a,b:***,c'],
  'unix://': ['there is no path of a socket', 'unix://'],
  'unix://a/b': ['a socket has no host', 'unix://a/b'],
  'unix://u:secret@a/b': ['a socket has no host', 'unix://***@a/b'],
};

const problemOf = (url: string): string => {
  try {
    return JSON.stringify(parseRedisUrl(url));
  } catch (error) {
    return (error as Error).message;
  }
};

for (const [url, [reason, shown]] of Object.entries(refused))
  test(`refuses ${url}`, async t => {
    t.equal(problemOf(url), reason);
    t.equal(redactPassword(url), shown);
  });
