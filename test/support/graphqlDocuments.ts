/** Writes documents for the derived schema, and compares their data with resources of the HTTP API. */
import {
  getNamedType,
  getNullableType,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLNamedType,
  isCompositeType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
} from 'graphql';

type Json = Readonly<Record<string, unknown>>;

const entriesOf = (value: unknown): [string, unknown][] => Object.entries(value as Json);

/** Values of custom fields and of attributes are JSON texts in inputs. */
const isFieldValue = (type: GraphQLNamedType, name: string): boolean =>
  name === 'value' &&
  isInputObjectType(type) &&
  type.getFields().name !== undefined &&
  String(getNullableType(type.getFields().value!.type)) === 'String';

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
  return Object.fromEntries(
    entriesOf(value).map(([name, each]) => {
      const field = fields[name];
      if (field === undefined) throw new Error(`${type.name} has no member ${name}`);
      return [name, isFieldValue(type, name) ? JSON.stringify(each) : toInput(field.type, each)];
    }),
  );
};

type Field = GraphQLField<unknown, unknown>;

const isResource = (type: GraphQLNamedType): boolean =>
  isObjectType(type) && type.getInterfaces().some(({ name }) => name === 'Versioned');

const fieldsOf = (type: GraphQLNamedType): Readonly<Record<string, Field>> =>
  isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};

/** Selects all fields of a type but the resources that it refers to, and types within themselves. */
export const selectAll = (type: GraphQLNamedType, outer: readonly string[] = []): string =>
  Object.values(fieldsOf(type))
    .map(({ name, type: fieldType }) => {
      const named = getNamedType(fieldType);
      if (isLeafType(named)) return name;
      if (isResource(named) || !isCompositeType(named) || [type.name, ...outer].includes(named.name)) return '';
      return named.name === 'Type'
        ? `${name} { customFieldsRaw { name value } }`
        : `${name} { ${selectAll(named, [...outer, type.name])} }`;
    })
    .filter(text => text !== '' && !text.startsWith('customField'))
    .join(' ');

/** The data that the schema shows of a member of the HTTP API, in the form of that API; undefined without a field. */
const shownMember = (type: GraphQLNamedType, data: Json, name: string): unknown => {
  const fields = fieldsOf(type);
  if (fields[`${name}Ref`] !== undefined) return data[`${name}Ref`];
  if (fields[`${name}AllLocales`] !== undefined) {
    const texts = data[`${name}AllLocales`] as readonly { locale: string; value: string }[] | null;
    return texts === null ? null : Object.fromEntries(texts.map(({ locale, value }) => [locale, value]));
  }
  if (fields[`${name}Raw`] !== undefined) return data[`${name}Raw`];
  const field = fields[name];
  return field === undefined ? undefined : { field: field.type, value: data[name] };
};

const isShown = (shown: unknown): shown is { field: GraphQLField<unknown, unknown>['type']; value: unknown } =>
  typeof shown === 'object' && shown !== null && 'field' in shown && 'value' in shown;

/** Lists the members of a resource of the HTTP API that the data of GraphQL lack or show otherwise. */
export const differences = (type: GraphQLNamedType, data: unknown, resource: unknown, path = ''): string[] => {
  if (Array.isArray(resource))
    return Array.isArray(data) && data.length === resource.length
      ? resource.flatMap((each, at) => differences(type, data[at], each, `${path}[${at}]`))
      : [path];
  if (isLeafType(type) || typeof resource !== 'object' || resource === null)
    return JSON.stringify(data) === JSON.stringify(resource) ? [] : [path];
  return entriesOf(resource).flatMap(([name, value]) => {
    const at = path === '' ? name : `${path}.${name}`;
    const shown = shownMember(type, data as Json, name);
    if (isShown(shown)) return differences(getNamedType(shown.field), shown.value, value, at);
    return JSON.stringify(shown) === JSON.stringify(value) ? [] : [at];
  });
};
