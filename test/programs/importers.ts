/** The vendor's importers create resources from their input, and change them in a second run. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { money, productTypeDraft } from '../support/drafts.js';
import { sdkOf } from '../support/sdk.js';
import { apiConfig, load, optionWords, runCommand } from './support/packages.js';
import { startProgram } from './support/startProgram.js';

const { address, credentials, quayside, expectRefusals, test } = await startProgram('importers');
const sdk = sdkOf(quayside, credentials);

interface Importer {
  run(drafts: readonly unknown[]): Promise<unknown>;
  summaryReport(): unknown;
}
type ImporterClass = new (options: object, logger?: object) => Importer;

const quiet = { error: () => {}, warn: () => {}, info: () => {}, verbose: () => {}, debug: () => {} };

/** Runs an importer in the project, and returns its report. */
const runImporter = async (name: string, drafts: readonly unknown[]): Promise<unknown> => {
  const { default: Class } = load<{ readonly default: ImporterClass }>(`@commercetools/${name}`);
  const importer = new Class({ apiConfig: apiConfig(address, credentials) }, quiet);
  await importer.run(drafts);
  return importer.summaryReport();
};

test('state-importer creates states, then changes them', async t => {
  const drafts = (name: string) =>
    ['new', 'paid'].map(key => ({ key: `import-${key}`, type: 'OrderState', name: { en: `${name} ${key}` } }));
  t.same(await runImporter('state-importer', drafts('First')), {
    reportMessage:
      'Summary: there were 2 successfully imported states (2 were newly created, 0 were updated and 0 were unchanged).',
    detailedSummary: { created: 2, updated: 0, unchanged: 0, errors: { create: [], update: [] } },
  });
  await runImporter('state-importer', drafts('Second'));
  const { body } = await sdk
    .states()
    .get({ queryArgs: { where: 'key in ("import-new","import-paid")', sort: 'key' } })
    .execute();
  t.same(
    body.results.map(({ name, version }) => [name, version]),
    [
      [{ en: 'Second new' }, 2],
      [{ en: 'Second paid' }, 2],
    ],
  );
});

test('discount-code-importer creates codes, then changes them', async t => {
  const { body: discount } = await sdk
    .cartDiscounts()
    .post({
      body: {
        name: { en: 'Ten' },
        value: { type: 'relative', permyriad: 1000 },
        cartPredicate: '1=1',
        target: { type: 'lineItems', predicate: '1=1' },
        sortOrder: '0.5',
        requiresDiscountCode: true,
      },
    })
    .execute();
  const drafts = (name: string) =>
    ['A1', 'B2'].map(code => ({
      code,
      name: { en: name },
      isActive: true,
      cartDiscounts: [{ typeId: 'cart-discount', id: discount.id }],
    }));
  await runImporter('discount-code-importer', drafts('First'));
  await runImporter('discount-code-importer', drafts('Second'));
  const { body } = await sdk
    .discountCodes()
    .get({ queryArgs: { sort: 'code' } })
    .execute();
  t.same(
    body.results.map(({ code, name, cartDiscounts }) => [code, name, cartDiscounts]),
    ['A1', 'B2'].map(code => [code, { en: 'Second' }, [{ typeId: 'cart-discount', id: discount.id }]]),
  );
});

interface ProductImporter {
  performStream(drafts: readonly object[], done: () => void): Promise<void>;
  readonly _summary: object;
}

/** The importer refers to product types and tax categories by name. */
const productDrafts = (name: string, centAmount: number) =>
  ['one', 'two'].map(each => ({
    productType: { typeId: 'product-type', id: 'Imported' },
    taxCategory: { typeId: 'tax-category', id: 'Imported' },
    name: { en: `${name} ${each}` },
    slug: { en: `imported-${each}` },
    masterVariant: { sku: `IMPORT-${each}-1`, prices: [{ value: money(centAmount) }], attributes: [] },
    variants: [
      { sku: `IMPORT-${each}-2`, prices: [], attributes: [{ name: 'colour', value: name }] },
      { sku: `IMPORT-${each}-3`, prices: [], attributes: [] },
    ],
  }));

