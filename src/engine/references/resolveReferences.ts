import { type ErrorEntry, errorEntry, failAll } from '../../errors/ApiError.js';
import type { Identifier } from '../../schema/reference.js';
import type { Context } from '../define/Context.js';
import type { ProjectSettings } from '../define/ProjectSettings.js';
import type { ResourceAccess } from '../define/ResourceAccess.js';
import type { StoredResource } from '../define/StoredResource.js';
import { Document } from '../document/Document.js';
import type { ReferableResources } from './referableResources.js';
import { type CollectedReference, identifierName, type ReferenceCollector } from './ReferenceCollector.js';

interface ResolvedReference {
  readonly id: string;
  readonly stored?: StoredResource;
}

const notFoundEntry = ({ typeId, id, key, unique, refusal }: CollectedReference): ErrorEntry =>
  refusal ?? errorEntry('ReferencedResourceNotFound', { typeId, id, key, identifier: id ?? key ?? unique?.value });

const fetchReference = async (
  { store, resourceTypes }: ResourceAccess,
  projectKey: string,
  { typeId, id: givenId, key, unique, load }: CollectedReference,
  referable: ReferableResources | undefined,
): Promise<ResolvedReference | undefined> => {
  const { field, value } = unique ?? { field: 'key', value: key ?? '' };
  const id = givenId ?? (await store.findId(projectKey, typeId, field, value));
  if (id === null) return undefined;
  const isReferable = referable?.(typeId);
  // The commit checks whether a resource that is named by id exists; only resources that rules read are fetched.
  if (!load && isReferable === undefined) return { id };
  const body = await store.body(projectKey, typeId, id);
  const resourceType = resourceTypes.get(typeId);
  if (body === null || resourceType === undefined) return undefined;
  const document = Document.open(body);
  const resource = resourceType.view(document);
  return isReferable?.(resource) === false ? undefined : { id, stored: { document, resource } };
};

/** References that are looked up only because others lead to nothing. */
const lookedUpMax = 1_000;

type Results = readonly (ResolvedReference | undefined)[];

/** Looks up the resources whose existence otherwise the commit checks; the result of a missing one is undefined. */
const withoutMissing = async (
  { store }: ResourceAccess,
  projectKey: string,
  references: readonly CollectedReference[],
  results: Results,
): Promise<Results> => {
  let left = lookedUpMax;
  return Promise.all(
    references.map(async ({ typeId }, at) => {
      const found = results[at];
      if (found === undefined || found.stored !== undefined || --left < 0) return found;
      return (await store.bodyLength(projectKey, typeId, found.id)) === 0 ? undefined : found;
    }),
  );
};

const fetchReferences = async (
  access: ResourceAccess,
  projectKey: string,
  { collected, entries: invalid }: ReferenceCollector,
  referable: ReferableResources | undefined,
): Promise<ReadonlyMap<string, ResolvedReference>> => {
  const names = [...collected.keys()];
  const references = [...collected.values()];
  const fetched = await Promise.all(
    references.map(reference => fetchReference(access, projectKey, reference, referable)),
  );
  const hasErrors = invalid.length > 0 || fetched.includes(undefined);
  // Where one is missing, all that are missing are reported (ERR004).
  const results = hasErrors ? await withoutMissing(access, projectKey, references, fetched) : fetched;
  // A missing one in a custom field is an error only if the field's type turns out to be a reference.
  const missing = references.filter(({ undeclared }, at) => results[at] === undefined && !undeclared);
  if (invalid.length + missing.length > 0) throw failAll([...invalid, ...missing.map(notFoundEntry)]);
  const resolved = new Map<string, ResolvedReference>();
  results.forEach((result, at) => {
    if (result !== undefined) resolved.set(names[at]!, result);
  });
  // A resource that was named by key may be read by id, once an action of the same update has put the id into the
  // resource.
  results.forEach((result, at) => {
    if (result === undefined) return;
    const byId = identifierName(references[at]!.typeId, { id: result.id });
    if (resolved.get(byId)?.stored === undefined) resolved.set(byId, result);
  });
  return resolved;
};

type FindReference = (typeId: string, identifier: Identifier) => ResolvedReference;

const findIn =
  (resolved: ReadonlyMap<string, ResolvedReference>, { collected }: ReferenceCollector): FindReference =>
  (typeId, identifier) => {
    const name = identifierName(typeId, identifier);
    const result = resolved.get(name);
    if (result !== undefined) return result;
    const reference = collected.get(name);
    if (reference === undefined) throw new Error(`the schema or needs do not announce ${name}`);
    throw failAll([notFoundEntry(reference)]);
  };

const resourceKey = ({ stored, id }: ResolvedReference, typeId: string): string => {
  const { key } = (stored?.resource ?? {}) as { readonly key?: string };
  if (key === undefined)
    throw failAll([
      errorEntry('InvalidInput', { message: `The ${typeId} with id '${id}' has no key to refer to it by.` }),
    ]);
  return key;
};

const nothingResolved: ReadonlyMap<string, ResolvedReference> = new Map();

/**
 * Fetches collected references, in one round trip by id and two by key, and makes the Context of the request. Those that
 * are not `referable` do not exist for it.
 */
export const resolveReferences = async (
  access: ResourceAccess,
  project: ProjectSettings,
  references: ReferenceCollector,
  referable?: ReferableResources,
): Promise<Context> => {
  const resolved =
    references.collected.size === 0 && references.entries.length === 0
      ? nothingResolved
      : await fetchReferences(access, project.key, references, referable);
  const find = findIn(resolved, references);
  const loadStored = (typeId: string, identifier: Identifier): StoredResource => {
    const { stored } = find(typeId, identifier);
    if (stored === undefined) throw new Error(`the schema does not say load for ${identifierName(typeId, identifier)}`);
    return stored;
  };
  return {
    project,
    now: access.now().toISOString(),
    newId: () => access.newId(),
    reference: (typeId, identifier) => ({ typeId, id: find(typeId, identifier).id }),
    keyReference: (typeId, identifier) => ({
      typeId,
      key: identifier.key ?? resourceKey(find(typeId, identifier), typeId),
    }),
    load: <R>(typeId: string, identifier: Identifier) => loadStored(typeId, identifier).resource as R,
    loadStored,
  };
};
