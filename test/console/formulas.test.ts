/** No text becomes a formula in a file or on the clipboard, and all texts come back unchanged. */
import fc from 'fast-check';
import i18next, { type TFunction } from 'i18next';
import Papa from 'papaparse';
import { formulas, formulasFor, formulasIn, harmless } from '../support/formulas.js';
import { money, productDraft, productTypeDraft } from '../support/drafts.js';
import { createIn } from '../support/createSample.js';
import { loadConsoleModule } from '../support/loadConsoleModule.js';
import { createProjectApi } from '../support/resourceApi.js';
import { startQuayside } from '../support/quayside.js';
import { rounds } from '../support/rounds.js';
import { test } from '../support/tap.js';

interface Selection {
  readonly projectKey: string;
  readonly path: string;
  readonly where: string;
}
interface ImportPlan {
  readonly imports: readonly { readonly key: string; readonly kind: string; readonly changes: readonly object[] }[];
  readonly columnErrors: readonly string[];
}
const { csvHead, csvRow, clipboardText } = await loadConsoleModule<{
  readonly csvHead: (columns: readonly string[]) => string;
  readonly csvRow: (values: readonly unknown[], language: string) => string;
  readonly clipboardText: (rows: readonly (readonly string[])[]) => string;
}>('lists/toCsv.ts');
const { unprotectText } = await loadConsoleModule<{ readonly unprotectText: (text: string) => string }>(
  'lists/formulas.ts',
);

const languages = ['en', 'de', 'fr', 'zh-Hant'];
const texts = [...formulas, ...harmless];

/** Values of a column that have a text in each place that a resource may have one. */
const valuesWith = (text: string): readonly (readonly [value: unknown, language: string])[] => [
  [text, 'en'],
  ...languages.map(language => [{ en: 'a', [language]: text }, language] as const),
  [{ 'pt-BR': text }, 'en'],
  [{ typeId: 'customer', id: text }, 'en'],
  [{ centAmount: text, currencyCode: 'EUR' }, 'en'],
  [{ centAmount: -200, currencyCode: text }, 'en'],
  [{ centAmount: -200, currencyCode: 'EUR', fractionDigits: text }, 'en'],
  [{ key: 'a', label: { en: text } }, 'en'],
  [[text, { name: text, value: { en: text } }], 'en'],
  [{ [text]: { [text]: [text] } }, 'en'],
];

test('writes no text as a formula, in any language and nested member, for readers of any separator', t => {
  for (const text of texts)
    for (const [value, language] of valuesWith(text)) {
      const file = csvHead(['id', text, `prices.EUR group=${text}`]) + csvRow(['1', value, value, 'z'], language);
      t.same(formulasIn(file), [], JSON.stringify(value));
    }
  t.end();
});

test('gives each text back as it was, through a file and through the clipboard', t => {
  const file = texts.map(text => csvRow(['1', text, { de: text }], 'de')).join('');
  const read = Papa.parse<string[]>(file, { delimiter: ',', newline: '\r\n' }).data.slice(0, -1);
  t.same(
    read.map(cells => cells.slice(1).map(unprotectText)),
    texts.map(text => [text, text]),
  );
  const block = texts.map(text => [text, 'a', text]);
  t.same(formulasFor(clipboardText(block), '\t'), []);
  t.same(
    Papa.parse<string[]>(clipboardText(block), { delimiter: '\t', newline: '\n' }).data.map(row =>
      row.map(unprotectText),
    ),
    block,
  );
  t.same(
    harmless.map(text => csvRow([text], 'en').replaceAll('"', '').trim()),
    harmless,
    'numbers, telephone numbers and apostrophes stay as they are',
  );
  t.same(
    [-12.5, true, null, undefined].map(value => csvRow([value], 'en').trim()),
    ['-12.5', 'true', '', ''],
  );
  t.end();
});

test('keeps any text of such characters from being a formula, and gives it back', t => {
  const character = fc.constantFrom(...Array.from('=+-@＝＠;,\t\r\n"\' \ufeff\u200b\u0000a1.|!('), '1 ', 'EUR', ' EUR');
  const text = fc.string({ unit: character, maxLength: 12 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      const file = csvRow(['id', one, { de: other }, 'z'], 'de');
      t.same(formulasIn(file), []);
      const [cells = []] = Papa.parse<string[]>(file, { delimiter: ',', newline: '\r\n' }).data;
      t.same(cells.slice(1, 3).map(unprotectText), [one, other]);
      return true;
    }),
    { numRuns: rounds(20_000, 300) },
  );
  t.end();
});

/** What the pages of a project do without a browser: their requests carry a token of the test. */
const startPages = async () => {
  const quayside = await startQuayside();
  const project = await createProjectApi(quayside, await quayside.project());
  const token = await quayside.token(project.credentials);
  const fetchAbsolute = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (typeof input !== 'string' || !input.startsWith('/')) return fetchAbsolute(input, init);
    if (input !== '/-/session/tokens') return fetchAbsolute(`${quayside.address}${input}`, init);
    return Promise.resolve(Response.json({ access_token: token, expires_in: 600 }));
  };
  return { project, stop: () => (globalThis.fetch = fetchAbsolute) };
};

