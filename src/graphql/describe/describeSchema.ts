/**
 * Describes types, fields and arguments that have no description yet, by the texts of their declarations or by texts
 * that apply to every use of a name. A description that would only repeat the name is left out.
 */
import { wordsOf } from '../../engine/schema/words.js';
import {
  getNamedType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLSchema,
  type GraphQLType,
  isInputObjectType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';

/** Texts by the name of a field of any type or input. */
const fieldTexts: ReadonlyMap<string, string> = new Map(
  Object.entries({
    centAmount: 'The amount in the smallest unit of the currency.',
    count: 'The number of results of this page.',
    country: 'The country by ISO 3166-1 alpha-2.',
    currencyCode: 'The currency by ISO 4217.',
    custom: 'The custom fields, with the Type that defines them.',
    customFieldList: 'The custom fields, with a type for each kind of field.',
    customFields: 'The custom fields, with the Type that defines them.',
    customFieldsRaw: 'The custom fields as JSON.',
    deleteDaysAfterCreation: 'The number of days between its creation and its deletion.',
    deleteDaysAfterLastModification: 'The number of days between its last change and its deletion.',
    dummy: 'Is ignored: an input has at least one field.',
    exists: 'Whether there is any result.',
    externalId: 'The id in another system.',
    fractionDigits: 'The number of digits behind the decimal point.',
    id: 'The id, which is unique in the project.',
    key: 'The key, which clients choose.',
    lastMessageSequenceNumber: 'The number of the last message about it.',
    lastUsedAt: 'The day of the last use.',
    locale: 'The language by its tag, such as de-AT.',
    offset: 'The number of results before this page.',
    pOBox: 'The post office box.',
    preciseAmount: 'The amount with as many digits behind the decimal point as `fractionDigits` says.',
    results: 'The resources of this page.',
    total: 'The number of all results.',
    typeId: 'The type of the resource that is meant, such as `customer`.',
    version: 'The version, which each update increases.',
  }),
);

/** Texts by the name of an argument of any field. */
const argumentTexts: ReadonlyMap<string, string> = new Map(
  Object.entries({
    acceptLanguage: 'The languages in the order of preference, where `locale` is not given or has no text.',
    actions: 'The update actions, which are applied together or not at all.',
    currentPassword: 'The password that is valid until now.',
    draft: 'The values to begin with.',
    excludeNames: 'The names of fields to leave out.',
    includeNames: 'The names of the only fields to return.',
    limit: 'The largest number of results, from 1 to 500; 20 by default.',
    locale: 'The language by its tag; `de-AT` also finds a text in `de`.',
    offset: 'The number of results to leave out before the page.',
    personalDataErasure: 'Whether to erase personal data from messages and other resources too.',
    sort: 'The sort expressions, such as `createdAt desc`.',
    storeKey: 'The key of the store whose resources alone are meant.',
    ttlMinutes: 'The minutes until the token expires.',
    version: 'The version that the resource must have; another one is a conflict.',
    where: 'The query predicate, such as `key = "a"`.',
  }),
);

interface NamedField {
  readonly name: string;
  readonly type: GraphQLType;
}

const isList = (type: GraphQLType): boolean => isListType(isNonNullType(type) ? type.ofType : type);

/**
 * Returns the text of a field that is explained by the names of other fields: `stateRef` by `state`, `nameAllLocales`
 * by `name`.
 */
const siblingText = ({ name, type }: NamedField, siblings: ReadonlySet<string>): string | undefined => {
  const { name: typeName } = getNamedType(type);
  const [, member] = /^(.+)(?:Ref|Refs)$/.exec(name) ?? [];
  if (member !== undefined && typeName.endsWith('Reference'))
    return `The stored ${isList(type) ? 'references' : 'reference'} to the ${wordsOf(member)}.`;
  const [, text] = /^(.+)AllLocales$/.exec(name) ?? [];
  if (text !== undefined) return `The ${wordsOf(text)} in all languages.`;
  if (siblings.has(`${name}AllLocales`))
    return (
      `The ${wordsOf(name)} in one language: that of \`locale\`, or else of \`acceptLanguage\`, ` +
      'or else the first one.'
    );
  const reference = [`${name}Ref`, `${name}Refs`, `${name.replace(/s$/, '')}Refs`].find(each => siblings.has(each));
  return reference === undefined
    ? undefined
    : `What \`${reference}\` refers to, as far as it exists and the token can read it.`;
};

/** Texts by the name of a type, `Order`, or of a field, `Order.key`. */
export type Descriptions = ReadonlyMap<string, string>;

const describeFields = (
  parent: string,
  fields: Readonly<Record<string, GraphQLField<unknown, unknown> | GraphQLInputField>>,
  texts: Descriptions,
): void => {
  const siblings = new Set(Object.keys(fields));
  for (const [name, field] of Object.entries(fields)) {
    field.description ??= texts.get(`${parent}.${name}`) ?? siblingText(field, siblings) ?? fieldTexts.get(name);
    if ('args' in field) for (const arg of field.args) arg.description ??= argumentTexts.get(arg.name);
  }
};

export const describeSchema = (schema: GraphQLSchema, texts: Descriptions): void => {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    type.description ??= texts.get(type.name);
    if (isObjectType(type) || isInterfaceType(type) || isInputObjectType(type))
      describeFields(type.name, type.getFields(), texts);
  }
};
