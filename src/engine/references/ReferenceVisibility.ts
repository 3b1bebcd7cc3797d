import { required } from '../../base/errors/ApiError.js';
import { allowsScope, allowsScopeAnywhere } from '../../base/credentials/scopes.js';
import type { Base, Client } from '../define/Base.js';
import { partOf, shownPartOf } from '../define/BehindReferences.js';
import type { ResourceDefinition } from '../define/ResourceDefinition.js';
import type { ResourceType } from '../define/ResourceType.js';
import { Document } from '../document/Document.js';
import type { Engine } from '../Engine.js';
import { isVisible, shownBody, shownMembers, type PathScope } from '../visibility.js';
import type { ResourceRequest } from '../ResourceRequest.js';

/** The parts of a request that decide which resources it shows behind references. */
export type ReferenceReader = Pick<ResourceRequest, 'own' | 'storeKey' | 'client' | 'scopes'>;

/**
 * The place of a reference: in an attribute, which merchants write; in a custom field, which customers may write; or
 * elsewhere, named as in BehindReferences: `shippingInfo.shippingMethod`.
 */
export type ReferencePlace = 'attribute' | 'custom field' | `${string}.${string}`;

/** The resources of a type that are shown: none, all, or those that are visible in a scope. */
type ShownResources = 'none' | 'all' | PathScope;

const noScopes: ReadonlySet<string> = new Set();

const hasOwner = ({ customerId, anonymousId }: Client): boolean =>
  customerId !== undefined || anonymousId !== undefined;

/** A type of its own at `/me` is not the one that references lead to. */
const shownBehindReferences = ({ own }: ResourceDefinition): ResourceDefinition['own'] =>
  own?.hasOwnType === true ? undefined : own;

const shownResources = (
  resourceType: ResourceType | undefined,
  { own, storeKey, client, scopes: granted }: ReferenceReader,
  place: ReferencePlace,
): ShownResources => {
  if (resourceType === undefined) return 'none';
  const { definition } = resourceType;
  const { scopes: needed, storeField, routes } = definition;
  const { published, sharedByStores, merchantOnly, openBehindAttributes: open } = definition.visibility ?? {};
  const scopes = granted ?? noScopes;
  // A request without scopes asks for no expansion.
  if (place === 'attribute' && open !== undefined && granted !== undefined)
    if (!allowsScopeAnywhere(scopes, open.exceptTo)) return 'all';
  const ownEndpoints = shownBehindReferences(definition);
  if (routes === 'none' || (own === true && merchantOnly === true)) return 'none';
  // A type without stores is read on the paths of the project only, with a scope of the project.
  const typeStoreKey = storeField === undefined || sharedByStores === true ? undefined : storeKey;
  const readsAll = allowsScope(scopes, needed.read, typeStoreKey);
  if (readsAll && (own !== true || ownEndpoints === undefined))
    return typeStoreKey === undefined ? 'all' : { resourceType, client, storeKey: typeStoreKey };
  if (published !== undefined && allowsScope(scopes, published.scopes, typeStoreKey))
    return { resourceType, client, storeKey: typeStoreKey, publishedOnly: true };
  if (ownEndpoints === undefined || !hasOwner(client)) return 'none';
  if (!readsAll && !allowsScope(scopes, ownEndpoints.scopes, typeStoreKey)) return 'none';
  return { resourceType, client, storeKey: typeStoreKey, own: true };
};

const isBoundTo = ({ scopes = noScopes }: ReferenceReader, storeKey: string): boolean =>
  [...scopes].some(name => name.endsWith(`:${storeKey}`));

type IsShown = (resource: Base) => boolean;

/** The scopes with which a token can name resources of a type in drafts and actions outside of `/me`. */
const namingScopes = (typeId: string, resourceTypes: Engine['resourceTypes']): readonly string[] =>
  [...resourceTypes.values()].flatMap(({ namedTypes, definition: { scopes, creations = {} } }) =>
    namedTypes.has(typeId) ? [...scopes.write, ...Object.values(creations).flatMap(each => each.scopes ?? [])] : [],
  );

/**
 * Tells of which resources a reference at a place shows a part; undefined where it shows none. A token that can name
 * resources of the type outside of `/me` could write the reference itself: it sees only its own.
 */
