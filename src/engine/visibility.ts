/** Decides what a path shows: the resources of its store (ORD098 to ORD100), or at `/me` the client's own (AUTH045). */
import { allowsScope } from '../base/credentials/scopes.js';
import type { Base, Client } from './define/Base.js';
import type { PublishedView } from './define/ResourceSchema.js';
import type { ResourceDefinition } from './define/ResourceDefinition.js';
import { type ApiError, fail, invalidOperation } from '../base/errors/ApiError.js';
import type { Locator, ResourceRequest } from './ResourceRequest.js';
import { withoutMembers } from './define/merchantMembers.js';
import type { ResourceSchema } from './define/ResourceSchema.js';
import type { DerivedField } from './define/FieldShape.js';

/* A token that may read published data alone sees published resources, without their staged data. */

type Members = Readonly<Record<string, unknown>>;

const noScopes: ReadonlySet<string> = new Set();

/** All scopes that read resources of a type, or the published ones of them. */
export const readScopes = ({
  scopes,
  visibility: { published } = {},
}: Pick<ResourceDefinition, 'scopes' | 'visibility'>): readonly string[] =>
  published === undefined ? scopes.read : [...scopes.read, ...published.scopes];

/** The scopes that show the unpublished and the staged data of a type too; undefined for a type that has none. */
export const unpublishedScopes = ({
  scopes,
  visibility: { published } = {},
}: Pick<ResourceDefinition, 'scopes' | 'visibility'>): readonly string[] | undefined =>
  published === undefined ? undefined : scopes.read;

/**
 * Tells whether a token sees only the published data of a type that also has staged data, by its `unpublishedScopes`.
 * It is decided only here: for a request of REST once by the main thread, which sends the decision with the call and
 * keeps responses under it (http/request/dispatch.ts), and in GraphQL for each type. `storeKey` is the store whose
 * scopes count.
 */
export const seesPublishedOnly = (
  unpublished: readonly string[] | undefined,
  scopes: ReadonlySet<string> = noScopes,
  storeKey?: string,
): boolean => unpublished !== undefined && !allowsScope(scopes, unpublished, storeKey);

const isPublished = ({ member, flag }: PublishedView<Base>, resource: object): boolean =>
  ((resource as Members)[member] as Members | undefined)?.[flag] === true;

/** Replaces the member with staged data, where it was read. */
export const showPublished = <M extends object>({ member, show }: PublishedView<Base>, members: M): M =>
  member in members ? Object.assign({}, members, show(members as unknown as Base)) : members;

/** The part of a request that decides which members of a resource it sees. */
interface MemberScope {
  readonly resourceType: Pick<ResourceSchema, 'published' | 'merchantMembers'>;
  readonly own?: boolean;
  readonly publishedOnly?: boolean;
}

/** Tells whether a request sees resources as they are stored, which most do. */
export const seesWhole = ({ resourceType, own, publishedOnly }: MemberScope): boolean =>
  (publishedOnly !== true || resourceType.published === undefined) &&
  (own !== true || resourceType.merchantMembers === undefined);

/** The members of a resource that a request sees: at `/me` without those for merchants only. */
export const shownMembers = <M extends object>({ resourceType, own, publishedOnly }: MemberScope, members: M): M => {
  const { published, merchantMembers } = resourceType;
  const shown = publishedOnly === true && published !== undefined ? showPublished(published, members) : members;
  return own === true && merchantMembers !== undefined ? withoutMembers(merchantMembers, shown) : shown;
};

/** The body of a resource as a request sees it. */
export const shownBody = (scope: MemberScope, body: Buffer): Buffer =>
  seesWhole(scope) ? body : Buffer.from(JSON.stringify(shownMembers(scope, JSON.parse(body.toString()) as object)));

/** The part of a request that decides what it may see. */
export type PathScope = Pick<
  ResourceRequest,
  'resourceType' | 'storeKey' | 'own' | 'client' | 'publishedOnly' | 'locator'
>;

interface Owner {
  readonly field: 'customerId' | 'anonymousId';
  readonly value: string;
}

/** The customer or anonymous session of a token; throws insufficient_scope for a token without one (AUTH062). */
export const clientOwner = ({ customerId, anonymousId }: Client): Owner => {
  if (customerId !== undefined) return { field: 'customerId', value: customerId };
  if (anonymousId !== undefined) return { field: 'anonymousId', value: anonymousId };
  throw fail('insufficient_scope', {
    message:
      'Insufficient scope. Here the token must be of a customer or an anonymous session: ' +
      'its scope must contain customer_id:<id> or anonymous_id:<id>.',
  });
};

/** The id of the client's customer; an empty text, which is no id, for an anonymous session. */
const clientCustomerId = (client: Client): string => {
  const { field, value } = clientOwner(client);
  return field === 'customerId' ? value : '';
};

/** Tells whether the resource type belongs to customers by its reference `customer`. */
export const isOwnedByReference = ({ resourceType }: PathScope): boolean =>
  resourceType.definition.own?.by === 'customer';

/** The owner by `anonymousId` of a type that belongs to customers by reference; undefined where it is a customer. */
export const anonymousOwner = ({ resourceType, client }: PathScope): Owner | undefined => {
  const owner = clientOwner(client);
  const hasMember = Object.hasOwn(resourceType.definition.resource.properties, 'anonymousId');
  return owner.field === 'anonymousId' && hasMember ? owner : undefined;
};

/** The reference that names the client's customer as the owner. */
export const ownerReference = ({ client }: PathScope): { readonly typeId: 'customer'; readonly id: string } => ({
  typeId: 'customer',
  id: clientCustomerId(client),
});

const isOwnedById = ({ resourceType }: PathScope): boolean => resourceType.definition.own?.by === 'id';

