/** `sphere-node-product-csv-sync` creates and changes products from CSV, publishes and deletes them. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { attributeDraft, productTypeDraft } from '../support/drafts.js';
import { createProjectApi } from '../support/resourceApi.js';
import type { Test } from '../support/tap.js';
import { runCommand } from './support/packages.js';
import { startProgram } from './support/startProgram.js';

const { address, credentials, projectKey, quayside, test } = await startProgram('productCsvSync');
const { createIn, http } = await createProjectApi(quayside, credentials);
const input = join(mkdtempSync(join(tmpdir(), 'programs-')), 'products.csv');

await createIn('product-types', productTypeDraft([attributeDraft('colour')], { name: 'Coat', key: 'coat' }));

const run = async (t: Test, ...args: readonly string[]): Promise<void> => {
  const { clientId, clientSecret } = credentials;
  const hosts = ['--sphereHost', address, '--sphereAuthHost', address];
  const project = ['--projectKey', projectKey, '--clientId', clientId, '--clientSecret', clientSecret];
  const { code, stdout, stderr } = await runCommand('product-csv-sync', [...hosts, ...project, ...args]);
  t.equal(code, 0, `${stdout} ${stderr}`);
};

const csv = (name: string, price: string): string =>
  [
    'productType,variantId,sku,name.en,slug.en,prices,colour',
    `Coat,1,COAT-1,${name} one,coat-one,${price},red`,
    ',2,COAT-2,,,,blue',
    `Coat,1,COAT-3,${name} two,coat-two,${price},green`,
    '',
  ].join('\n');

interface Projection {
  readonly name: { readonly en: string };
  readonly masterVariant: Variant;
  readonly variants: readonly Variant[];
}
interface Variant {
  readonly sku: string;
  readonly prices: readonly { readonly value: { readonly centAmount: number } }[];
  readonly attributes: readonly { readonly value: string }[];
}

const readProducts = async (staged: boolean) => {
  const answer = await http.send(
    'GET',
    `/${projectKey}/product-projections?staged=${staged}&sort=name.en asc`.replace(' ', '%20'),
  );
  return (answer.json as { readonly results: readonly Projection[] }).results.map(
    ({ name, masterVariant, variants }) => [
      name.en,
      ...[masterVariant, ...variants].map(({ sku, prices, attributes }) => [
        sku,
        prices.map(({ value }) => value.centAmount),
        attributes[0]?.value,
      ]),
    ],
  );
};

const products = (name: string, centAmount: number) => [
  [`${name} one`, ['COAT-1', [centAmount], 'red'], ['COAT-2', [], 'blue']],
  [`${name} two`, ['COAT-3', [centAmount], 'green']],
];

test('imports products, and changes them in a second run', async t => {
  writeFileSync(input, csv('First', 'EUR 1000'));
  await run(t, 'import', '--csv', input, '--matchBy', 'sku');
  t.same(await readProducts(true), products('First', 1000));
  writeFileSync(input, csv('Second', 'EUR 1200'));
  await run(t, 'import', '--csv', input, '--matchBy', 'sku');
  t.same(await readProducts(true), products('Second', 1200));
});

test('publishes all products', async t => {
  t.same(await readProducts(false), []);
  await run(t, 'state', '--changeTo', 'publish');
  t.same(await readProducts(false), products('Second', 1200));
});

test('deletes all products', async t => {
  await run(t, 'state', '--changeTo', 'unpublish');
  await run(t, 'state', '--changeTo', 'delete', '--forceDelete');
  t.same(await readProducts(true), []);
});
