/** Writes documents for the derived schema, and compares their data with resources of the HTTP API. */
import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputObjectType,
  type GraphQLInputType,
  type GraphQLNamedType,
  isCompositeType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
  isRequiredArgument,
  type GraphQLSchema,
} from 'graphql';

type Json = Readonly<Record<string, unknown>>;
const entriesOf = (value: unknown): [string, unknown][] => Object.entries(value as Json);

/** Tells whether a value belongs to a custom field or an attribute; in inputs these are JSON texts. */
const isFieldValue = (type: GraphQLNamedType, name: string): boolean =>
  name === 'value' &&
  isInputObjectType(type) &&
  type.getFields().name !== undefined &&
  String(getNullableType(type.getFields().value!.type)) === 'String';

/** Returns the field for the kind of a value, in an input that has a field for each kind. */
const kindField = (type: GraphQLInputObjectType, value: Json): GraphQLInputField | undefined => {
  const fields = type.getFields();
  const kind = (fields.type === undefined && value.type) || (fields.name === undefined && value.name);
  return typeof kind === 'string' ? fields[kind] : undefined;
};

/** Converts a draft or an action of the HTTP API to an input. */
export const toInput = (given: GraphQLInputType, value: unknown): unknown => {
  const type = getNullableType(given);
  if (isListType(type)) {
    const element = type.ofType as GraphQLInputType;
    const { name } = getNamedType(element);
    if (name === 'LocalizedStringItemInputType')
      return entriesOf(value).map(([locale, text]) => ({ locale, value: text }));
    if (name === 'CustomFieldInput')
      return entriesOf(value).map(([field, each]) => ({ name: field, value: JSON.stringify(each) }));
    return (value as readonly unknown[]).map(each => toInput(element, each));
  }
  if (!isInputObjectType(type)) return value;
  if (type.name === 'BaseMoneyInput') return { centPrecision: value };
  const fields = type.getFields();
  const kind = kindField(type, value as Json);
  if (kind !== undefined) {
    const { type: _type, name: _name, ...members } = value as Json;
    return { [kind.name]: toInput(kind.type, members) };
  }
  return Object.fromEntries(
    entriesOf(value).map(([name, each]) => {
      const field = fields[name] ?? fields[name.replace(/^attribute/, 'attributeDefinition')];
      if (field === undefined) throw new Error(`${type.name} has no member ${name}`);
      return [field.name, isFieldValue(type, name) ? JSON.stringify(each) : toInput(field.type, each)];
    }),
  );
};

type Field = GraphQLField<unknown, unknown>;

/** Interfaces of resources, whose types share no selection. */
const resourceInterfaces: readonly string[] = ['Versioned', 'ReferenceExpandable', 'ReviewTarget'];

const isResource = (type: GraphQLNamedType): boolean =>
  resourceInterfaces.includes(type.name) ||
  (isObjectType(type) && type.getInterfaces().some(({ name }) => resourceInterfaces.includes(name)));

const fieldsOf = (type: GraphQLNamedType): Readonly<Record<string, Field>> =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};

/** Returns the types that share an interface with a type, and therefore occur beside it in a selection. */
const siblingsOf = (schema: GraphQLSchema, type: GraphQLNamedType): GraphQLNamedType[] =>
  isObjectType(type)
    ? type
        .getInterfaces()
        .filter(({ name }) => !resourceInterfaces.includes(name))
        .flatMap(each => [...schema.getPossibleTypes(each)])
    : [];

/** Prefixes a field with the name of its type if another type of the interface has a different field of that name. */
const aliasOf = (schema: GraphQLSchema, parent: GraphQLNamedType, { name, type }: Field): string => {
  const types = siblingsOf(schema, parent).flatMap(each => fieldsOf(each)[name]?.type ?? []);
  return types.some(each => String(each) !== String(type)) ? `${parent.name}_${name}` : name;
};

type Selection = (type: GraphQLNamedType, outer?: readonly string[]) => string;

/**
 * Returns a function that selects all fields of a type except for resources that it refers to, types within themselves,
 * and fields that need an argument.
 */
