/** Queries of every shape, made of what the orders hold: whole values, parts of them, and what is nearly there. */
import type { Random } from '../../../src/seed/Random.js';
import { operandOf } from './operands.js';
import { customNames } from './customs.js';
import { allowed, searchTypeOf, table, type TableType } from './table.js';
import { type CompoundKind, compoundKinds, leavesOf, type WireQuery, type WireRequest } from './wire.js';
import { sortsOf } from './sorts.js';
import { languages, projectLanguages, shuffled } from './words.js';
import type { Named, Stock } from './stock.js';

const types = Object.keys(table) as TableType[];

/** Each type of field is as likely as any other, and custom fields as all others. */
const nameOf = (random: Random): Named => {
  if (random.next() < 0.06) return { field: 'all' };
  if (random.next() < 0.6) return { field: random.pick(table[random.pick(types)]) };
  const { field, customType } = random.pick(customNames);
  // Now and then a field of another kind than its Type says, or one that no Type has.
  if (random.next() < 0.04) return { field, customType: random.pick(customNames).customType };
  return { field: random.next() < 0.02 ? 'custom.nothing' : field, customType };
};

const languageOf = (random: Random, { field, customType }: Named): string | undefined => {
  const type = searchTypeOf(field, customType);
  const isLocalized =
    type === 'localizedText' || type === 'LocalizedString' || (type === 'LocalizedEnum' && random.next() < 0.5);
  if (!isLocalized) return undefined;
  return random.next() < 0.9 ? random.pick(projectLanguages) : random.pick(languages);
};

const boosts = [0, 0.5, 2, 3, 10, 0.1, 1.7];

const leafOf = (stock: Stock): WireQuery => {
  const { random } = stock;
  const name = nameOf(random);
  const kind = random.pick(allowed[searchTypeOf(name.field, name.customType)]);
  const language = languageOf(random, name);
  const isOpen = kind === 'exists' && random.next() < 0.5;
  const named = { ...name, ...(language !== undefined && !isOpen && { language }) };
  const boost = random.next() < 0.2 ? { boost: random.pick(boosts) } : {};
  return { [kind]: { ...named, ...operandOf(kind, stock, named), ...boost } };
};

const partsMax = 4;

/** SEARCH018: of each kind at most one among the parts, and none like the holder. */
const compoundOf = (stock: Stock, kind: CompoundKind, depth: number): WireQuery => {
  const { random } = stock;
  const others = depth === 0 ? [] : compoundKinds.filter(each => each !== kind && random.next() < 0.25);
  const leaves = random.integer(others.length === 0 ? 1 : 0, partsMax - 1);
  const parts = [
    ...Array.from({ length: leaves }, () => leafOf(stock)),
    ...others.map(each => compoundOf(stock, each, depth - 1)),
  ];
  return { [kind]: shuffled(random, parts) };
};

const depthMax = 4;
const leavesMax = 24;

const queryOf = (stock: Stock): WireQuery => {
  const { random } = stock;
  if (random.next() < 0.4) return leafOf(stock);
  // Most hits are found by `or`; an `and` of what different orders hold has few.
  const query = compoundOf(stock, random.pick(['or', 'or', 'and', 'not', 'filter']), random.integer(0, depthMax));
  return leavesOf(query).length > leavesMax ? queryOf(stock) : query;
};

/** A request as a client may send it; no sort means by relevance. */
export const requestOf = (stock: Stock): WireRequest => {
  const { random } = stock;
  return {
    query: queryOf(stock),
    ...(random.next() < 0.6 && { sort: sortsOf(stock) }),
    ...(random.next() < 0.7 && { limit: random.integer(0, 100) }),
    ...(random.next() < 0.5 && { offset: random.integer(0, 40) }),
  };
};
