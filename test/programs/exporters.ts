/** The vendor's exporters write the contents of the shop. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSampleShop } from '../../src/server/sampleShop.js';
import type { Test } from '../support/tap.js';
import { optionWords, runCommand } from './support/packages.js';
import { startProgram } from './support/startProgram.js';

const { address, credentials, projectKey, quayside, test } = await startProgram('exporters');
await createSampleShop(quayside.services, {
  projectKey,
  seed: 1,
  untilMs: Date.parse('2026-11-01T00:00:00.000Z'),
  orders: 20,
});
const token = await quayside.token(credentials);
const folder = mkdtempSync(join(tmpdir(), 'programs-'));

interface Resource {
  readonly id: string;
}

/** Reads all resources of a path, page by page. */
const readAll = async (path: string): Promise<readonly Resource[]> => {
  const all: Resource[] = [];
  for (let lastId = ''; ; lastId = all.at(-1)!.id) {
    const where = lastId === '' ? '' : `&where=${encodeURIComponent(`id > "${lastId}"`)}`;
    const answer = await quayside.http.send(
      'GET',
      `/${projectKey}/${path}${path.includes('?') ? '&' : '?'}sort=id&limit=500${where}`,
      {
        headers: { authorization: `Bearer ${token}` },
      },
    );
    const { results } = answer.json as { readonly results: readonly Resource[] };
    all.push(...results);
    if (results.length < 500) return all;
  }
};

const exporters = [
  ['inventoriesexporter', 'inventory?expand=supplyChannel', ['--format', 'json']],
  ['customer-groups-exporter', 'customer-groups', []],
  ['discount-code-exporter', 'discount-codes', []],
  ['category-exporter', 'categories', ['--logFile', '/dev/null']],
  ['product-exporter', 'product-projections?staged=true', ['--staged', '--logFile', '/dev/null']],
] as const;

const runExporter = async (t: Test, command: string, args: readonly string[]): Promise<unknown> => {
  const output = join(folder, `${command}.json`);
  const server = { '--apiUrl': address, '--authUrl': address };
  const options = { ...server, '--projectKey': projectKey, '--accessToken': token };
  const { code, stderr } = await runCommand(command, [...optionWords(options), '-o', output, ...args]);
  t.equal(code, 0, stderr);
  return JSON.parse(readFileSync(output, 'utf8'));
};

const byId = (one: Resource, other: Resource): number => (one.id < other.id ? -1 : 1);

for (const [command, path, args] of exporters)
  test(`${command} exports all of ${path}`, async t => {
    const written = (await runExporter(t, command, args)) as Resource[];
    t.same(written.toSorted(byId), (await readAll(path)).toSorted(byId));
  });

interface Variant {
  readonly sku: string;
  readonly prices: readonly { readonly id: string; readonly value: object }[];
}

test('price-exporter exports the prices of all published variants', async t => {
  const { prices: written } = (await runExporter(t, 'price-exporter', ['--logFile', '/dev/null'])) as {
    readonly prices: readonly (Variant & { readonly 'variant-sku': string })[];
  };
  const projections = (await readAll('product-projections')) as readonly (Resource & {
    readonly masterVariant: Variant;
    readonly variants: readonly Variant[];
  })[];
  const listed = (sku: string, { prices }: Variant) => [sku, prices.map(({ id, value }) => ({ id, value }))];
  t.same(
    Object.fromEntries(written.map(each => listed(each['variant-sku'], each))),
    Object.fromEntries(
      projections
        .flatMap(({ masterVariant, variants }) => [masterVariant, ...variants])
        .map(each => listed(each.sku, each)),
    ),
  );
});
