/** An argument that is null is like an absent one, and so is a blank text or an empty list, at every field. */
import {
  type GraphQLArgument,
  type GraphQLField,
  getNamedType,
  getNullableType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  type GraphQLObjectType,
} from 'graphql';
import { definitions } from '../../src/commerce/resources/index.js';
import { apiSchema } from '../support/apiSchema.js';
import { createSample, hasSample } from '../support/createSample.js';
import { startGraphql } from '../support/graphql.js';
import type { Resource } from '../support/resourceApi.js';
import { test } from '../support/tap.js';

const { http, quayside, projectKey, ask } = await startGraphql();
const made = new Map<string, Resource>();
for (const { typeId } of definitions)
  if (hasSample(typeId)) made.set(typeId, await createSample({ quayside, http, projectKey }, typeId));

const typeIdOf = (typeName: string): string => typeName.replace(/(?<!^)[A-Z]/g, '-$&').toLowerCase();

/** Values of required arguments, by the name of the argument; each function gets the name of the field's type. */
const needed: Readonly<Record<string, (typeName: string) => string>> = {
  id: typeName => JSON.stringify(made.get(typeIdOf(typeName))?.id ?? made.get('cart')!.id),
  country: () => '"DE"',
  locale: () => '"en"',
  text: () => '"a"',
  key: () => JSON.stringify(made.get('store')!.key),
  storeKey: () => JSON.stringify(made.get('store')!.key),
  keys: () => JSON.stringify([made.get('store')!.key]),
  currency: () => 'EUR',
  searchKeywords: () => '[{ locale: "en", searchKeyword: "a" }]',
};

type Field = GraphQLField<unknown, unknown>;
const typeOf = (field: Field) => getNamedType(field.type);

/** A variant is found by its id, SKU or key: a blank SKU or key finds none, so it is not like an absent one. */
const namesVariant = ({ name, args }: Field): boolean => name === 'variant' && args.some(each => each.name === 'sku');
const isIdentified = ({ type, args }: Field): boolean =>
  !isListType(getNullableType(type)) && args.some(({ name }) => name === 'id');

const begins = (field: Field): string[] =>
  field.args.flatMap(argument => {
    const text = needed[argument.name]?.(typeOf(field).name);
    return (isRequiredArgument(argument) || (argument.name === 'id' && isIdentified(field))) && text !== undefined
      ? [`${argument.name}: ${text}`]
      : [];
  });

const call = (field: Field, given: readonly string[]): string => {
  const all = [...begins(field), ...given];
  return all.length === 0 ? field.name : `${field.name}(${all.join(', ')})`;
};

const plainFields = (type: GraphQLObjectType): Field[] =>
  Object.values(type.getFields()).filter(({ args }) => !args.some(isRequiredArgument));

/** Selects the leaves of the object, and the ids of its results. */
const selection = (field: Field): string => {
  const type = typeOf(field);
  if (isLeafType(type)) return '';
  if (!isObjectType(type)) return ' { __typename }';
  const fields = plainFields(type);
  const leaves = fields.filter(each => isLeafType(typeOf(each))).map(({ name }) => name);
  const below = fields.flatMap(each => {
    const inner = typeOf(each);
    return each.name === 'results' && isObjectType(inner) && inner.getFields().id !== undefined
      ? ['results { id }']
      : [];
  });
  return ` { __typename ${[...leaves.slice(0, 12), ...below].join(' ')} }`;
};

/** An empty list of names selects nothing. */
const selectsNothing = ['skus', 'includeNames', 'includeKeys', 'includeOnly'];

const blanksOf = (field: Field, argument: GraphQLArgument): unknown[] => {
  const type = getNullableType(argument.type);
  const blanks: unknown[] = [null];
  if (isListType(type) && !selectsNothing.includes(argument.name)) blanks.push([]);
  if (['String', 'SearchFilter', 'SearchSort'].includes(String(type)) && !namesVariant(field)) blanks.push('', ' ');
  return blanks;
};

interface Reached {
  readonly field: Field;
  /** The selection with a mark at the place of the field. */
  readonly around: string;
}

/** Every field with optional arguments, below the shortest selection that reaches its type. */
const reach = (): Reached[] => {
  const found: Reached[] = [];
  const seen = new Set<string>();
  let level: { readonly type: GraphQLObjectType; readonly around: string }[] = [
    { type: apiSchema().getQueryType()!, around: '{ @ }' },
  ];
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { type, around } of level) {
      if (seen.has(type.name)) continue;
      seen.add(type.name);
      for (const field of Object.values(type.getFields())) {
        if (field.args.some(each => !isRequiredArgument(each))) found.push({ field, around });
        const inner = typeOf(field);
        if (isObjectType(inner)) next.push({ type: inner, around: around.replace('@', `${call(field, [])} { @ }`) });
      }
    }
    level = next;
  }
  return found;
};

test('treats null, a blank text and an empty list as no argument, at every field', async t => {
  let compared = 0;
  let withData = 0;
  for (const { field, around } of reach()) {
    const optional = field.args.filter(
      each => !isRequiredArgument(each) && !(each.name === 'id' && isIdentified(field)),
    );
    const answer = async (head: string, given: readonly string[], variables: object = {}) => {
      const document = `${head}${around.replace('@', `${call(field, given)}${selection(field)}`)}`;
      const { status, data, errors } = await ask(document, variables);
      return { status, data, errors: errors?.map(({ message }) => message.replace(/\(line.*/, '')) };
    };
    const head = `query (${optional.map(({ name, type }) => `$${name}: ${String(type)}`).join(', ')}) `;
    const names = optional.map(({ name }) => `${name}: $${name}`);
    const plain = await answer(head, names);
    if (plain.errors === undefined) withData++;
    const place = around.replace('@', call(field, []));
    const blanks = optional.map(argument => ({ name: argument.name, values: blanksOf(field, argument) }));
    // Each round has another blank value of every argument; where it differs, each argument is looked at by itself.
    for (let round = 0; blanks.some(({ values }) => round < values.length); round++) {
      const given = blanks
        .filter(({ values }) => round < values.length)
        .map(({ name, values }) => [name, values[round]]);
      compared += given.length;
      const together = await answer(head, names, Object.fromEntries(given));
      t.same(together, plain, `${place}: ${JSON.stringify(given)}`);
      if (JSON.stringify(together) === JSON.stringify(plain)) continue;
      for (const [name, value] of given as [string, unknown][])
        t.same(await answer(head, names, { [name]: value }), plain, `${place} ${name}: ${String(value)}`);
    }
    const literals = optional.map(each => `${each.name}: ${JSON.stringify(blanksOf(field, each).at(-1))}`);
    t.same(await answer('', literals), plain, `${place}: all`);
  }
  t.ok(compared > 1_000 && withData > 150, `${compared} arguments, ${withData} fields with data`);
});
