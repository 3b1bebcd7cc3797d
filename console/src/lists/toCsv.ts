/** Writes resources as comma-separated values (RFC 4180), and cells for the clipboard. */
import { isReference, textOf } from '../api/Resource';
import { amountOf, isLocalizedText, isMoney } from '../values/format';
import { protectText } from './formulas';

const cellText = (value: unknown, language: string): string => {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return value;
  if (isMoney(value)) return `${amountOf(value)} ${value.currencyCode}`;
  if (isReference(value)) return value.id;
  if (isLocalizedText(value)) return textOf(value, language) ?? '';
  return JSON.stringify(value);
};

/** Other texts are quoted: a reader of semicolons may see several cells in one, and quotes prevent a formula in it. */
const plainText = /^[\p{L}\p{M}\p{N} _.:/@%-]*$/u;

const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

const cell = (value: unknown, language: string): string => {
  const text = protectText(cellText(value, language));
  return plainText.test(text) ? text : quoted(text);
};

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

export const csvHead = (columns: readonly string[]): string => line(columns.map(name => cell(name, '')));

export const csvRow = (values: readonly unknown[], language: string): string =>
  line(values.map(value => cell(value, language)));

/** Formats cells for pasting into spreadsheets. */
export const clipboardText = (rows: readonly (readonly string[])[]): string =>
  rows
    .map(row =>
      row
        .map(protectText)
        .map(text => (/["\t\r\n]/.test(text) ? quoted(text) : text))
        .join('\t'),
    )
    .join('\n');
