/** From orders to what the index holds of them. */
import type { Base } from '../../engine/define/Base.js';
import type { Engine } from '../../engine/Engine.js';
import { loadMany } from '../../engine/loadMany.js';
import { readProject } from '../../registry/projectSettings.js';
import type { CustomFields } from '../../schema/customFields.js';
import type { IndexedDocument, IndexEntry } from '../../store/SearchIndexes.js';
import { columnValue } from '../terms/columnValue.js';
import { termsOf } from '../terms/termsOf.js';
import { contentOf, packContent, type DocumentContext } from './content.js';
import { customValuesOf } from './customValuesOf.js';

type Fields = Readonly<Record<string, unknown>>;
interface Order extends Base {
  readonly custom?: CustomFields;
  readonly totalPrice: { readonly centAmount: number };
}

/** What searchable fields lead to in other resources (SEARCH054). */
const referred = new Set(['state', 'store', 'customer-group', 'payment', 'type']);

interface Reference extends Fields {
  readonly typeId: string;
  readonly id?: string;
  readonly key?: string;
}

const isReference = (value: Fields): value is Reference =>
  typeof value.typeId === 'string' && referred.has(value.typeId);

/** All references in an order, wherever they stand. */
const gather = (value: unknown, found: Reference[]): void => {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) return value.forEach(each => gather(each, found));
  if (isReference(value as Fields)) found.push(value as Reference);
  else for (const each of Object.values(value)) gather(each, found);
};

const nameOf = ({ typeId, id, key }: Reference): string =>
  id === undefined ? `${typeId}/key=${key}` : `${typeId}/${id}`;

const byType = (references: readonly Reference[]): Map<string, Reference[]> => {
  const groups = new Map<string, Reference[]>();
  for (const reference of references)
    groups.set(reference.typeId, [...(groups.get(reference.typeId) ?? []), reference]);
  return groups;
};

const load = async (
  engine: Engine,
  projectKey: string,
  typeId: string,
  references: readonly Reference[],
  loaded: Map<string, Fields>,
): Promise<void> => {
  const keys = [...new Set(references.flatMap(({ key }) => key ?? []))];
  const idsOfKeys = await engine.store.findIds(projectKey, typeId, 'key', keys);
  const ids = [...references.flatMap(({ id }) => id ?? []), ...idsOfKeys.flatMap(id => id ?? [])];
  const resources = await loadMany<Base>(engine, projectKey, typeId, ids);
  for (const [id, resource] of resources) loaded.set(`${typeId}/${id}`, resource as unknown as Fields);
  keys.forEach((key, at) => {
    const resource = resources.get(idsOfKeys[at] ?? '');
    if (resource !== undefined) loaded.set(`${typeId}/key=${key}`, resource as unknown as Fields);
  });
};

const surroundings = async (engine: Engine, projectKey: string, orders: readonly Order[]): Promise<DocumentContext> => {
  const references: Reference[] = [];
  orders.forEach(order => gather(order, references));
  const distinct = [...new Map(references.map(reference => [nameOf(reference), reference])).values()];
  const loaded = new Map<string, Fields>();
  await Promise.all([...byType(distinct)].map(([typeId, group]) => load(engine, projectKey, typeId, group, loaded)));
  // Past the cache: a change of the languages begins a build, which goes by the new ones from its first order on.
  const project = await readProject(engine.store, projectKey);
  return { resolve: reference => loaded.get(nameOf(reference as Reference)), languages: new Set(project?.languages) };
};

const numbersOf = ({ id, version, createdAt, lastModifiedAt, totalPrice }: Order): IndexedDocument['numbers'] => ({
  created: columnValue(Date.parse(createdAt), id),
  modified: columnValue(Date.parse(lastModifiedAt), id),
  cents: columnValue(totalPrice.centAmount, id),
  version: columnValue(version, id),
});

const entryOf = (order: Order, around: DocumentContext): IndexEntry => {
  const content = contentOf(order as unknown as Fields, customValuesOf(order.custom, around), around);
  return {
    id: order.id,
    version: order.version,
    document: {
      tags: termsOf(content),
      content: packContent(content),
      numbers: numbersOf(order),
    },
  };
};

/** One entry an id, as the orders and what they refer to are now; of a deleted order one that takes it out of the index. */
export const documentsOf = async (
  engine: Engine,
  projectKey: string,
  ids: readonly string[],
): Promise<readonly IndexEntry[]> => {
  const bodies = await engine.store.bodies(projectKey, 'order', ids);
  const orders = bodies.map(body => (body === null ? undefined : (JSON.parse(body.toString()) as Order)));
  const around = await surroundings(
    engine,
    projectKey,
    orders.filter(order => order !== undefined),
  );
  return orders.map((order, at) => (order === undefined ? { id: ids[at]!, version: 0 } : entryOf(order, around)));
};
