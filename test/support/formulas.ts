/** Texts that spreadsheets run as formulas, and functions that find formulas in files with any usual separator. */
import Papa from 'papaparse';

/** The list of OWASP's page about CSV injection, with known ways around naive escapes. */
export const formulas: readonly string[] = [
  '=1+1',
  '=HYPERLINK("http://127.0.0.1/?"&A1,"open")',
  '=IMPORTXML(CONCAT("http://127.0.0.1/?v=",A1),"//a")',
  "=cmd|' /C calc'!A0",
  "-2+3+cmd|' /C calc'!A0",
  "+cmd|'/C calc'!A0",
  '+1+1',
  '-1-1',
  '-12.34+A1',
  '@SUM(1+1)*cmd|A1',
  '＝1+1',
  '＋1+1',
  '－1-1',
  '＠SUM(1)',
  '﹦1+1',
  ' =1+1',
  '\u00a0=1+1',
  '\ufeff=1+1',
  '\u200b\u2060=1+1',
  '"=1+1',
  '"=1+1"',
  "'=1+1",
  "''=1+1",
  '‘=1+1',
  '\u0000=1+1',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '\r\n@SUM(1)',
  'a;=1+1',
  'a;"=1+1";b',
  "a; -2+3+cmd|' /C calc'!A0",
  'a\t=1+1',
  'a\n=1+1',
  'a\r+1+1',
  '","=1+1',
  '";"=1+1',
  '";=1+1;"',
  'a,=1+1',
  "'\n=1+1",
];

/** Texts that look like formulas but stay as they are, and texts with an apostrophe. */
export const harmless: readonly string[] = [
  '-12.34',
  '-1,234.50 EUR',
  '+49 30 123456',
  '-5 %',
  "'tis",
  "it's",
  "''",
  "O'Neil; Smith",
  '1-2',
  'a=b',
  'a@b.example',
];

const invisible = /^[\p{Z}\p{C}"]+/u;
const start = /^[=+\-@＝＋－＠﹦﹢﹣﹫]/u;
const number = /^[+-]\d[\d ., ]*( ?%| [A-Z]{3})?$/u;

/** Tells whether a spreadsheet may run a cell: after invisible characters it looks like a formula, and is no number. */
const isFormula = (cell: string): boolean => start.test(cell.replace(invisible, '')) && !number.test(cell);

/** Returns the cells of a text that a reader with this separator would run. */
export const formulasFor = (text: string, separator: string): readonly string[] =>
  Papa.parse<string[]>(text, { delimiter: separator }).data.flat().filter(isFormula);

/** Returns the cells that any reader would run. */
export const formulasIn = (text: string): readonly string[] =>
  [',', ';', '\t'].flatMap(separator => formulasFor(text, separator));
