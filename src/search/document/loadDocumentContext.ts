import type { Base } from '../../engine/define/Base.js';
import type { Engine } from '../../engine/Engine.js';
import { loadMany } from '../../engine/loadMany.js';
import { readProject } from '../../registry/projectSettings.js';
import type { DocumentContext } from './contentOf.js';

type Fields = Readonly<Record<string, unknown>>;

/** Types of the resources whose values are searched with the order that references them (SEARCH054). */
const searchedTypeIds = new Set(['state', 'store', 'customer-group', 'payment', 'type']);

interface Reference extends Fields {
  readonly typeId: string;
  readonly id?: string;
  readonly key?: string;
}

const isReference = (value: Fields): value is Reference =>
  typeof value.typeId === 'string' && searchedTypeIds.has(value.typeId);

/** Collects all references in an order, at any depth. */
const collectReferences = (value: unknown, references: Reference[]): void => {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) return value.forEach(each => collectReferences(each, references));
  const fields = value as Fields;
  if (isReference(fields)) references.push(fields);
  else for (const each of Object.values(fields)) collectReferences(each, references);
};

const referenceName = ({ typeId, id, key }: Pick<Reference, 'typeId' | 'id' | 'key'>): string =>
  id === undefined ? `${typeId}/key=${key}` : `${typeId}/${id}`;

const groupByType = (references: readonly Reference[]): Map<string, Reference[]> => {
  const groups = new Map<string, Reference[]>();
  for (const reference of references)
    groups.set(reference.typeId, [...(groups.get(reference.typeId) ?? []), reference]);
  return groups;
};

const loadReferenced = async (
  engine: Engine,
  projectKey: string,
  typeId: string,
  references: readonly Reference[],
  loaded: Map<string, Base>,
): Promise<void> => {
  const keys = [...new Set(references.flatMap(({ key }) => key ?? []))];
  const idsOfKeys = await engine.store.findIds(projectKey, typeId, 'key', keys);
  const ids = [...references.flatMap(({ id }) => id ?? []), ...idsOfKeys.flatMap(id => id ?? [])];
  const resources = await loadMany<Base>(engine, projectKey, typeId, ids);
  for (const [id, resource] of resources) loaded.set(referenceName({ typeId, id }), resource);
  keys.forEach((key, at) => {
    const resource = resources.get(idsOfKeys[at] ?? '');
    if (resource !== undefined) loaded.set(referenceName({ typeId, key }), resource);
  });
};

/** Loads the resources that orders reference and the languages of their project. */
export const loadDocumentContext = async (
  engine: Engine,
  projectKey: string,
  orders: readonly unknown[],
): Promise<DocumentContext> => {
  const references: Reference[] = [];
  for (const order of orders) collectReferences(order, references);
  const distinct = [...new Map(references.map(reference => [referenceName(reference), reference])).values()];
  const loaded = new Map<string, Base>();
  await Promise.all(
    [...groupByType(distinct)].map(([typeId, group]) => loadReferenced(engine, projectKey, typeId, group, loaded)),
  );
  // Not cached: a change of the languages starts a build, which must use the new languages from its first order on.
  const project = await readProject(engine.store, projectKey);
  return {
    resolve: reference => loaded.get(referenceName(reference as Reference)) as Fields | undefined,
    languages: new Set(project?.languages),
  };
};
