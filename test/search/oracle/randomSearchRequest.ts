/**
 * Generates search requests of every shape from the values of orders: whole values, parts of them and similar values.
 */
import type { Random } from '../../../examples/sample-shop/choices.js';
import { randomOperand } from './randomOperand.js';
import { customFieldNames } from '../../support/search/customFields.js';
import { allowedExpressions, searchTypeOf, searchFields, type TableType } from '../../support/search/searchFields.js';
import {
  type CompoundKind,
  compoundKinds,
  leavesOf,
  type WireQuery,
  type WireRequest,
  type SearchField,
} from '../../support/search/wire.js';
import { randomSorts } from './randomSorts.js';
import { languages, projectLanguages, shuffled } from '../../support/search/randomValues.js';
import type { QuerySource } from './QuerySource.js';

const types = Object.keys(searchFields) as TableType[];

/** Picks a type of field first, so that all types are equally likely, or a custom field. */
const randomField = (random: Random): SearchField => {
  if (random.next() < 0.06) return { field: 'all' };
  if (random.next() < 0.6) return { field: random.pick(searchFields[random.pick(types)]) };
  const { field, customType } = random.pick(customFieldNames);
  // Some requests name a custom field with a wrong type, or one that no Type defines.
  if (random.next() < 0.04) return { field, customType: random.pick(customFieldNames).customType };
  return { field: random.next() < 0.02 ? 'custom.nothing' : field, customType };
};

const randomLanguage = (random: Random, { field, customType }: SearchField): string | undefined => {
  const type = searchTypeOf(field, customType);
  const isLocalized =
    type === 'localizedText' || type === 'LocalizedString' || (type === 'LocalizedEnum' && random.next() < 0.5);
  if (!isLocalized) return undefined;
  return random.next() < 0.9 ? random.pick(projectLanguages) : random.pick(languages);
};

const boosts = [0, 0.5, 2, 3, 10, 0.1, 1.7];

const randomExpression = (stock: QuerySource): WireQuery => {
  const { random } = stock;
  const name = randomField(random);
  const kind = random.pick(allowedExpressions[searchTypeOf(name.field, name.customType)]);
  const language = randomLanguage(random, name);
  const isOpen = kind === 'exists' && random.next() < 0.5;
  const named = { ...name, ...(language !== undefined && !isOpen && { language }) };
  const boost = random.next() < 0.2 ? { boost: random.pick(boosts) } : {};
  return { [kind]: { ...named, ...randomOperand(kind, stock, named), ...boost } };
};

const partsMax = 4;

/** Makes a compound whose parts have at most one compound of each other kind, and none of its own kind (SEARCH018). */
const randomCompound = (stock: QuerySource, kind: CompoundKind, depth: number): WireQuery => {
  const { random } = stock;
  const others = depth === 0 ? [] : compoundKinds.filter(each => each !== kind && random.next() < 0.25);
  const leaves = random.integer(others.length === 0 ? 1 : 0, partsMax - 1);
  const parts = [
    ...Array.from({ length: leaves }, () => randomExpression(stock)),
    ...others.map(each => randomCompound(stock, each, depth - 1)),
  ];
  return { [kind]: shuffled(random, parts) };
};

const depthMax = 4;
const leavesMax = 24;

const randomQuery = (stock: QuerySource): WireQuery => {
  const { random } = stock;
  if (random.next() < 0.4) return randomExpression(stock);
  // `or` finds the most hits; an `and` of values of different orders finds few.
  const query = randomCompound(stock, random.pick(['or', 'or', 'and', 'not', 'filter']), random.integer(0, depthMax));
  return leavesOf(query).length > leavesMax ? randomQuery(stock) : query;
};

/** Makes a request that a client may send; a request without `sort` sorts by relevance. */
export const randomSearchRequest = (stock: QuerySource): WireRequest => {
  const { random } = stock;
  return {
    query: randomQuery(stock),
    ...(random.next() < 0.6 && { sort: randomSorts(stock) }),
    ...(random.next() < 0.7 && { limit: random.integer(0, 100) }),
    ...(random.next() < 0.5 && { offset: random.integer(0, 40) }),
  };
};
