import { allowsScope } from '../../base/credentials/scopes.js';
import type { Base, StoredDefinition, StoredResource } from '../define/Base.js';
import type { ResourceType } from '../define/ResourceType.js';
import type { Engine } from '../Engine.js';
import type { ResourceRequest } from '../ResourceRequest.js';
import { hasNoStore, isVisible } from '../visibility.js';
import { limits } from '../../base/config/limits.js';
import { type ErrorEntry, errorEntry, failAll } from '../../base/errors/ApiError.js';
import type { Identifier, ReferenceValue, TypedIdentifier } from '../schema/reference.js';
import type { FindReferences } from '../schema/compilePaths.js';
import type { Context } from '../define/Context.js';
import type { ProjectSettings } from '../define/ProjectSettings.js';
import type { ResourceAccess } from '../define/ResourceAccess.js';
import { Document } from '../document/Document.js';
import { loadShared, loadStored } from '../loadResources.js';
import type { SharedReads } from '../SharedReads.js';

/** Tells whether a draft or an action can refer to a resource by its identifier for it. */
type IsReferable = (resource: Base, identifier: Identifier) => boolean | Promise<boolean>;

/** Tells which resources of a type a draft or an action can refer to; undefined where it can refer to all of them. */
export type ReferableResources = (typeId: string) => IsReferable | undefined;

const noScopes: ReadonlySet<string> = new Set();

/** The part of a request that decides what its draft or actions can refer to. */
type ReferringRequest = Pick<ResourceRequest, 'projectKey' | 'storeKey' | 'client' | 'scopes' | 'own'>;

/** Tells whether a token reads the type on the paths of the project, and not only on those of a store. */
const readsInProject = (
  { definition }: ResourceType,
  { scopes = noScopes, own }: Pick<ResourceRequest, 'scopes' | 'own'>,
): boolean => allowsScope(scopes, own === true ? (definition.own?.scopes ?? []) : definition.scopes.read, undefined);

/**
 * At `/me` drafts and actions can refer only to published resources, and to those that belong to the client: others do
 * not exist there, so that no error tells of them. A token that reads the type in the project can refer to all.
 */
const referableAtMe = (
  access: Engine,
  resourceType: ResourceType,
  { projectKey, client, scopes = noScopes, storeKey }: ReferringRequest,
): IsReferable | undefined => {
  const { own, scopes: needed, storeField, visibility: { published, isInStore } = {} } = resourceType.definition;
  const typeStoreKey = storeField === undefined ? undefined : storeKey;
  if ((published === undefined && own === undefined) || allowsScope(scopes, needed.read, typeStoreKey))
    return undefined;
  if (published === undefined) return resource => isVisible({ resourceType, client, own: true }, resource);
  return (resource, { unique }) =>
    isVisible({ resourceType, client, publishedOnly: true }, resource) &&
    (unique === undefined || published.hasName(resource, unique.field, unique.value)) &&
    (storeKey === undefined || (isInStore?.(access, { projectKey, storeKey }, resource, unique) ?? true));
};

/**
 * On the paths of a store, drafts and actions can refer only to those carts, orders and customers that the paths show:
 * others do not exist there (ORD098). A token that is not bound to the store can name those of no store as well: an
 * order of the store is made from such a cart (ORD086). Undefined on all other paths but those of `/me`.
 */
export const referableResources = (access: Engine, request: ReferringRequest): ReferableResources | undefined => {
  const { resourceTypes } = access;
  const { storeKey, client, own } = request;
  if (storeKey === undefined && own !== true) return undefined;
  const referableInStore: ReferableResources = typeId => {
    const resourceType = resourceTypes.get(typeId);
    if (
      storeKey === undefined ||
      resourceType?.definition.storeField === undefined ||
      resourceType.definition.visibility?.sharedByStores === true
    )
      return undefined;
    const takesThoseOfNoStore = readsInProject(resourceType, request);
    return resource =>
      isVisible({ resourceType, client, storeKey }, resource) ||
      (takesThoseOfNoStore && hasNoStore({ resourceType }, resource));
  };
  if (own !== true) return referableInStore;
  return typeId => {
    const resourceType = resourceTypes.get(typeId);
    const atMe = resourceType && referableAtMe(access, resourceType, request);
    const inStore = referableInStore(typeId);
    if (atMe === undefined || inStore === undefined) return atMe ?? inStore;
    return async (resource, identifier) => (await atMe(resource, identifier)) && inStore(resource, identifier);
  };
};

