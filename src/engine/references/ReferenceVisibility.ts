import { required } from '../../base/errors/ApiError.js';
import { allowsScope, allowsScopeAnywhere } from '../../base/credentials/scopes.js';
import type { Base } from '../define/Base.js';
import type { Client } from '../define/Client.js';
import type { ResourceDefinition } from '../define/ResourceDefinition.js';
import type { ResourceType } from '../define/ResourceType.js';
import { Document } from '../document/Document.js';
import type { Engine } from '../Engine.js';
import { isVisible, shownBody, shownMembers, type PathScope } from '../visibility.js';
import type { ResourceRequest } from '../ResourceRequest.js';

/** The parts of a request that decide which resources it shows behind references. */
export type ReferenceReader = Pick<ResourceRequest, 'own' | 'storeKey' | 'client' | 'scopes'>;

/** Where a reference stands: in an attribute, which merchants write, or anywhere else, where customers may write it. */
export type ReferencePlace = 'attribute' | 'member';

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
  const { scopes: needed, published, storeField, sharedByStores, merchantOnly, isUnpublished } = definition;
  const { openBehindAttributes: open } = definition;
  const scopes = granted ?? noScopes;
  // A request without scopes asks for no expansion.
  if (place === 'attribute' && open !== undefined && granted !== undefined)
    if (!allowsScopeAnywhere(scopes, open.exceptTo)) return 'all';
  const ownEndpoints = shownBehindReferences(definition);
  if (isUnpublished === true || (own === true && merchantOnly === true)) return 'none';
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

/**
 * Tells which resources a response may show behind its references: those that the same token could read by themselves,
 * in the store of the path, and at `/me` the client's own. All others stay bare references. Decided once per type,
 * place and request.
 */
export class ReferenceVisibility {
  readonly #shown = { attribute: new Map<string, ShownResources>(), member: new Map<string, ShownResources>() };

  constructor(
    private readonly engine: Pick<Engine, 'resourceTypes'>,
    private readonly reader: ReferenceReader,
  ) {}

  /** Whether no resource of the type is shown, so that none needs to be read. */
  hidesType(typeId: string, place: ReferencePlace): boolean {
    return this.#shownOf(typeId, place) === 'none';
  }

  /** Whether each resource of the type is shown, whatever its members. */
  showsAll(typeId: string, place: ReferencePlace): boolean {
    return this.#shownOf(typeId, place) === 'all';
  }

  /** Whether a resource is shown; it is opened only where its members decide. */
  shows(typeId: string, place: ReferencePlace, open: (resourceType: ResourceType) => Base): boolean {
    const shown = this.#shownOf(typeId, place);
    return typeof shown === 'string' ? shown === 'all' : isVisible(shown, open(shown.resourceType));
  }

  /** The body of a resource as it is shown; undefined where it is not. */
  shownBody(typeId: string, place: ReferencePlace, body: Buffer): Buffer | undefined {
    if (!this.shows(typeId, place, ({ view }) => view(Document.open(body)))) return undefined;
    const shown = this.#shownOf(typeId, place);
    const publishedOnly = typeof shown !== 'string' && shown.publishedOnly;
    return shownBody({ ...this.#ownScope(typeId, shown), publishedOnly }, body);
  }

  /** The members of a resource that is shown; of one with staged data, those that were read are given. */
  shownMembers<M extends object>(typeId: string, place: ReferencePlace, members: M): M {
    return shownMembers(this.#ownScope(typeId, this.#shownOf(typeId, place)), members);
  }

  /**
   * At `/me`, and for a token that reads the type at `/me` alone. GraphQL shows references by the token's scopes
   * everywhere: below `me` too, a token that may read the type in the project sees its resources whole.
   */
  #ownScope(typeId: string, shown: ShownResources): { readonly resourceType: ResourceType; readonly own: boolean } {
    const resourceType = required(this.engine.resourceTypes.get(typeId), `the resource type ${typeId}`);
    const isOwn = this.reader.own === true && resourceType.definition.own?.hasOwnType !== true;
    return { resourceType, own: isOwn || (typeof shown !== 'string' && shown.own === true) };
  }

  #shownOf(typeId: string, place: ReferencePlace): ShownResources {
    const shownByType = this.#shown[place];
    const known = shownByType.get(typeId);
    if (known !== undefined) return known;
    const shown = shownResources(this.engine.resourceTypes.get(typeId), this.reader, place);
    shownByType.set(typeId, shown);
    return shown;
  }
}