const partiallyShown = (
  resourceTypes: Engine['resourceTypes'],
  typeId: string,
  reader: ReferenceReader,
  place: ReferencePlace,
): IsShown | undefined => {
  const resourceType = resourceTypes.get(typeId);
  const part = resourceType && shownPartOf(resourceType.definition);
  if (part === undefined || !Object.hasOwn(part.places, place)) return undefined;
  if (part.onlyToBoundTokens === true) return resource => isBoundTo(reader, (resource as Base & { key: string }).key);
  const { client, scopes = noScopes } = reader;
  if (part.alsoToWriters !== undefined || !allowsScopeAnywhere(scopes, namingScopes(typeId, resourceTypes)))
    return () => true;
  return resourceType?.definition.own !== undefined && hasOwner(client)
    ? resource => isVisible({ resourceType, client, own: true }, resource)
    : undefined;
};

/** The resources of a type that are shown whole, and those of which a part is shown. */
interface Shown {
  readonly whole: ShownResources;
  readonly inPart?: IsShown;
}

/**
 * Tells which resources a response may show behind its references: those that the same token could read by themselves,
 * in the store of the path, and at `/me` the client's own; of others the part that their type declares for the place of
 * the reference. All others stay bare references. Decided once per type, place and request.
 */
export class ReferenceVisibility {
  readonly #shown = new Map<ReferencePlace, Map<string, Shown>>();

  constructor(
    private readonly engine: Pick<Engine, 'resourceTypes'>,
    private readonly reader: ReferenceReader,
  ) {}

  /** Tells whether no resource of the type is shown, so that none needs to be read. */
  hidesType(typeId: string, place: ReferencePlace): boolean {
    const { whole, inPart } = this.#shownOf(typeId, place);
    return whole === 'none' && inPart === undefined;
  }

  /** Tells whether each resource of the type is shown whole, whatever its members. */
  showsAll(typeId: string, place: ReferencePlace): boolean {
    return this.#shownOf(typeId, place).whole === 'all';
  }

  /** The body of a resource as it is shown; undefined where it is not. It is opened only where its members decide. */
  shownBody(typeId: string, place: ReferencePlace, body: Buffer): Buffer | undefined {
    const { whole, inPart } = this.#shownOf(typeId, place);
    const resourceType = this.#typeOf(typeId);
    if (this.#showsWhole(whole, () => resourceType.view(Document.open(body)))) {
      const publishedOnly = typeof whole !== 'string' && whole.publishedOnly;
      return shownBody({ ...this.#ownScope(typeId, whole), publishedOnly }, body);
    }
    if (inPart === undefined) return undefined;
    const part = this.#partOf(resourceType, inPart, JSON.parse(body.toString()) as Base);
    return part === null ? undefined : Buffer.from(JSON.stringify(part));
  }

  /** A resource as it is shown; null where it is not. Staged data is returned as it was read. */
  shownResource<M extends object>(typeId: string, place: ReferencePlace, resource: M): M | null {
    const { whole, inPart } = this.#shownOf(typeId, place);
    if (this.#showsWhole(whole, () => resource as M & Base))
      return shownMembers(this.#ownScope(typeId, whole), resource);
    return inPart === undefined ? null : this.#partOf(this.#typeOf(typeId), inPart, resource as M & Base);
  }

  #showsWhole(whole: ShownResources, open: () => Base): boolean {
    return typeof whole === 'string' ? whole === 'all' : isVisible(whole, open());
  }

  #partOf<R extends Base>({ definition }: ResourceType, inPart: IsShown, resource: R): R | null {
    return inPart(resource) ? partOf(required(shownPartOf(definition), 'the part'), resource) : null;
  }

  #typeOf(typeId: string): ResourceType {
    return required(this.engine.resourceTypes.get(typeId), `the resource type ${typeId}`);
  }

  /**
   * `own` is true at `/me`, and for a token that reads the type only there. GraphQL shows references by the token's
   * scopes everywhere: below `me` too, a token that may read the type in the project sees its resources whole.
   */
  #ownScope(typeId: string, shown: ShownResources): { readonly resourceType: ResourceType; readonly own: boolean } {
    const resourceType = this.#typeOf(typeId);
    const isOwn = this.reader.own === true && resourceType.definition.own?.hasOwnType !== true;
    return { resourceType, own: isOwn || (typeof shown !== 'string' && shown.own === true) };
  }

  #shownOf(typeId: string, place: ReferencePlace): Shown {
    let shownByType = this.#shown.get(place);
    if (shownByType === undefined) this.#shown.set(place, (shownByType = new Map<string, Shown>()));
    const known = shownByType.get(typeId);
    if (known !== undefined) return known;
    const { resourceTypes } = this.engine;
    const whole = shownResources(resourceTypes.get(typeId), this.reader, place);
    const inPart = whole === 'all' ? undefined : partiallyShown(resourceTypes, typeId, this.reader, place);
    const shown = { whole, inPart };
    shownByType.set(typeId, shown);
    return shown;
  }
}
