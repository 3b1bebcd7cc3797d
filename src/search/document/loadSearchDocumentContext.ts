import type { Base } from '../../engine/define/Base.js';
import type { Engine } from '../../engine/Engine.js';
import { loadMany, loadManyByUnique } from '../../engine/loadResources.js';
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

/** Loads resources of one type; each has the name of the reference that leads to it. */
const loadReferenced = async (
  engine: Engine,
  projectKey: string,
  typeId: string,
  references: readonly Reference[],
): Promise<(readonly [name: string, resource: Base])[]> => {
  const ids = references.flatMap(({ id }) => id ?? []);
  const keys = [...new Set(references.flatMap(({ key }) => key ?? []))];
  const [byId, byKey] = await Promise.all([
    loadMany<Base>(engine, projectKey, typeId, ids),
    loadManyByUnique<Base>(engine, projectKey, typeId, 'key', keys),
  ]);
  return [
    ...Array.from(byId, ([id, resource]) => [referenceName({ typeId, id }), resource] as const),
    ...Array.from(byKey, ([key, resource]) => [referenceName({ typeId, key }), resource] as const),
  ];
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
  const lists = await Promise.all(
    typeIds.map(typeId => {
      const ofType = distinct.filter(reference => reference.typeId === typeId);
      return loadReferenced(engine, projectKey, typeId, ofType);
    }),
  );
  const loaded = new Map(lists.flat());
  // Not cached: a change of the languages starts a build, which must use the new languages from its first resource on.
  const project = await readProject(engine.store, projectKey);
  return {
    resolve: reference => loaded.get(referenceName(reference as Reference)) as Fields | undefined,
    languages: new Set(project?.languages),
  };
};
