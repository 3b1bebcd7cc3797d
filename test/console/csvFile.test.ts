/** Files that stop a page or mean nothing are refused before they are parsed as a whole. */
import { gzipSync } from 'node:zlib';
import type { TFunction } from 'i18next';
import { startSharedConsole } from '../support/accounts.js';
import { longForm } from '../support/browser.js';
import { openConsolePage } from '../support/consolePages.js';
import { loadConsoleModule } from '../support/loadConsoleModule.js';
import { createProjectApi } from '../support/resourceApi.js';
import { isLong } from '../support/rounds.js';
import { test } from '../support/tap.js';

interface CsvFile {
  readonly columns: readonly string[];
  readonly lines: readonly { readonly line: number; readonly texts: Readonly<Record<string, string>> }[];
}
const { readCsv } = await loadConsoleModule<{ readonly readCsv: (file: Blob, t: TFunction) => Promise<CsvFile> }>(
  'products/csvFile.ts',
);

const translate = ((key: string, values: object = {}) => [key, ...Object.values(values)].join(' ')) as TFunction;
const head = 'productKey,sku\n';
/** The most characters that a file may have; in the short form fewer, which are still too many in each way. */
const long = isLong ? 16_000_000 : 2_000_000;
const mebibytes = (count: number): number => count * 2 ** 20;
const utf16 = (text: string, mark: string): Buffer => Buffer.from(mark + text, 'utf16le');

/** Files that are refused: their bytes, what is said without a browser, and a part of what the page says. */
const refused: readonly (readonly [name: string, content: () => string | Buffer, key: string, words: string])[] = [
  ['quotes without an end', () => `${head}a,"b\n${'c,d\n'.repeat(100_000)}`, 'openQuote 2', 'that has no end'],
  ['a text behind quotes', () => `${head}a,"b"c"\n`, 'openQuote 2', 'that has no end'],
  ['16 MiB and a byte', () => 'a'.repeat(mebibytes(16) + 1), 'limits.mebibytes 16', 'more than 16 MB'],
  ['a line without an end', () => head + 'a'.repeat(long), 'limits.cellCharacters 1,000,000', 'more than 1,000,000'],
  ['only empty lines', () => head + '\n'.repeat(long / 16), 'limits.lines 100,000', 'more than 100,000 lines'],
  ['too many lines', () => head + 'a,b\r\n'.repeat(long / 16), 'limits.lines 100,000', 'more than 100,000 lines'],
  ['100,000 columns', () => 'a,'.repeat(100_000), 'limits.columns 1,000', 'more than 1,000 columns'],
  ['only empty columns', () => ';'.repeat(long), 'limits.columns 1,000', 'more than 1,000 columns'],
  ['only cells', () => head + ','.repeat(long) + 'x', 'noColumn 2', 'a column without a name'],
  ['a column twice', () => 'sku,sku\na,b\n', 'columnTwice sku', '“sku” is there twice'],
  ['NUL bytes', () => 'productKey,\0sku\na,b\n', 'noText', 'This is no text'],
  ['NUL bytes alone', () => Buffer.alloc(mebibytes(1)), 'noText', 'This is no text'],
  ['UTF-16 without a mark', () => utf16(`${head}ä,b`, ''), 'noText', 'This is no text'],
  ['a workbook with another name', () => Buffer.from('504b0304140000000800', 'hex'), 'noText', 'This is no text'],
  ['a compressed file', () => gzipSync(head.repeat(1_000)), 'noText', 'This is no text'],
];

test('refuses files that would stop the page, and those that are no text', async t => {
  for (const [name, content, key] of refused)
    await t.rejects(readCsv(new Blob([content()]), translate), { message: `productImport.${key}` }, name);
});

test('reads files of spreadsheets: encodings, separators, ends of lines, empty lines and columns', async t => {
  const lines = [{ line: 2, texts: { productKey: 'bööt', sku: '1' } }];
  for (const [name, content] of [
    ['UTF-8', 'productKey,sku\nbööt,1\n'],
    ['a mark', '\ufeffproductKey;sku\r\nbööt;1\r\n'],
    ['UTF-16', utf16('productKey\tsku\r\nbööt\t1\r\n', '\ufeff')],
    ['UTF-16 of other order', utf16('productKey\tsku\rbööt\t1\r', '\ufeff').swap16()],
    ['Windows', Buffer.from('productKey;sku\nbööt;1\n', 'latin1')],
    ['quotes and blanks', '"productKey" , sku,,\n"bööt", 1 ,,,\n'],
  ] as const)
    t.same(await readCsv(new Blob([content]), translate), { columns: ['productKey', 'sku'], lines }, name);
  t.same(await readCsv(new Blob(['sku,name.en,\n\n , ,\na,"b\nc"\n\n"__proto__",d']), translate), {
    columns: ['sku', 'name.en'],
    lines: [
      { line: 4, texts: { sku: 'a', 'name.en': 'b\nc' } },
      { line: 6, texts: { sku: '__proto__', 'name.en': 'd' } },
    ],
  });
  t.same(await readCsv(new Blob([]), translate), { columns: [], lines: [] }, 'an empty file');
});

test('says on the page what is wrong with each of them, and goes on', longForm, async t => {
  const quayside = await startSharedConsole({ 'mia@example.com': 'merchandiser' });
  const { projectKey } = await createProjectApi(quayside, await quayside.project());
  const { page, unexpected } = await openConsolePage(t, quayside, 'mia@example.com', `/${projectKey}/products/import`);
  const choose = (buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name: 'a.csv', mimeType: 'text/csv', buffer });
  for (const [name, content, , words] of refused) {
    await choose(Buffer.from(content()));
    await page.getByText(words).waitFor();
    t.pass(name);
    await choose(Buffer.from(`${'y'.repeat(1_000_000)}\na\n`));
    await page.getByText(`${'y'.repeat(200)}…: no column of this project.`).waitFor();
  }
  t.same(unexpected(), []);
});
