/** Reads a file of comma-separated values within limits, since parsing blocks the page. */
import type { TFunction } from 'i18next';
import { unprotectText } from '../lists/formulas';
import type { CsvLine, Lines } from './csvLines';
import { shortened, TextError } from './texts';

const mebibytesMax = 16;
const linesMax = 100_000;
const columnsMax = 1_000;
/** Maximum length of a cell. Spreadsheets allow at most 32,767 characters, texts of the API more. */
const cellCharactersMax = 1_000_000;

/** Bounds the part of the first line that is searched for the separator. */
const namesCharactersMax = 100_000;
const lineFeed = 10;

/** Decodes a file: spreadsheets write UTF-8 or, with a mark, UTF-16; older systems write Windows-1252. */
const textOf = (bytes: Uint8Array<ArrayBuffer>, t: TFunction): string => {
  const [first, second] = bytes;
  const decoded = (encoding: string, fatal = false): string => new TextDecoder(encoding, { fatal }).decode(bytes);
  if (first === 0xff && second === 0xfe) return decoded('utf-16le');
  if (first === 0xfe && second === 0xff) return decoded('utf-16be');
  // Workbooks, archives and pictures soon contain zero bytes; names of columns do not.
  const lineEnd = bytes.indexOf(lineFeed);
  const names = bytes.subarray(0, lineEnd === -1 ? bytes.length : lineEnd);
  if (names.includes(0)) throw new TextError(t('productImport.noText'));
  try {
    return decoded('utf-8', true);
  } catch {
    if (bytes.includes(0)) throw new TextError(t('productImport.noText'));
    return decoded('windows-1252');
  }
};

const refuseAbove = (limit: string, max: number, value: number, t: TFunction): void => {
  if (value > max) throw new TextError(t(`productImport.limits.${limit}`, { max: max.toLocaleString('en') }));
};

/** Returns the separator that occurs most often between the names of the columns, outside of quotes. */
const separatorOf = (text: string): string => {
  const [names = ''] = text
    .slice(0, namesCharactersMax)
    .replaceAll(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1);
  const [first = ','] = [',', ';', '\t'].sort((one, other) => names.split(other).length - names.split(one).length);
  return first;
};

/** Returns the text of a cell without the blanks that people put around texts. */
const textOfCell = (cell: string): string => unprotectText(cell.trim());

export interface CsvFile {
  readonly columns: readonly string[];
  /** The lines that contain texts. */
  readonly lines: Lines;
}

const namesIn = (cells: readonly string[], t: TFunction): readonly string[] => {
  refuseAbove('columns', columnsMax, cells.length, t);
  const names = cells.map(textOfCell);
  const twice = names.find((name, at) => name !== '' && names.indexOf(name) < at);
  if (twice !== undefined) throw new TextError(t('productImport.columnTwice', { column: shortened(twice) }));
  return names;
};

/** Returns the texts of a line. Spreadsheets may write columns without a name, which are empty. */
const textsIn = (names: readonly string[], cells: readonly string[], line: number, t: TFunction): CsvLine => {
  const texts: (readonly [column: string, text: string])[] = [];
  for (const [at, cell] of cells.entries()) {
    refuseAbove('cellCharacters', cellCharactersMax, cell.length, t);
    const text = textOfCell(cell);
    if (text === '') continue;
    const name = names[at] ?? '';
    if (name === '') throw new TextError(t('productImport.noColumn', { line }));
    texts.push([name, text]);
  }
  return Object.fromEntries(texts);
};

export const readCsv = async (file: Blob, t: TFunction): Promise<CsvFile> => {
  refuseAbove('mebibytes', mebibytesMax, file.size / 2 ** 20, t);
  const text = textOf(new Uint8Array(await file.arrayBuffer()), t);
  const { parse } = (await import('papaparse')).default;
  let line = 0;
  let names: readonly string[] = [];
  const lines: Lines[number][] = [];
  parse<string[]>(text, {
    delimiter: separatorOf,
    // The parser stops at the first error.
    step: ({ data: cells, errors }) => {
      line++;
      if (errors.some(({ type }) => type === 'Quotes')) throw new TextError(t('productImport.openQuote', { line }));
      refuseAbove('lines', linesMax, line - 1, t);
      if (line === 1) {
        names = namesIn(cells, t);
        return;
      }
      const texts = textsIn(names, cells, line, t);
      if (Object.keys(texts).length > 0) lines.push({ line, texts });
    },
  });
  return { columns: names.filter(name => name !== ''), lines };
};