/**
 * The locator of the client's own resource, where `/me` is a single resource; an anonymous session finds none there.
 */
export const ownLocator = (scope: PathScope): Locator | undefined =>
  scope.own === true && isOwnedById(scope) ? { field: 'id', value: clientOwner(scope.client).value } : undefined;

/** The members that the path determines in a new resource: its store, and at `/me` its owner. */
export const pathMembersOf = (scope: PathScope): Readonly<Record<string, unknown>> => {
  const { resourceType, storeKey, own, client } = scope;
  const { storeField, resource } = resourceType.definition;
  const members: Record<string, unknown> = {};
  if (storeKey !== undefined && storeField !== undefined) {
    const store = { typeId: 'store', key: storeKey };
    members[storeField] = resource.properties[storeField]?.type === 'array' ? [store] : store;
  }
  if (own !== true || isOwnedById(scope)) return members;
  const owner = isOwnedByReference(scope) ? anonymousOwner(scope) : clientOwner(client);
  if (owner === undefined) members.customer = ownerReference(scope);
  else members[owner.field] = owner.value;
  return members;
};

interface StoreKey {
  readonly key: string;
}

const storeKeysOf = ({ resourceType }: Pick<PathScope, 'resourceType'>, resource: object): string[] => {
  const { storeField = '' } = resourceType.definition;
  const stores = (resource as Readonly<Record<string, StoreKey | readonly StoreKey[] | undefined>>)[storeField];
  return [stores ?? []].flat().map(({ key }) => key);
};

/** Tells whether a resource belongs to no store. */
export const hasNoStore = (scope: Pick<PathScope, 'resourceType'>, resource: Base): boolean =>
  storeKeysOf(scope, resource).length === 0;

const insufficientScope = ({ resourceType }: PathScope, projectKey: string, storeKey?: string): ApiError => {
  const { typeId, definition } = resourceType;
  const place = storeKey === undefined ? 'out of all stores' : `out of or into the store '${storeKey}'`;
  const wanted = definition.scopes.write.flatMap(name => [
    `${name}:${projectKey}`,
    ...(storeKey === undefined ? [] : [`${name}:${projectKey}:${storeKey}`]),
  ]);
  return fail('insufficient_scope', {
    message: `Insufficient scope. This would move the ${typeId} ${place}. One of these is needed: ${wanted.join(', ')}.`,
  });
};

/**
 * On the paths of a store, update actions take a resource only out of stores and into stores that the token may write;
 * a token of the whole project may write all of them (OACT096).
 */
export const assertStoreChange = (
  scope: PathScope & Pick<ResourceRequest, 'projectKey' | 'scopes'>,
  before: Base,
  changes: Readonly<Record<string, unknown>>,
): void => {
  const { storeKey, resourceType, own, projectKey, scopes = noScopes } = scope;
  const { definition } = resourceType;
  if (storeKey === undefined || definition.storeField === undefined || !(definition.storeField in changes)) return;
  const { write } = definition.scopes;
  if (own !== true && allowsScope(scopes, write)) return;
  const [old, after] = [new Set(storeKeysOf(scope, before)), new Set(storeKeysOf(scope, changes))];
  const changed = [...old].filter(key => !after.has(key)).concat([...after].filter(key => !old.has(key)));
  if (changed.length > 0 && after.size === 0) throw insufficientScope(scope, projectKey);
  const refused = changed.find(key => own === true || !allowsScope(scopes, write, key));
  if (refused !== undefined) throw insufficientScope(scope, projectKey, refused);
};

/** Refuses changes and deletions at `/me` of a resource that only merchants may change from now on. */
export const assertOwnChangeable = ({ resourceType, own }: PathScope, resource: Base): void => {
  const message = own === true ? resourceType.definition.own?.unchangeable?.(resource) : undefined;
  if (message !== undefined) throw invalidOperation(message);
};

/** Input at `/me` cannot name a member that is not shown there; an action that changes one nevertheless is a defect. */
export const assertOwnChange = ({ resourceType, own }: PathScope, changes: object): void => {
  const changed = own === true ? resourceType.merchantMembers?.find(name => name in changes) : undefined;
  if (changed !== undefined) throw new Error(`an action at /me changed '${changed}' of a ${resourceType.typeId}`);
};

const isOwn = (scope: PathScope, resource: Base): boolean => {
  const { client, resourceType } = scope;
  const members = resource as Base & Readonly<Record<string, unknown>>;
  const { hides } = resourceType;
  if (hides !== undefined && members[hides.field] === hides.value) return false;
  if (isOwnedById(scope)) return resource.id === clientCustomerId(client);
  const owner = isOwnedByReference(scope) ? anonymousOwner(scope) : clientOwner(client);
  if (owner !== undefined) return members[owner.field] === owner.value;
  return (members.customer as { readonly id?: string } | undefined)?.id === ownerReference(scope).id;
};

/** Tells whether the path shows a resource; one that it does not show does not exist for its clients. */
export const isVisible = (scope: PathScope, resource: Base): boolean => {
  const { published } = scope.resourceType;
  if (scope.publishedOnly === true && published !== undefined && !isPublished(published, resource)) return false;
  if (scope.storeKey !== undefined && !storeKeysOf(scope, resource).includes(scope.storeKey)) return false;
  return scope.own !== true || isOwn(scope, resource);
};

/** Adds the fields that follow from other members of a resource. */
export const withDerivedFields = (
  fields: ReadonlyMap<string, DerivedField>,
  resource: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => {
  if (fields.size === 0) return resource;
  const derived = [...fields].map(([name, { derive }]) => [name, derive(resource as Partial<Base>)]);
  return { ...resource, ...(Object.fromEntries(derived) as Record<string, unknown>) };
};
