/** Reads the values of an order in one search field. */
import { searchTypeOf, searchFields, type SearchType } from './searchFields.js';
import type { Json, SearchField, WireOrder } from './wire.js';

/** The languages of a project, and the resources that orders refer to: by `typeId/id`, stores by `store/key=…`. */
export type ProjectData = { readonly languages: readonly string[]; readonly resources: ReadonlyMap<string, Json> };

export interface Value {
  readonly value: string | number | boolean;
  /** The list elements that contain the value: the number of steps of the field to the list, and the index in it. */
  readonly elements: readonly { readonly depth: number; readonly index: number }[];
}

type Node = { readonly value: Json; readonly elements: Value['elements'] };
type Members = { readonly [name: string]: Json };

const memberOf = (holder: Json | undefined, name: string): Json | undefined =>
  typeof holder === 'object' && holder !== null && !Array.isArray(holder) && Object.hasOwn(holder, name)
    ? (holder as Members)[name]
    : undefined;

const textMemberOf = (holder: Json | undefined, name: string): string | undefined => {
  const value = memberOf(holder, name);
  return typeof value === 'string' ? value : undefined;
};

/** Returns a member of an object, or of the referenced resource if a reference has no such member. */
const step = (holder: Json, name: string, { resources }: ProjectData): Json | undefined => {
  const own = memberOf(holder, name);
  const [typeId, id, key] = ['typeId', 'id', 'key'].map(each => textMemberOf(holder, each));
  if (own !== undefined || typeId === undefined) return own;
  return memberOf(resources.get(`${typeId}/${id ?? `key=${key}`}`), name);
};

const walk = (
  value: Json | undefined,
  steps: readonly string[],
  depth: number,
  elements: Value['elements'],
  projectData: ProjectData,
): Node[] => {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value))
    return (value as readonly Json[]).flatMap((item, index) =>
      walk(item, steps, depth, [...elements, { depth, index }], projectData),
    );
  if (depth === steps.length) return [{ value, elements }];
  return walk(step(value, steps[depth]!, projectData), steps, depth + 1, elements, projectData);
};

/** Returns the texts of a localized text in one language, or in all languages of the project. */
const textsOf = ({ value, elements }: Node, language: string | undefined, { languages }: ProjectData): Value[] =>
  languages
    .filter(each => language === undefined || each === language)
    .flatMap(each => {
      const text = memberOf(value, each);
      return typeof text === 'string' ? [{ value: text, elements }] : [];
    });

const plain = (nodes: readonly Node[]): Value[] =>
  nodes.map(({ value, elements }) => ({ value: value as Value['value'], elements }));

const typeNameOf = (definition: Json): string => {
  const type = memberOf(definition, 'type');
  const name = textMemberOf(type, 'name');
  return name === 'Set' ? `SetType.${textMemberOf(memberOf(type, 'elementType'), 'name')}Type` : `${name}Type`;
};

const labelsOf = (definition: Json): ReadonlyMap<Json, Json> => {
  const type = memberOf(definition, 'type')!;
  const values = (memberOf(type, 'values') ?? memberOf(memberOf(type, 'elementType'), 'values')) as readonly Members[];
  return new Map(values.map(({ key, label }) => [key!, label!]));
};

/** Reads a custom field only if its Type declares it with the requested type (SEARCH029). */
const customValues = (
  order: WireOrder,
  { field, customType, language }: SearchField,
  projectData: ProjectData,
): Value[] => {
  const name = field.slice('custom.'.length);
  const definitions = walk(order, ['custom', 'type', 'fieldDefinitions'], 0, [], projectData).map(({ value }) => value);
  const definition = definitions.find(each => memberOf(each, 'name') === name);
  if (definition === undefined || typeNameOf(definition) !== customType) return [];
  const nodes = walk(order, ['custom', 'fields', name], 0, [], projectData);
  const type = searchTypeOf(field, customType);
  if (type === 'LocalizedString') return nodes.flatMap(node => textsOf(node, language, projectData));
  if (type !== 'LocalizedEnum' || language === undefined) return plain(nodes);
  const labels = labelsOf(definition);
  return nodes.flatMap(({ value, elements }) =>
    textsOf({ value: labels.get(value)!, elements }, language, projectData),
  );
};

const tableValues = (
  order: WireOrder,
  { field, language }: SearchField,
  type: SearchType,
  projectData: ProjectData,
): Value[] => {
  if (field === 'all')
    return [...searchFields.text.filter(name => name !== 'all'), ...searchFields.localizedText].flatMap(name =>
      fieldValues(order, { field: name }, projectData),
    );
  const nodes = walk(order, field.split('.'), 0, [], projectData);
  return type === 'localizedText' ? nodes.flatMap(node => textsOf(node, language, projectData)) : plain(nodes);
};

const read = (order: WireOrder, searchField: SearchField, projectData: ProjectData): readonly Value[] =>
  searchField.customType === undefined
    ? tableValues(order, searchField, searchTypeOf(searchField.field), projectData)
    : customValues(order, searchField, projectData);

type ValueCache = Map<string, Map<WireOrder, readonly Value[]>>;
const cacheOf = new WeakMap<ProjectData, ValueCache>();

/** Returns the values through all lists on the path. Results are cached, because many requests read the same fields. */
export const fieldValues = (order: WireOrder, searchField: SearchField, projectData: ProjectData): readonly Value[] => {
  let cache = cacheOf.get(projectData);
  if (cache === undefined) cacheOf.set(projectData, (cache = new Map()));
  const name = `${searchField.field} ${searchField.customType} ${searchField.language}`;
  let ofOrders = cache.get(name);
  if (ofOrders === undefined) cache.set(name, (ofOrders = new Map()));
  let values = ofOrders.get(order);
  if (values === undefined) ofOrders.set(order, (values = read(order, searchField, projectData)));
  return values;
};