test('sphere-product-import creates products, then changes them', async t => {
  const colour = { name: 'colour', label: { en: 'Colour' }, type: { name: 'text' }, isRequired: false };
  await sdk
    .productTypes()
    .post({ body: { ...productTypeDraft([], { name: 'Imported' }), attributes: [colour as never] } as never })
    .execute();
  await sdk
    .taxCategories()
    .post({ body: { name: 'Imported', rates: [] } })
    .execute();
  const { ProductImport } = load<{ readonly ProductImport: new (...args: object[]) => ProductImporter }>(
    'sphere-product-import',
  );
  const { projectKey, clientId, clientSecret } = credentials;
  const host = address.replace('http://', '');
  const importProducts = async (drafts: readonly object[]): Promise<object> => {
    const importer = new ProductImport(quiet, {
      clientConfig: {
        config: { project_key: projectKey, client_id: clientId, client_secret: clientSecret },
        host,
        protocol: 'http',
        oauth_host: host,
        oauth_protocol: 'http',
      },
    });
    await importer.performStream(drafts, () => {});
    return importer._summary;
  };
  t.match(await importProducts(productDrafts('First', 1000)), { created: 2, updated: 0, failed: 0 });
  t.match(await importProducts(productDrafts('Second', 1200)), { created: 0, updated: 2, failed: 0 });
  const { body } = await sdk
    .productProjections()
    .get({ queryArgs: { staged: true, where: 'slug(en in ("imported-one","imported-two"))', sort: 'slug.en' } })
    .execute();
  t.same(
    body.results.map(({ name, masterVariant, variants }) => [
      name.en,
      masterVariant.prices?.map(({ value }) => value.centAmount),
      variants.map(({ sku, attributes }) => [sku, attributes?.map(({ value }) => value as string)]),
    ]),
    ['one', 'two'].map(each => [
      `Second ${each}`,
      [1200],
      [
        [`IMPORT-${each}-2`, ['Second']],
        [`IMPORT-${each}-3`, []],
      ],
    ]),
  );
});

const output = join(mkdtempSync(join(tmpdir(), 'programs-')), 'output.json');

/** Runs a command of the vendor in the project, and returns its result. */
const runInProject = async (command: string, ...args: string[]) => {
  const server = { '--apiUrl': address, '--authUrl': address };
  const accessToken = await quayside.token(credentials);
  const options = {
    ...server,
    '--projectKey': credentials.projectKey,
    '--accessToken': accessToken,
  };
  return runCommand(command, [...optionWords(options), '-o', output, '--logFile', '/dev/null', ...args]);
};

test('custom-objects-importer creates objects, then changes them; custom-objects-exporter writes them', async t => {
  const drafts = (value: number) => ['a', 'b', 'c'].map(key => ({ container: 'imported', key, value: { value } }));
  const first = await runImporter('custom-objects-importer', drafts(1));
  t.match(first, { detailedSummary: { createdCount: 3, updatedCount: 0, errors: [] } });
  const second = await runImporter('custom-objects-importer', [...drafts(2).slice(0, 2), ...drafts(1).slice(2)]);
  t.match(second, { detailedSummary: { createdCount: 0, updatedCount: 2, unchangedCount: 1, errors: [] } });
  const { code, stderr } = await runInProject('custom-objects-exporter');
  t.equal(code, 0, stderr);
  const written = JSON.parse(readFileSync(output, 'utf8')) as ReturnType<typeof drafts>;
  t.same(Object.fromEntries(written.map(({ container, key, value }) => [`${container} ${key}`, value.value])), {
    'imported a': 2,
    'imported b': 2,
    'imported c': 1,
  });
});

test('resource-deleter deletes published products, and categories below one another', async t => {
  // It deletes each category, also one that is gone with the one above it.
  expectRefusals({ method: 'DELETE', path: /\/categories\//, status: 404 });
  const category = async (key: string, parent?: string) =>
    sdk
      .categories()
      .post({
        body: {
          key,
          name: { en: key },
          slug: { en: key },
          ...(parent && { parent: { typeId: 'category', key: parent } }),
        },
      })
      .execute();
  await category('above');
  await category('below', 'above');
  const publish = { version: 0, actions: [{ action: 'publish' as const }] };
  const products = await sdk.products().get().execute();
  for (const { id, version } of products.body.results)
    await sdk
      .products()
      .withId({ ID: id })
      .post({ body: { ...publish, version } })
      .execute();
  for (const [resource, left] of [
    ['products', () => sdk.products().get().execute()],
    ['categories', () => sdk.categories().get().execute()],
    ['customObjects', () => sdk.customObjects().get().execute()],
  ] as const) {
    const { code, stdout, stderr } = await runInProject('resource-deleter', '--resource', resource, '--confirm');
    t.equal(code, 0, `${stdout} ${stderr}`);
    t.equal((await left()).body.count, 0, resource);
  }
});
