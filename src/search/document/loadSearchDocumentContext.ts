import type { Base } from '../../engine/define/Base.js';
import type { Engine } from '../../engine/Engine.js';
import { loadMany } from '../../engine/loadResources.js';
import { readProject } from '../../commerce/resources/project/projectSettings.js';
import type { SearchDocumentContext } from './contentOf.js';

type Fields = Readonly<Record<string, unknown>>;

interface Reference extends Fields {
  readonly typeId: string;
  readonly id?: string;
  readonly key?: string;
}

/** Collects the references to some types in a resource, at any depth. */
const collectReferences = (value: unknown, typeIds: readonly string[], references: Reference[]): void => {
  if (typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) return value.forEach(each => collectReferences(each, typeIds, references));
  const fields = value as Fields;
  if (typeof fields.typeId === 'string' && typeIds.includes(fields.typeId)) references.push(fields as Reference);
  else for (const each of Object.values(fields)) collectReferences(each, typeIds, references);
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

/** Loads the resources of some types that resources reference, and the languages of their project. */
export const loadSearchDocumentContext = async (
  engine: Engine,
  projectKey: string,
  resources: readonly unknown[],
  typeIds: readonly string[],
): Promise<SearchDocumentContext> => {
  const references: Reference[] = [];
  for (const resource of resources) collectReferences(resource, typeIds, references);
  const distinct = [...new Map(references.map(reference => [referenceName(reference), reference])).values()];
  const loaded = new Map<string, Base>();
  await Promise.all(
    [...groupByType(distinct)].map(([typeId, group]) => loadReferenced(engine, projectKey, typeId, group, loaded)),
  );
  // Not cached: a change of the languages starts a build, which must use the new languages from its first resource on.
  const project = await readProject(engine.store, projectKey);
  return {
    resolve: reference => loaded.get(referenceName(reference as Reference)) as Fields | undefined,
    languages: new Set(project?.languages),
  };
};
