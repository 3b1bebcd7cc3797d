import { readFileSync } from 'node:fs';
import { test } from '../support/tap.js';
import { parseAddressRanges } from '../../src/base/config/valueKinds.js';
import { commandPrefix, startBanner } from '../../src/cli/startBanner.js';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string;
};
const address = 'http://127.0.0.1:8080';
const report = { address, redisUrl: 'redis://127.0.0.1:6379', searchProblems: [] };
const demo = { projectKey: 'demo', clientId: 'id', clientSecret: 'secret', scope: 'manage_project:demo' };

test('prints the pages of the server and of a project, the client and a command for the first request', async t => {
  t.equal(
    startBanner({ ...report, demo, projectKey: 'demo' }, { prefix: 'quayside', privateDestinations: [] }),
    [
      `Quayside ${version} listens on ${address}`,
      '',
      `  home page      ${address}/`,
      `  console        ${address}/console`,
      `  API reference  ${address}/openapi`,
      `  GraphiQL       ${address}/demo/graphiql`,
      `  jobs           ${address}/console/demo/-/jobs`,
      '',
      '  project        demo',
      '  client id      id',
      '  client secret  secret    (shown this once)',
      '',
      'Try it:',
      '',
      `curl -s ${address}/demo/states -H "Authorization: Bearer $(curl -s -u id:secret -d ` +
        `grant_type=client_credentials ${address}/oauth/token | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')"`,
      '',
    ].join('\n'),
  );
});

test('prints how to create a client where the store has a project', async t => {
  t.equal(
    startBanner({ ...report, projectKey: 'shop' }, { prefix: 'npm run quayside --', privateDestinations: [] }),
    [
      `Quayside ${version} listens on ${address}`,
      '',
      `  home page      ${address}/`,
      `  console        ${address}/console`,
      `  API reference  ${address}/openapi`,
      `  GraphiQL       ${address}/shop/graphiql`,
      `  jobs           ${address}/console/shop/-/jobs`,
      '',
      'For a client of the project shop, in a shell with the same settings:',
      '',
      'npm run quayside -- api-client create --project shop --name my-client --scope manage_project:shop',
      '',
    ].join('\n'),
  );
});

test('prints how to create a project where the store has none, and that search is missing', async t => {
  t.equal(
    startBanner(
      { ...report, searchProblems: ['RediSearch was not found: order search is not available.'] },
      { prefix: 'quayside', privateDestinations: [] },
    ),
    [
      `Quayside ${version} listens on ${address}`,
      'RediSearch was not found: order search is not available.',
      '',
      `  home page      ${address}/`,
      `  console        ${address}/console`,
      `  API reference  ${address}/openapi`,
      '',
      'There is no project yet. For the first one and its client, in a shell with the same settings:',
      '',
      'quayside project create my-shop',
      '',
    ].join('\n'),
  );
});

test('prints the code for the first account of the console where there is none', async t => {
  const lines = startBanner({ ...report, setupCode: 'abc' }, { prefix: 'quayside', privateDestinations: [] }).split(
    '\n',
  );
  t.same(lines.slice(2, 6), [
    `  home page      ${address}/`,
    `  console        ${address}/console`,
    '  set-up code    abc    (creates the first account of the console)',
    `  API reference  ${address}/openapi`,
  ]);
});

test('says which private addresses may be called', async t => {
  const privateDestinations = parseAddressRanges('loopback,10.1.0.0/16')!;
  t.strictSame(startBanner(report, { prefix: 'quayside', privateDestinations }).split('\n').slice(0, 3), [
    `Quayside ${version} listens on ${address}`,
    'PRIVATE_DESTINATIONS lets API extensions and external OAuth servers have these private addresses: ' +
      '127.0.0.0/8, ::1/128, 10.1.0.0/16',
    '',
  ]);
});

test('prints commands as the person who started the server can run them', async t => {
  for (const [file, env, expected] of [
    ['/app/scripts/start.mjs', { npm_lifecycle_event: 'start' }, 'npm run quayside --'],
    ['/app/bin/quayside.mjs', {}, 'node bin/quayside.mjs'],
    ['/usr/local/bin/quayside', {}, 'quayside'],
  ] as const)
    t.equal(commandPrefix({ argv: ['/usr/bin/node', file], env }, '/app'), expected);
});
