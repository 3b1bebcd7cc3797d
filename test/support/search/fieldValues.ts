/** The values that an order has of a field. */
import { searchTypeOf, searchFields, type SearchType } from './searchFields.js';
import type { Json, WireOrder } from './wire.js';

/** What orders refer to, by `typeId/id`, and stores by `store/key=…`; and the languages of the project. */
export interface ProjectData {
  readonly languages: readonly string[];
  readonly resources: ReadonlyMap<string, Json>;
}

export interface Value {
  readonly value: string | number | boolean;
  /** The elements of lists that it stands in: how many steps of the field lead to the list, and where in it. */
  readonly elements: readonly { readonly depth: number; readonly index: number }[];
}

interface Node {
  readonly value: Json;
  readonly elements: Value['elements'];
}

type Members = { readonly [name: string]: Json };

const memberOf = (holder: Json | undefined, name: string): Json | undefined =>
  typeof holder === 'object' && holder !== null && !Array.isArray(holder) && Object.hasOwn(holder, name)
    ? (holder as Members)[name]
    : undefined;

/** A member of an object; of a reference that has none of the name, the member of what it refers to. */
const step = (holder: Json, name: string, { resources }: ProjectData): Json | undefined => {
  const own = memberOf(holder, name);
  const [typeId, id, key] = [memberOf(holder, 'typeId'), memberOf(holder, 'id'), memberOf(holder, 'key')];
  if (own !== undefined || typeof typeId !== 'string') return own;
  return memberOf(resources.get(`${typeId}/${typeof id === 'string' ? id : `key=${String(key)}`}`), name);
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

/** The texts of a localized one, in one language or in all that the project has. */
const textsOf = ({ value, elements }: Node, language: string | undefined, { languages }: ProjectData): Value[] =>
  languages
    .filter(each => language === undefined || each === language)
    .flatMap(each => {
      const text = memberOf(value, each);
      return typeof text === 'string' ? [{ value: text, elements }] : [];
    });

interface Asked {
  readonly field: string;
  readonly customType?: string;
  readonly language?: string;
}

const plain = (nodes: readonly Node[]): Value[] =>
  nodes.map(({ value, elements }) => ({ value: value as Value['value'], elements }));

const typeNameOf = (definition: Json): string => {
  const type = memberOf(definition, 'type');
  const name = String(memberOf(type!, 'name'));
  return name === 'Set' ? `SetType.${String(memberOf(memberOf(type!, 'elementType')!, 'name'))}Type` : `${name}Type`;
};

const labelsOf = (definition: Json): ReadonlyMap<Json, Json> => {
  const type = memberOf(definition, 'type')!;
  const values = (memberOf(type, 'values') ?? memberOf(memberOf(type, 'elementType'), 'values')) as readonly Members[];
  return new Map(values.map(({ key, label }) => [key!, label!]));
};

/** SEARCH029: found only as what the Type of the order's custom fields declares. */
const customValues = (order: WireOrder, { field, customType, language }: Asked, projectData: ProjectData): Value[] => {
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
  { field, language }: Asked,
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

const read = (order: WireOrder, asked: Asked, projectData: ProjectData): readonly Value[] =>
  asked.customType === undefined
    ? tableValues(order, asked, searchTypeOf(asked.field), projectData)
    : customValues(order, asked, projectData);

type Known = Map<string, Map<WireOrder, readonly Value[]>>;
const knownIn = new WeakMap<ProjectData, Known>();

/** All of them, through all lists on the way; remembered, since one field is asked of the same orders again and again. */
export const fieldValues = (order: WireOrder, asked: Asked, projectData: ProjectData): readonly Value[] => {
  let known = knownIn.get(projectData);
  if (known === undefined) knownIn.set(projectData, (known = new Map()));
  const name = `${asked.field} ${asked.customType} ${asked.language}`;
  let ofOrders = known.get(name);
  if (ofOrders === undefined) known.set(name, (ofOrders = new Map()));
  let values = ofOrders.get(order);
  if (values === undefined) ofOrders.set(order, (values = read(order, asked, projectData)));
  return values;
};