export const createSelection = (schema: GraphQLSchema): Selection => {
  const selectField = (parent: GraphQLNamedType, declared: Field, outer: readonly string[]): string => {
    const named = getNamedType(declared.type);
    const alias = aliasOf(schema, parent, declared);
    const field = alias === declared.name ? alias : `${alias}: ${declared.name}`;
    if (isLeafType(named)) return field;
    if (isResource(named) || !isCompositeType(named) || outer.includes(named.name)) return '';
    return ['Type', 'CustomFieldsType'].includes(named.name)
      ? `${field} { customFieldsRaw { name value } }`
      : `${field} { ${selectAll(named, outer)} }`;
  };
  const selectAll: Selection = (type, outer = []) => {
    const within = [...outer, type.name];
    if (isInterfaceType(type))
      return `__typename ${schema
        .getPossibleTypes(type)
        .map(each => `... on ${each.name} { ${selectAll(each, within)} }`)
        .join(' ')}`;
    return Object.values(fieldsOf(type))
      .filter(({ name }) => !name.startsWith('customField') && `${type.name}.${name}` !== 'ProductData.variant')
      .filter(({ args }) => !args.some(isRequiredArgument))
      .map(field => selectField(type, field, within))
      .filter(text => text !== '')
      .join(' ');
  };
  return selectAll;
};

/** Returns possible names of the field with a stored reference: `storeRef`, `refusedGiftsRefs`, `paymentRefs`. */
const referenceFieldsOf = (member: string): string[] => [
  `${member}Ref`,
  `${member}Refs`,
  `${member.replace(/s$/, '')}Refs`,
];

/** Returns the data that the schema shows for a member of the HTTP API, in its form; undefined without a field. */
const shownMember = (type: GraphQLNamedType, data: Json, name: string): unknown => {
  const fields = fieldsOf(type);
  const reference = referenceFieldsOf(name).find(each => fields[each] !== undefined);
  if (reference !== undefined) return data[reference];
  if (fields[`${name}AllLocales`] !== undefined) {
    const texts = data[`${name}AllLocales`] as readonly { locale: string; value: string }[] | null;
    return texts === null ? null : Object.fromEntries(texts.map(({ locale, value }) => [locale, value]));
  }
  const field = fields[name];
  if (field === undefined && fields[`${name}Raw`] !== undefined) return data[`${name}Raw`];
  return field === undefined ? undefined : { field: field.type, value: data[name] };
};

const isShown = (shown: unknown): shown is { field: GraphQLField<unknown, unknown>['type']; value: unknown } =>
  typeof shown === 'object' && shown !== null && 'field' in shown && 'value' in shown;

/** Tells whether a list is shown in pages. */
const isPage = (data: unknown): data is { readonly results: unknown } =>
  typeof data === 'object' && data !== null && 'results' in data;

type Differences = (type: GraphQLNamedType, data: unknown, resource: unknown, path?: string) => string[];

/** Returns the type of an object, and its data by the names of the fields. */
const typed = (schema: GraphQLSchema, type: GraphQLNamedType, data: Json): [GraphQLNamedType, Json] => {
  if (!isInterfaceType(type)) return [type, data];
  const actual = schema.getType(data.__typename as string)!;
  const prefix = `${actual.name}_`;
  return [actual, Object.fromEntries(entriesOf(data).map(([name, each]) => [name.replace(prefix, ''), each]))];
};

/** Returns a function that lists the members of a resource of the HTTP API that GraphQL lacks or shows differently. */
export const createComparison = (schema: GraphQLSchema): Differences => {
  const differences: Differences = (type, data, resource, path = '') => {
    if (Array.isArray(resource) && isPage(data))
      return differences(getNamedType(fieldsOf(type).results!.type), data.results, resource, path);
    if (Array.isArray(resource))
      return Array.isArray(data) && data.length === resource.length
        ? resource.flatMap((each, at) => differences(type, data[at], each, `${path}[${at}]`))
        : [path];
    if (isLeafType(type) || typeof resource !== 'object' || resource === null)
      return JSON.stringify(data) === JSON.stringify(resource) ? [] : [path];
    if (typeof data !== 'object' || data === null) return [path];
    const [actual, members] = typed(schema, type, data as Json);
    return entriesOf(resource).flatMap(([name, value]) => {
      const at = path === '' ? name : `${path}.${name}`;
      const shown = shownMember(actual, members, name);
      if (isShown(shown)) return differences(getNamedType(shown.field), shown.value, value, at);
      return JSON.stringify(shown) === JSON.stringify(value) ? [] : [at];
    });
  };
  return differences;
};
