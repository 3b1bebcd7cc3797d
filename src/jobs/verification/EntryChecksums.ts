/**
 * Checksums of the entries in lists, indexes and unique keys: of those that bodies require and that were found, and of
 * those that are stored. Where both are equal, no entry is left over, and no body need be read again for its entries.
 * Where a commit ran in between they differ, and so do entries that were listed twice; then the entries are examined
 * one by one.
 */
import { hash } from 'node:crypto';
import type { StoredKey } from '../../store/parseKey.js';

/** A key whose entries are summed. */
export type SummedKey = Extract<StoredKey, { kind: 'ids' | 'time' | 'index' | 'unique' }>;

interface Balance {
  readonly entries: number;
  readonly sum: number;
}

/** Sums of 48 bits stay exact in a number. */
const sumBytes = 6;
const sumModulus = 2 ** (8 * sumBytes);

/** Keys that belong together: those of all values of an index, for example. */
const groupOf = (key: SummedKey): string => {
  if (key.kind === 'ids') return `${key.typeId} ids`;
  return `${key.typeId} ${key.kind} ${key.kind === 'time' ? key.field : key.path}`;
};

const numberOf = (key: SummedKey, id: string): number => {
  const value = key.kind === 'index' || key.kind === 'unique' ? key.value : '';
  return hash('md5', `${id} ${value}`, 'buffer').readUIntBE(0, sumBytes);
};

export class EntryChecksums {
  /** The stored entries less the required ones, by group. */
  readonly #balances = new Map<string, Balance>();

  #add(key: SummedKey, number: number, entries: number): void {
    const group = groupOf(key);
    const balance = this.#balances.get(group) ?? { entries: 0, sum: 0 };
    this.#balances.set(group, {
      entries: balance.entries + entries,
      sum: (balance.sum + number) % sumModulus,
    });
  }

  /** Adds an entry that a body requires and that was found. A unique key has one entry, under an empty id. */
  addRequired(key: SummedKey, id: string): void {
    this.#add(key, sumModulus - numberOf(key, id), -1);
  }

  addStored(key: SummedKey, id: string): void {
    this.#add(key, numberOf(key, id), 1);
  }

  /** Tells whether the stored entries of the key's group are those that bodies require. */
  isBalanced(key: SummedKey): boolean {
    const { entries, sum } = this.#balances.get(groupOf(key)) ?? { entries: 0, sum: 0 };
    return entries === 0 && sum === 0;
  }

  get areBalanced(): boolean {
    return [...this.#balances.values()].every(({ entries, sum }) => entries === 0 && sum === 0);
  }
}
