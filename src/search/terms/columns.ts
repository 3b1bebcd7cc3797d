/**
 * Numbers as the columns hold them. Times have the beginning of the id behind the point: orders of one millisecond then stand
 * in an order of their own, which is the same on every page and after every re-index.
 */
import type { NumberColumn } from '../fields.js';

const tieDigits = 3;
const ties = 16 ** tieDigits;

/** Milliseconds, and a fraction that grows with the id. */
export const timeOf = (dateTime: string, id: string): number => Date.parse(dateTime) + (Number.parseInt(id.slice(0, tieDigits), 16) || 0) / ties;

const isTime = (column: NumberColumn): boolean => column === 'created' || column === 'modified';

/** What a column holds of whole numbers up to one. */
export const upTo = (column: NumberColumn, whole: number): number => (isTime(column) ? whole + (ties - 1) / ties : whole);