test('exports products with such texts in every column, and imports the file without a change', async t => {
  const { project, stop } = await startPages();
  t.teardown(stop);
  const { projectKey } = project;
  const translate = (await i18next
    .createInstance()
    .init({ lng: 'cimode', showSupportNotice: false })) as unknown as TFunction;
  const ltext = { type: { name: 'ltext' }, isRequired: false, attributeConstraint: 'None' };
  const textType = { ...ltext, type: { name: 'text' } };
  const enumType = {
    name: 'enum',
    values: [
      { key: '=1+1', label: '@SUM(1)' },
      { key: '-1-1', label: '-1' },
    ],
  };
  const attributes = [
    { ...ltext, name: 'care', label: { en: 'Care' } },
    { ...ltext, name: 'story', label: { en: 'Story' }, level: 'Product' },
    { ...textType, name: 'season', label: { en: 'Season' }, level: 'Product' },
    { ...textType, name: 'note', label: { en: '=1+1' } },
    { ...textType, name: 'notes', label: { en: 'Notes' }, type: { name: 'set', elementType: { name: 'text' } } },
    { ...textType, name: '-kind', label: { en: 'Kind' }, type: enumType },
    { ...textType, name: 'size', label: { en: 'Size' }, type: { name: 'number' } },
  ];
  const named = async (path: string, text: string, more: object = {}) =>
    (await createIn(project, path, { ...more, name: text })).id;
  const localized = async (path: string, text: string, more: object) =>
    (await createIn(project, path, { ...more, name: { en: text, de: `${text}!` } })).id;
  const type = await named('product-types', '=1+1', { ...productTypeDraft(), key: undefined, attributes });
  const category = await localized('categories', "-2+3+cmd|' /C calc'!A0", { slug: { en: 'calc' } });
  const taxCategory = await named('tax-categories', '@SUM(1)', { rates: [] });
  const state = (await createIn(project, 'states', { key: '-1-1', type: 'ProductState', initial: true })).id;
  const customerGroup = (await createIn(project, 'customer-groups', { groupName: '=1+1 \n+1' })).id;
  const channel = (await createIn(project, 'channels', { key: '-9-9' })).id;
  const reference = (typeId: string, id: string) => ({ typeId, id });
  const everywhere = (text: string) => ({ en: text, de: `${text}1`, fr: `${text}2` });
  for (const [at, text] of texts.entries()) {
    const draft = {
      key: `-${at}-1`,
      ...Object.fromEntries(
        ['name', 'description', 'metaTitle', 'metaDescription', 'metaKeywords'].map(name => [name, everywhere(text)]),
      ),
      slug: { en: `-${at}-1`, de: `-${at}-2` },
      categories: [reference('category', category)],
      taxCategory: reference('tax-category', taxCategory),
      state: reference('state', state),
      attributes: [
        { name: 'story', value: everywhere(text) },
        { name: 'season', value: text },
      ],
      masterVariant: {
        sku: text,
        key: `-${at}-3`,
        prices: [
          { value: money(1) },
          { value: money(2), customerGroup: reference('customer-group', customerGroup) },
          { value: money(3), channel: reference('channel', channel) },
        ],
        attributes: [
          { name: 'care', value: everywhere(text) },
          { name: 'note', value: text },
          { name: 'notes', value: [text, `${text};${text}`] },
          { name: '-kind', value: '=1+1' },
          { name: 'size', value: -1.5 },
        ],
      },
    };
    await createIn(project, 'products', productDraft({ id: type }, draft as never));
    await createIn(project, 'inventory', {
      sku: text,
      quantityOnStock: 1,
      supplyChannel: reference('channel', channel),
    });
  }
  const { exportProducts } = await loadConsoleModule<{
    exportProducts: (
      selection: Selection,
      t: TFunction,
      signal: AbortSignal,
      onProgress: () => void,
    ) => Promise<readonly string[]>;
  }>('products/csvExport.ts');
  const products = { projectKey, path: 'products', where: '' };
  const parts = await exportProducts(products, translate, new AbortController().signal, () => undefined);
  const file = parts.join('');
  t.same(formulasIn(file), []);
  const { readCsv } = await loadConsoleModule<{
    readCsv: (file: Blob, t: TFunction) => Promise<{ columns: readonly string[]; lines: readonly unknown[] }>;
  }>('products/csvFile.ts');
  const { columns, lines } = await readCsv(new Blob([file]), translate);
  t.equal(lines.length, texts.length);
  const { loadCsvSetup } = await loadConsoleModule<{
    loadCsvSetup: (projectKey: string, productTypes: readonly unknown[]) => Promise<object>;
  }>('products/load.ts');
  const { loadDefinitions } = await loadConsoleModule<{
    loadDefinitions: (projectKey: string) => Promise<{ productTypes: readonly unknown[] }>;
  }>('forms/definitions.ts');
  const { planImport } = await loadConsoleModule<{
    planImport: (lines: readonly unknown[], columns: readonly string[], context: object) => Promise<ImportPlan>;
  }>('products/csvImport.ts');
  const { productTypes } = await loadDefinitions(projectKey);
  const context = { projectKey, productTypes, setup: await loadCsvSetup(projectKey, productTypes), publishes: true };
  const plan = await planImport(lines, columns, { ...context, t: translate });
  t.same(plan.columnErrors, []);
  t.same(
    plan.imports.filter(({ kind }) => kind !== 'unchanged').map(({ key, changes }) => ({ key, changes })),
    [],
  );
  t.equal(plan.imports.length, texts.length);
});