/** A resource to fetch, and the place where the request named it. */
interface CollectedReference extends TypedIdentifier {
  readonly load: boolean;
  readonly path: string;
  readonly undeclared: boolean;
}

/** One text for each way to name a resource: `state/<id>`, `state/key=<key>`, `product/sku=<sku>`. */
const identifierName = (typeId: string, { id, key, unique }: Identifier): string => {
  if (id !== undefined) return `${typeId}/${id}`;
  return unique === undefined ? `${typeId}/key=${key}` : `${typeId}/${unique.field}=${unique.value}`;
};

const invalidIdentifier = (path: string, { id }: Identifier): ErrorEntry =>
  id === undefined
    ? errorEntry('RequiredField', {
        field: path === '' ? 'id' : `${path}.id`,
        expected: 'either id or key identifies the resource',
      })
    : errorEntry('InvalidJsonInput', { message: `'${path}' has both id and key; expected one of them.` });

/** Collects the identifiers of a request, one entry per resource, and the errors of those that name none or two. */
export class ReferenceCollector {
  readonly #collected = new Map<string, CollectedReference>();
  #undeclared = 0;
  readonly entries: ErrorEntry[] = [];

  collect(
    { typeId, id, key, unique, refusal, follow }: TypedIdentifier,
    load: boolean,
    path = '',
    undeclared = false,
  ): void {
    const isAmbiguous = (id === undefined) === (key === undefined);
    // An undeclared value is judged by its custom type, later.
    if (undeclared && (isAmbiguous || typeof (id ?? key) !== 'string')) return;
    if (undeclared && ++this.#undeclared > limits.customReferencesMax)
      throw failAll([
        errorEntry('InvalidInput', {
          message: `The custom fields hold more than ${limits.customReferencesMax} references.`,
        }),
      ]);
    if (unique === undefined && isAmbiguous) {
      this.entries.push(invalidIdentifier(path, { id }));
      return;
    }
    const name = identifierName(typeId, { id, key, unique });
    const known = this.#collected.get(name);
    this.#collected.set(name, {
      typeId,
      id,
      key,
      unique,
      refusal: known?.refusal ?? refusal,
      follow: known?.follow ?? follow,
      path,
      load: load || known?.load === true,
      undeclared: undeclared && known?.undeclared !== false,
    });
  }

  /** Collects every identifier that `find` finds in a decoded draft or action. */
  collectFrom(value: unknown, find: FindReferences, base = ''): void {
    for (const { object, mark, path } of find(value, base)) {
      const { id, key } = object as Identifier;
      this.collect({ typeId: mark.typeId, id, key }, mark.load === true, path, mark.undeclared);
    }
  }

  get collected(): ReadonlyMap<string, CollectedReference> {
    return this.#collected;
  }
}

interface ResolvedReference {
  readonly id: string;
  readonly stored?: StoredResource;
}

const notFoundEntry = ({ typeId, id, key, unique, refusal }: CollectedReference): ErrorEntry =>
  refusal?.() ?? errorEntry('ReferencedResourceNotFound', { typeId, id, key, identifier: id ?? key ?? unique?.value });

/** Fetches a shared resource, or only its id where rules do not read it. */
const fetchShared = async (
  access: ResourceAccess,
  projectKey: string,
  reference: CollectedReference,
  referable: ReferableResources | undefined,
  reading: Promise<SharedReads>,
): Promise<ResolvedReference | undefined> => {
  const { typeId, id: givenId, key, unique, load } = reference;
  const isReferable = referable?.(typeId);
  if (givenId !== undefined && !load && isReferable === undefined) return { id: givenId };
  const shared = await reading;
  const { field, value } = unique ?? { field: 'key', value: key ?? '' };
  const id =
    givenId ??
    (await shared.get(typeId, `${field}=${value}`, () => access.store.findId(projectKey, typeId, field, value)));
  if (id === null) return undefined;
  if (!load && isReferable === undefined) return { id };
  const stored =
    shared.known<StoredResource | null>(typeId, id) ??
    (await loadShared(access, shared, projectKey, typeId, [id])).get(id);
  return stored && (await isReferable?.(stored.resource, reference)) !== false ? { id, stored } : undefined;
};

const fetchReference = async (
  { store, resourceTypes }: ResourceAccess,
  projectKey: string,
  reference: CollectedReference,
  referable: ReferableResources | undefined,
): Promise<ResolvedReference | undefined> => {
  const { typeId, id: givenId, key, unique, load } = reference;
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
  return (await isReferable?.(resource, reference)) === false ? undefined : { id, stored: { document, resource } };
};

