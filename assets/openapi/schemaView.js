/* Shows schemas as lists of members that open on demand: a schema may contain itself, and most are never opened. */
import { element } from '/-/dom.js';
import { nameOfRef, resolveSchema } from './parts.js';
import { describedBy, limitText, typeText } from './texts.js';

/** Schemas without members by name, which are shown where they are named. */
let simpleSchemas = {};
export const useSimpleSchemas = schemas => {
  simpleSchemas = schemas;
};

const simpleSchemaOf = ({ $ref }) => {
  const name = $ref === undefined ? undefined : nameOfRef($ref);
  return name !== undefined && Object.hasOwn(simpleSchemas, name) ? simpleSchemas[name] : undefined;
};

const alternativesOf = ({ oneOf, anyOf }) => oneOf ?? anyOf;

const hasMembers = schema => {
  if (schema.$ref !== undefined) return simpleSchemaOf(schema) === undefined;
  if (schema.items !== undefined) return hasMembers(schema.items);
  if (Object.keys(schema.properties ?? {}).length > 0 || schema.patternProperties !== undefined) return true;
  if (typeof schema.additionalProperties === 'object') return hasMembers(schema.additionalProperties);
  return alternativesOf(schema)?.some(hasMembers) ?? false;
};

/** Keeps the description at the reference, since it says more about the member. */
const shownSchema = schema => ({ ...simpleSchemaOf(schema), ...schema });

const rowText = ({ name, schema, isRequired }) => {
  const simple = simpleSchemaOf(schema);
  const type = typeText(simple ?? schema);
  return [
    element('code', { class: 'name' }, name),
    isRequired ? element('span', { class: 'required' }, ' required') : '',
    element('span', { class: 'type' }, ` ${type}`),
  ];
};

const noteText = schema => {
  const { description } = shownSchema(schema);
  const limit = limitText(shownSchema(schema));
  return [
    description === undefined ? '' : element('p', { class: 'note' }, ...describedBy(description)),
    limit === '' ? '' : element('p', { class: 'note' }, limit),
  ];
};

const fill = async (place, schema) => {
  place.replaceChildren('Loading…');
  try {
    place.replaceChildren(...(await schemaContent(schema)));
  } catch (error) {
    place.replaceChildren(element('p', { class: 'error', role: 'alert' }, error.message));
  }
};

const createRow = row => {
  if (!hasMembers(row.schema)) return element('li', {}, ...rowText(row), ...noteText(row.schema));
  const content = element('div', {});
  const details = element('details', {}, element('summary', {}, ...rowText(row)), content);
  details.addEventListener(
    'toggle',
    () => details.open && content.childElementCount === 0 && fill(content, row.schema),
  );
  return element('li', {}, details);
};

const memberRows = ({ properties = {}, patternProperties = {}, required = [] }) => [
  ...Object.entries(properties).map(([name, schema]) => ({ name, schema, isRequired: required.includes(name) })),
  ...Object.entries(patternProperties).map(([name, schema]) => ({ name, schema })),
];

/** The value of the discriminator by the reference of its alternative. */
const discriminatorValues = ({ discriminator: { mapping = {} } = {} }) =>
  new Map(Object.entries(mapping).map(([value, ref]) => [ref, value]));

const alternativeRows = schema => {
  const values = discriminatorValues(schema);
  return alternativesOf(schema).map((alternative, at) => ({
    name: values.get(alternative.$ref) ?? `alternative ${at + 1}`,
    schema: alternative,
  }));
};

/** The elements that show what is in a schema: its description, its limits, its members or alternatives. */
export const schemaContent = async schema => {
  const resolved = await resolveSchema(schema);
  if (resolved.items !== undefined) return [...noteText(resolved), ...(await schemaContent(resolved.items))];
  if (alternativesOf(resolved) === undefined && typeof resolved.additionalProperties === 'object')
    return [...noteText(resolved), ...(await schemaContent(resolved.additionalProperties))];
  const rows = alternativesOf(resolved) === undefined ? memberRows(resolved) : alternativeRows(resolved);
  if (rows.length === 0) return [element('p', { class: 'type' }, typeText(resolved)), ...noteText(resolved)];
  return [...noteText(resolved), element('ul', { class: 'members' }, ...rows.map(createRow))];
};

/** A schema under its name, with its members shown. */
export const createSchemaView = schema => {
  const content = element('div', {});
  void fill(content, schema);
  return element('div', { class: 'schema' }, element('p', { class: 'type' }, typeText(schema)), content);
};
