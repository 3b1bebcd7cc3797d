/** Writes resources as comma-separated values (RFC 4180). */
import { isReference, textOf } from '../api/Resource';
import { amountOf, isLocalizedText, isMoney } from '../values/format';

const cellText = (value: unknown, language: string): string => {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value === 'string') return value;
  if (isMoney(value)) return `${amountOf(value)} ${value.currencyCode}`;
  if (isReference(value)) return value.id;
  if (isLocalizedText(value)) return textOf(value, language) ?? '';
  return JSON.stringify(value);
};

/** A spreadsheet would run a text that begins like this as a formula, and customers write texts. */
const formulaStart = /^[=+@\t\r]|^-(?![\d.])/;

const cell = (value: unknown, language: string): string => {
  const text = cellText(value, language);
  const safe = typeof value === 'string' && formulaStart.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`;

export const csvHead = (columns: readonly string[]): string => line(columns.map(name => cell(name, '')));

export const csvRow = (values: readonly unknown[], language: string): string =>
  line(values.map(value => cell(value, language)));