/** Bounds the references that are looked up only because others lead to nothing. */
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

/** Loads the targets of the members that `follow` names in the loaded resources. */
const followReferences = async (
  access: ResourceAccess,
  projectKey: string,
  references: readonly CollectedReference[],
  results: Results,
): Promise<[name: string, ResolvedReference][]> => {
  const targets = references.flatMap(({ follow }, at): ReferenceValue[] => {
    const resource = results[at]?.stored?.resource as Readonly<Record<string, unknown>> | undefined;
    const target = follow === undefined ? undefined : resource?.[follow];
    return target === undefined ? [] : [target as ReferenceValue];
  });
  const found = await Promise.all(
    targets.map(async ({ typeId, id }): Promise<[string, ResolvedReference][]> => {
      const stored = await loadStored(access, projectKey, typeId, id);
      return stored === undefined ? [] : [[identifierName(typeId, { id }), { id, stored }]];
    }),
  );
  return found.flat();
};

const fetchReferences = async (
  access: ResourceAccess,
  projectKey: string,
  { collected, entries: invalid }: ReferenceCollector,
  referable: ReferableResources | undefined,
  shared: Promise<SharedReads> | undefined,
): Promise<ReadonlyMap<string, ResolvedReference>> => {
  const names = [...collected.keys()];
  const references = [...collected.values()];
  const fetched = await Promise.all(
    references.map(reference =>
      shared !== undefined && isShared(access, reference)
        ? fetchShared(access, projectKey, reference, referable, shared)
        : fetchReference(access, projectKey, reference, referable),
    ),
  );
  const hasErrors = invalid.length > 0 || fetched.includes(undefined);
  // Where one is missing, all that are missing are reported (ERR004).
  const results = hasErrors ? await withoutMissing(access, projectKey, references, fetched) : fetched;
  // A missing one in a custom field is an error only if the field's type turns out to be a reference.
  const missing = references.filter(({ undeclared }, at) => results[at] === undefined && !undeclared);
  if (invalid.length + missing.length > 0) throw failAll([...invalid, ...missing.map(notFoundEntry)]);
  const resolved = new Map<string, ResolvedReference>(await followReferences(access, projectKey, references, results));
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

/** Tells whether a reference leads to resources that the thread keeps. */
const isShared = ({ resourceTypes }: ResourceAccess, { typeId }: CollectedReference): boolean =>
  resourceTypes.get(typeId)?.isShared === true;

/** Returns the loaded resources that declare what others may hold. */
const definitionsIn = (
  { resourceTypes }: ResourceAccess,
  resolved: ReadonlyMap<string, ResolvedReference>,
): readonly StoredDefinition[] | undefined => {
  let found: Map<string, StoredDefinition> | undefined;
  for (const [name, { id, stored }] of resolved) {
    if (stored === undefined) continue;
    const typeId = name.slice(0, name.indexOf('/'));
    if (resourceTypes.get(typeId)?.declaredNames === undefined) continue;
    (found ??= new Map()).set(id, { typeId, resource: stored.resource });
  }
  return found && [...found.values()];
};

/**
 * Fetches collected references, in one round trip by id and two by key, and makes the Context of the request. Those
 * that are not `referable` do not exist for it.
 */
export const resolveReferences = async (
  access: ResourceAccess,
  project: ProjectSettings,
  references: ReferenceCollector,
  referable?: ReferableResources,
): Promise<Context> => {
  const collected = [...references.collected.values()];
  const shared = collected.some(reference => isShared(access, reference)) ? access.shared(project.key) : undefined;
  const resolved =
    collected.length === 0 && references.entries.length === 0
      ? nothingResolved
      : await fetchReferences(access, project.key, references, referable, shared);
  const find = findIn(resolved, references);
  const storedResource = (typeId: string, identifier: Identifier): StoredResource => {
    const { stored } = find(typeId, identifier);
    if (stored === undefined) throw new Error(`the schema does not say load for ${identifierName(typeId, identifier)}`);
    return stored;
  };
  return {
    project,
    now: access.now().toISOString(),
    shared,
    definitions: definitionsIn(access, resolved),
    newId: () => access.newId(),
    reference: (typeId, identifier) => ({ typeId, id: find(typeId, identifier).id }),
    keyReference: (typeId, identifier) => ({
      typeId,
      key: identifier.key ?? resourceKey(find(typeId, identifier), typeId),
    }),
    load: <R>(typeId: string, identifier: Identifier) => storedResource(typeId, identifier).resource as R,
    loadStored: storedResource,
  };
};
