import {
  type GraphQLSchema,
  isObjectType,
  buildASTSchema,
  type DocumentNode,
  isInterfaceType,
  isScalarType,
  isSpecifiedScalarType,
  GraphQLError,
  type GraphQLScalarType,
  type ValueNode,
  valueFromASTUntyped,
  getNamedType,
  type GraphQLField,
  type GraphQLObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import { type Resolver, loads, memberOrDefault, memberResolver } from './resolvers/Resolver.js';
import type { ResourceDefinition } from '../engine/define/ResourceDefinition.js';
import { countLists } from './countLists.js';
import { InputTypes } from './derive/InputTypes.js';
import { OutputTypes } from './derive/OutputTypes.js';
import { SchemaText } from './derive/SchemaText.js';
import { type Descriptions, describeSchema } from './describe/describeSchema.js';
import { Operations } from './deriveOperations.js';
import type { MutationVerbs } from './resolvers/resourceMutations.js';
import { customerMutations } from './resolvers/customerMutations.js';
import { referencePlaces, type ReferencePlaces } from './derive/referencePlaces.js';
import { hideOfParts } from './resolvers/hideOfParts.js';
import { resolvers, interfaceTypeResolver } from './resolvers/index.js';
import { typeDefs } from './schema/index.js';
import { required, abbreviate } from '../base/errors/ApiError.js';
import { canonicalLanguageTag, isLanguageTag } from '../engine/schema/languageTags.js';
import { isCalendarDate, isTimeOfDay, timeFormats } from '../engine/schema/dateTimes.js';
import type { GraphqlContext } from './GraphqlContext.js';
import type { StoredReference } from './ResourceLoaders.js';
import type { ReferencePlace } from '../engine/references/ReferenceVisibility.js';
import { memberOfReferenceField, referenceField, referenceTypeNames } from './derive/names.js';
import { customFieldResolvers } from './resolvers/customFieldResolvers.js';
import { referencedResources } from './resolvers/referencedResources.js';
import { allLocalesResolver, localizedTextResolver } from './resolvers/namedElements.js';
import type { JsonObject } from './readRequest.js';

type Field = GraphQLField<JsonObject, GraphqlContext>;

const referenceResolver = (member: string, place: ReferencePlace): Resolver =>
  loads((source, _, { loaders }) => {
    const reference = source[member] as StoredReference | readonly StoredReference[] | undefined;
    if (reference === undefined || reference === null) return null;
    return Array.isArray(reference)
      ? Promise.all(reference.map(each => loaders.load(each as StoredReference, place))).then(found =>
          found.filter(each => each !== null),
        )
      : loaders.load(reference as StoredReference, place);
  });

const isReference = ({ type }: Field): boolean => referenceTypeNames.has(getNamedType(type).name);

const isRequiredList = ({ type }: Field): boolean => isNonNullType(type) && isListType(type.ofType);

const storedMember = (field: Field, member: string): Resolver =>
  isRequiredList(field) ? memberOrDefault(member, []) : memberResolver(member);

const deriveField = (
  name: string,
  field: Field,
  siblings: Readonly<Record<string, Field>>,
  typeName: string,
  placeOf: ReferencePlaces,
): Resolver | undefined => {
  const member = isReference(field) ? memberOfReferenceField(name) : undefined;
  if (member !== undefined) return storedMember(field, member);
  if (siblings[referenceField(name)] !== undefined) return referenceResolver(name, placeOf(typeName, name));
  if (name.endsWith('AllLocales')) return allLocalesResolver(name.slice(0, -'AllLocales'.length));
  if (siblings[`${name}AllLocales`] !== undefined) return localizedTextResolver(name);
  if (Object.hasOwn(customFieldResolvers, name)) return customFieldResolvers[name];
  const referenced = referencedResources(name, typeName);
  if (referenced !== undefined) return referenced;
  if (name === 'attributesRaw') return storedMember(field, 'attributes');
  if (name === 'lastMessageSequenceNumber') return memberOrDefault(name, 0);
  return isRequiredList(field) ? memberOrDefault(name, []) : undefined;
};

/**
 * Derives resolvers from the names of fields; most fields are members of the stored JSON and need none. `xRef:
 * Reference` is the member `x`, and the field `x` is the referenced resource. `xAllLocales` lists the texts of the
 * member `x`, and `x(locale, acceptLanguage)` is one of them. A non-null list is empty where the member is absent.
 */
const deriveResolvers = (type: GraphQLObjectType<JsonObject, GraphqlContext>, placeOf: ReferencePlaces): void => {
  const fields = type.getFields();
  for (const [name, field] of Object.entries(fields))
    field.resolve = deriveField(name, field, fields, type.name, placeOf) as Field['resolve'];
};

type Accepts = (value: unknown) => boolean;

const fitting =
  (test: (text: string) => boolean): Accepts =>
  value =>
    typeof value === 'string' && test(value);

const matching = (pattern: RegExp): Accepts => fitting(text => pattern.test(text));

interface ScalarRules {
  readonly accepts: Accepts;
  readonly expected: string;
  /** Converts an accepted value to its stored form. */
  readonly stored?: (value: unknown) => unknown;
}

const scalars: ReadonlyMap<string, ScalarRules> = new Map(
  Object.entries({
    Long: { accepts: value => Number.isSafeInteger(value), expected: 'an integer' },
    Date: { accepts: fitting(isCalendarDate), expected: timeFormats.Date.expected },
    Time: { accepts: fitting(isTimeOfDay), expected: timeFormats.Time.expected },
    DateTime: {
      accepts: value =>
        typeof value === 'string' && /(Z|[+-]\d{2}:?\d{2})$/.test(value) && !Number.isNaN(Date.parse(value)),
      expected: 'a date and time in ISO 8601 with a time zone',
    },
    Locale: {
      accepts: fitting(isLanguageTag),
      expected: 'an IETF language tag',
      stored: value => canonicalLanguageTag(value as string),
    },
    Country: { accepts: matching(/^[A-Z]{2}$/), expected: 'a country, two capital letters' },
    Currency: { accepts: matching(/^[A-Z]{3}$/), expected: 'a currency, three capital letters' },
    YearMonth: { accepts: matching(/^\d{4}-\d{2}$/), expected: 'a month as YYYY-MM' },
    KeyReferenceInput: { accepts: value => typeof value === 'string', expected: 'the key of a store' },
    SearchFilter: { accepts: value => typeof value === 'string', expected: 'a condition, a path and values' },
    SearchSort: { accepts: value => typeof value === 'string', expected: 'a path with asc or desc' },
    Json: { accepts: () => true, expected: 'JSON' },
  }),
);

const createParser =
  (name: string, { accepts, expected, stored }: ScalarRules) =>
  (value: unknown, nodes?: ValueNode): unknown => {
    if (accepts(value)) return stored === undefined ? value : stored(value);
    const message = `${name} cannot represent '${abbreviate(value)}': expected ${expected}.`;
    throw new GraphQLError(message, { nodes, extensions: { expected } });
  };

/** Validates the values of a scalar of the schema; results are returned as stored. */
const implementScalar = (scalar: GraphQLScalarType): void => {
  const parseValue = createParser(scalar.name, required(scalars.get(scalar.name), `the scalar ${scalar.name}`));
  scalar.serialize = value => value;
  scalar.parseValue = value => parseValue(value);
  scalar.parseLiteral = (node: ValueNode, variables) => parseValue(valueFromASTUntyped(node, variables), node);
};

export type ResolverMap = Readonly<Record<string, Readonly<Record<string, Resolver>>>>;

const attachToType = (schema: GraphQLSchema, typeName: string, fields: ResolverMap[string]): void => {
  const type = schema.getType(typeName);
  if (!isObjectType(type)) throw new Error(`the schema has no type ${typeName}`);
  for (const [name, resolve] of Object.entries(fields)) {
    const field = type.getFields()[name];
    if (field === undefined) throw new Error(`the schema's type ${typeName} has no field ${name}`);
    field.resolve = resolve;
  }
};

/**
 * Attaches resolvers to the fields of a schema; throws for a resolver without a field and for a root field without a
 * resolver.
 */
export const attachResolvers = (schema: GraphQLSchema, byType: ResolverMap): void => {
  for (const [typeName, fields] of Object.entries(byType)) attachToType(schema, typeName, fields);
  for (const root of [schema.getQueryType(), schema.getMutationType()])
    for (const field of Object.values(root?.getFields() ?? {}))
      if (field.resolve === undefined) throw new Error(`the field ${root?.name}.${field.name} has no resolver`);
};

/** Merges resolvers; those that are written by hand take precedence over derived ones. */
const merge = (derived: ResolverMap, written: ResolverMap): ResolverMap => ({
  ...written,
  ...Object.fromEntries(Object.entries(derived).map(([type, fields]) => [type, { ...fields, ...written[type] }])),
});

interface DerivedDocument {
  readonly document: DocumentNode;
  readonly descriptions: Descriptions;
  readonly resolvers: ResolverMap;
}

/** Derives the document of the schema from the declarations of the resource types. */
const deriveDocument = (list: readonly ResourceDefinition[], verbs: MutationVerbs): DerivedDocument => {
  const shown = list.filter(({ routes }) => routes !== 'none');
  const text = new SchemaText(typeDefs);
  const outputs = new OutputTypes(text, shown);
  const inputs = new InputTypes(text);
  const operations = new Operations(text, inputs, verbs);
  for (const definition of shown) outputs.addResource(definition);
  const written = { ...resolvers, Mutation: customerMutations(inputs, verbs.customers) };
  for (const definition of shown) operations.addResource(definition);
  return {
    document: text.toDocument(),
    descriptions: text.descriptions,
    resolvers: merge(operations.resolvers, written),
  };
};

/** Derives the schema of resource types with its resolvers; mutations run the verbs. */
export const deriveSchema = (list: readonly ResourceDefinition[], verbs: MutationVerbs): GraphQLSchema => {
  const { document, descriptions, resolvers: all } = deriveDocument(list, verbs);
  // A test validates the schema: here, it would take half of the time of the creation.
  const schema = buildASTSchema(document, { assumeValidSDL: true });
  const placeOf = referencePlaces(schema, list);
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__')) continue;
    if (isScalarType(type) && !isSpecifiedScalarType(type)) implementScalar(type);
    else if (isObjectType(type)) deriveResolvers(type, placeOf);
    else if (isInterfaceType(type)) type.resolveType = interfaceTypeResolver(type.name);
  }
  attachResolvers(schema, all);
  hideOfParts(schema, list);
  for (const type of Object.values(schema.getTypeMap()))
    if (isObjectType(type) && !type.name.startsWith('__')) countLists(type);
  describeSchema(schema, descriptions);
  return schema;
};
