import { test } from '../support/tap.js';
import { pastDay } from '../../src/cli/options.js';
import { run } from '../support/command.js';
import { runHere } from '../support/runHere.js';
import { matchWhole } from '../support/matchWhole.js';
import { startQuayside } from '../support/quayside.js';
import { bodyOf, sdkOf } from '../support/sdk.js';
import { waitUntil } from '../support/waitUntil.js';

const quayside = await startQuayside();

test('creates a shop whose orders can be searched, once for a project', async t => {
  const credentials = await quayside.project({ languages: ['fr'], currencies: ['USD'], countries: ['JP'] });
  const { projectKey } = credentials;
  const seedShop = () =>
    runHere([
      'seed',
      '--shop',
      '--project',
      projectKey,
      '--orders',
      '20',
      '--seed-number',
      '5',
      '--until',
      '2026-11-01',
    ]);
  const { code, stdout, stderr } = await seedShop();
  t.equal(code, 0, stderr);
  t.match(
    stdout,
    new RegExp(
      `^The shop in ${projectKey} has 30 products, 10 customers, 20 orders, 12 carts that wait for an order, ` +
        '12 quote requests, 12 reviews and 4 shopping lists; it took \\d+ s\\.\n' +
        '10 customers can sign in with the password Wanderlust-2024, for example \\S+@example\\.com\\.\n' +
        'The searches of orders, products and customers are activated; the server indexes them\\.\n$',
    ),
  );
  const sdk = sdkOf(quayside, credentials);
  matchWhole(t, await bodyOf(sdk.get()), {
    languages: ['fr', 'en', 'de'],
    currencies: ['USD', 'EUR', 'CHF', 'GBP'],
    countries: ['JP', 'DE', 'AT', 'CH', 'NL', 'FR', 'GB', 'US'],
  });
  const searched = async (): Promise<number | undefined> =>
    (
      await bodyOf(
        sdk
          .orders()
          .search()
          .post({ body: { query: { exists: { field: 'orderNumber' } } } }),
      )
    ).total;
  await waitUntil(async () => (await searched().catch(() => undefined)) === 20);
  const { total: published } = await bodyOf(sdk.productProjections().get({ queryArgs: { limit: 1 } }));
  const found = async () => (await bodyOf(sdk.products().search().post({ body: {} }))).total;
  await waitUntil(async () => (await found().catch(() => undefined)) === published);

  matchWhole(t, await seedShop(), {
    code: 1,
    stdout: '',
    stderr:
      `The project '${projectKey}' already has resources of the type type (4). A shop needs a project without any: ` +
      'quayside project create KEY makes one, and so does the administration console.\n',
  });
});

test('imports orders alone with either name of the number', async t => {
  for (const option of ['--seed', '--seed-number']) {
    const { projectKey } = await quayside.project();
    const { code, stdout, stderr } = await runHere(['seed', '--project', projectKey, '--orders', '3', option, '2']);
    t.equal(code, 0, stderr);
    t.match(stdout, new RegExp(`^3 orders imported into ${projectKey}, \\d+ orders/s\n$`));
  }
});

test('explains options that exclude each other, unknown projects and invalid days', async t => {
  for (const [args, stderr] of [
    [['seed'], 'Expected --shop for a whole shop, or --orders with a number for orders alone.\n'],
    [['seed', '--orders', '3', '--until', '2026-01-31'], '--until belongs to --shop, which is missing.\n'],
    [['seed', '--shop', '--project', 'no-such-project'], "The project 'no-such-project' was not found.\n"],
  ] as const)
    t.strictSame(await runHere(args), { code: 1, stdout: '', stderr });
  matchWhole(t, await run(['seed', '--shop', '--until', '2026-02-30']), {
    code: 1,
    stdout: '',
    stderr: /Expected a day that is not in the future, such as 2026-01-31\./,
  });
});

test('reads days of the past only', t => {
  t.equal(pastDay('2026-01-31'), Date.UTC(2026, 0, 31));
  for (const day of ['2026-02-30', 'tomorrow', '9999-01-01', '2026-1-31', ''])
    t.throws(() => pastDay(day), { message: 'Expected a day that is not in the future, such as 2026-01-31.' }, day);
  t.end();
});
