/** `personal-data-erasure` exports the data that a project has of a customer, and deletes it. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { money, newKey, orderDraft, referenceTo } from '../support/drafts.js';
import { createProjectApi, type Resource } from '../support/resourceApi.js';
import type { Test } from '../support/tap.js';
import { runCommand } from './support/packages.js';
import { startProgram } from './support/startProgram.js';

const { address, credentials, projectKey, quayside, test } = await startProgram('personalDataErasure');
const { createIn, http } = await createProjectApi(quayside, credentials);
const output = join(mkdtempSync(join(tmpdir(), 'programs-')), 'customer.json');

/** Creates a customer with one resource of each type that the program knows; returns their paths. */
const createPerson = async (): Promise<readonly [customerId: string, paths: readonly string[]]> => {
  const email = `${newKey('jo')}@example.com`;
  const created = await createIn('customers', { email, password: 'secret-123' });
  const customer = created.customer as Resource;
  const reference = referenceTo('customer', customer);
  const drafts: readonly (readonly [path: string, draft: object, creation?: string])[] = [
    ['orders', orderDraft({ customerId: customer.id }), 'orders/import'],
    ['payments', { amountPlanned: money(100), customer: reference }],
    ['shopping-lists', { name: { en: 'Wishes' }, customer: reference }],
    ['reviews', { title: 'Good', rating: 4, customer: reference }],
    ['carts', { currency: 'EUR', customerId: customer.id }],
  ];
  const paths = [`customers/${customer.id}`];
  for (const [path, draft, creation = path] of drafts) paths.push(`${path}/${(await createIn(creation, draft)).id}`);
  return [customer.id, paths];
};

const run = async (t: Test, customerId: string, ...args: readonly string[]): Promise<void> => {
  const hosts = ['--apiUrl', address, '--authUrl', address, `--accessToken=${await quayside.token(credentials)}`];
  const options = [...hosts, '--projectKey', projectKey, '--logFile', '/dev/null', '--customerId', customerId];
  const { code, stdout, stderr } = await runCommand('personal-data-erasure', [...options, ...args]);
  t.equal(code, 0, `${stdout} ${stderr}`);
};

const [customerId, paths] = await createPerson();
const [, othersPaths] = await createPerson();
const statusOf = async (path: string): Promise<number> => (await http.send('GET', `/${projectKey}/${path}`)).status;

test('exports the resources of a customer, with their messages', async t => {
  await run(t, customerId, '-o', output);
  const exported = JSON.parse(readFileSync(output, 'utf8')) as readonly Resource[];
  const ids = exported.map(({ id }) => id);
  for (const path of paths) t.equal(ids.includes(path.split('/')[1]!), true, path);
  for (const path of othersPaths) t.equal(ids.includes(path.split('/')[1]!), false, path);
  t.equal(
    exported.some(({ type }) => type === 'OrderImported'),
    true,
    'has messages',
  );
});

test('deletes the resources of the customer, and no other', async t => {
  await run(t, customerId, '--deleteAll', '--force');
  for (const path of paths) t.equal(await statusOf(path), 404, path);
  for (const path of othersPaths) t.equal(await statusOf(path), 200, path);
});
