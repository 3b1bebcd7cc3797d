/** Reads the compose files and merges them as `docker compose -f compose.yaml -f compose.production.yaml` does. */
import { readFileSync } from 'node:fs';
import { test } from '../support/tap.js';
import { parse } from 'yaml';
import { settings } from '../../src/base/config/settings.js';
import { root } from './codeBlocks.js';

interface Service {
  readonly [option: string]: unknown;
  readonly environment: Readonly<Record<string, string>>;
}
interface Compose {
  readonly services: Readonly<Record<string, Partial<Service>>>;
  readonly volumes: Readonly<Record<string, null>>;
}

/** Reads a file. The tag `!reset` removes the ports of the first file; the parser ignores the unknown tag. */
const read = (name: string): Compose => parse(readFileSync(`${root}${name}`, 'utf8'), { logLevel: 'error' }) as Compose;

const base = read('compose.yaml');
const added = read('compose.production.yaml');
const production: Readonly<Record<string, Service>> = Object.fromEntries(
  Object.keys({ ...base.services, ...added.services }).map(name => {
    const [first = {}, second = {}] = [base.services[name], added.services[name]];
    return [name, { ...first, ...second, environment: { ...first.environment, ...second.environment } }];
  }),
);
const seconds = (duration: unknown): number => Number(/^(\d+)s$/.exec(String(duration))?.[1]);

test('starts the server when Redis has loaded its file, and gives both time to stop', async t => {
  const { redis, quayside } = base.services;
  t.same(quayside!.depends_on, { redis: { condition: 'service_healthy' } });
  t.same(redis!.healthcheck, {
    test: ['CMD-SHELL', 'redis-cli ping | grep -q PONG'],
    interval: '2s',
    timeout: '2s',
    retries: 30,
    start_period: '10m',
  });
  t.ok(seconds(quayside!.stop_grace_period) > 10, 'a shutdown of the server takes less than 10 s');
  t.ok(seconds(redis!.stop_grace_period) > 10);
  t.same([redis!.restart, quayside!.restart], ['unless-stopped', 'unless-stopped']);
});

test('pins the versions of images, which the environment may name by digest', async t => {
  const { redis, quayside, proxy } = production;
  const defaults: readonly [unknown, RegExp][] = [
    [redis!.image, /^\$\{REDIS_IMAGE:-(redis:\d+\.\d+\.\d+)\}$/],
    [proxy!.image, /^\$\{CADDY_IMAGE:-(caddy:\d+\.\d+\.\d+)\}$/],
    [(quayside!.build as { args: Record<string, string> }).args.NODE_IMAGE, /^\$\{NODE_IMAGE:-(node:\d+-[a-z-]+)\}$/],
  ];
  t.equal(Object.keys(production).length, defaults.length);
  const page = readFileSync(`${root}docs/packages.md`, 'utf8');
  for (const [image, pattern] of defaults) {
    const [, tag = 'no image'] = pattern.exec(String(image)) ?? [];
    t.ok(page.includes(`_IMAGE=${tag}`), `docs/packages.md tells how to find the digest of ${tag}`);
  }
  t.match(readFileSync(`${root}Dockerfile`, 'utf8'), /^ARG NODE_IMAGE=node:24-trixie-slim$/m);
});

test('binds the port to loopback without a proxy', async t => {
  t.same(base.services.quayside!.ports, ['127.0.0.1:8080:8080']);
});

test('sets variables that the server reads', async t => {
  const known = new Set(Object.values(settings).map(({ variable }) => variable));
  const names = [base, added].flatMap(({ services }) => Object.keys(services.quayside!.environment ?? {}));
  t.same([...new Set(names)].sort(), ['API_HOSTS', 'AUTH_HOSTS', 'ENCRYPTION_KEY', 'REDIS_URL']);
  t.same(
    names.filter(name => !known.has(name)),
    [],
  );
});

test('limits the memory of all containers in production, makes files read-only, and publishes TLS only', async t => {
  t.same(Object.keys(production).sort(), ['proxy', 'quayside', 'redis']);
  for (const [name, service] of Object.entries(production)) {
    t.match(String(service.mem_limit), /^\d+[gm]$/, name);
    t.same(
      [service.read_only, service.security_opt, service.cap_drop],
      [true, ['no-new-privileges:true'], ['ALL']],
      name,
    );
  }
  t.same(production.quayside!.ports, []);
  t.same(production.redis!.ports, undefined);
  t.same(production.proxy!.ports, ['80:80', '443:443', '443:443/udp']);
  for (const name of ['ENCRYPTION_KEY', 'API_HOSTS'])
    t.match(
      String(production.quayside!.environment[name]),
      /^\$\{[A-Z_]+:\?set [A-Z_]+ in \.env/,
      `${name} is required`,
    );
});

test('declares the volumes that it uses', async t => {
  const used = Object.values(production).flatMap(({ volumes = [] }) =>
    (volumes as string[]).map(volume => String(volume.split(':')[0])),
  );
  t.same(used.sort(), Object.keys({ ...base.volumes, ...added.volumes }).sort());
});
