/** The groups of a definition: each has the members about one subject, most of which few resource types declare. */
import type { Claim, Total } from '../../store/ChangeSet.js';
import type { ActionTable } from './actions.js';
import type { StoredDefinition } from './Base.js';
import type { BeforeCommitResult } from './BeforeCommit.js';
import type { Context } from './Context.js';
import type { Creation } from './Creation.js';
import type { DerivedField } from './FieldShape.js';
import type { MessageOf, MessageTable } from './Message.js';
import type { ProjectSettings } from './ProjectSettings.js';
import type { ResourceAccess } from './ResourceAccess.js';
import type { PublishedView } from './ResourceSchema.js';
import type { ResponseSources } from './ResponseSources.js';
import type { Identifier, TypedIdentifier } from '../schema/reference.js';
import type { TypeId } from '../schema/TypeId.js';

/** The form in which resources are stored. */
export interface Storage<R> {
  /**
   * Members that most updates change. They come first on the wire, with space for longer values behind them, so that an
   * update that changes no other member writes only these bytes (docs/decisions/storage.md).
   */
  readonly oftenChanged?: readonly (keyof R & string)[];
  /**
   * True if bodies of 1 to 48 KiB are stored compressed (store/compressedBody.ts); `shortHead` where the often changed
   * members end within 512 bytes.
   */
  readonly compressed?: true | 'shortHead';
  /**
   * Dotted paths like those of `indexes`, whose values are mostly distinct: ids are listed by a hash of the value,
   * since a key for each value takes four times as much memory. Queries check the resources that they find.
   */
  readonly hashedIndexes?: readonly string[];
  /** True if resources never change after their creation: they have no index by `lastModifiedAt`. */
  readonly immutable?: boolean;
  /**
   * True if ids are in the order of creation (store/timeOrderedId.ts), so that one list serves both. Only for types
   * that the service itself creates.
   */
  readonly timeOrderedIds?: boolean;
  /** True if hidden values are stored without encryption: they are hashes, or no secrets. */
  readonly unsealedHidden?: true;
}

/**
 * Bounds the time that resources are kept; src/jobs/retention deletes expired ones. Days are either one number per
 * project, read from its settings on the day, or a number per resource: then its expiry stands in a list of its own,
 * since age does not tell it.
 */
export type Retention<R> = {
  /** The time that days are counted from. */
  readonly field: 'createdAt' | 'lastModifiedAt';
  /** The number of resources that a project keeps; beyond it the least recently modified are deleted (GEN071). */
  readonly countMax?: number;
} & (
  | {
      readonly days: (settings: ProjectSettings) => number;
    }
  | {
      /** Returns the days of a resource; undefined where it is kept. */
      readonly ownDays: (resource: R) => number | undefined;
      /** The days of most resources, which are in no list by expiry: the list by `field` has the same order. */
      readonly usualDays?: number;
      /** The value of an indexed field with which resources are kept, where there are usual days. */
      readonly kept?: { readonly field: keyof R & string; readonly value: string };
    }
);

/** What no two resources of a project share, besides the values of `unique`. */
export interface Claims<R> {
  /** Unique values that are computed. */
  readonly values?: (resource: R) => readonly Claim[];
  /** The members that `values` reads: an update of others leaves its values as they are. Absent: it may read all. */
  readonly members?: readonly (keyof R & string)[];
  /**
   * Returns the computed unique value of the resource that has a text at a path, if there is one: a query for that text
   * finds the resource by it.
   */
  readonly valueAt?: (path: string, text: string) => Pick<Claim, 'path' | 'value'> | undefined;
  /** The type that shares its unique values with these: no value belongs to resources of both types. */
  readonly among?: TypeId;
  /** Tells whether the resource holds the targets of its exclusive references; by default it always does. */
  readonly holdsTargets?: (resource: R) => boolean;
}

/** Members that are not stored: responses get them from other resources, such as the stock of a product's variants. */
export interface ResponseMembers<R> {
  /** Query parameters that decide about them, with their descriptions. */
  readonly parameters: Readonly<Record<string, string>>;
  /** The type without whose resources no response has them, where no parameter decides about them. */
  readonly dependsOn?: TypeId;
  /** Tells whether the response to a request may have them; the stored bytes are sent otherwise. */
  areNeeded(access: ResourceAccess, projectKey: string, query: URLSearchParams): Promise<boolean>;
  /** True if `add` tells its sources all that it reads, so that responses can be kept. */
  readonly tellsSources?: true;
  /** True if expanded references show them too. */
  readonly inReferences?: true;
  /** Adds the members. Tells `sources` what it reads of other resources, where the response may be kept. */
  add(
    access: ResourceAccess,
    projectKey: string,
    query: URLSearchParams,
    resources: readonly R[],
    sources?: ResponseSources,
  ): Promise<void>;
}

/** Values that follow from stored members. */
export interface DerivedValues<R> {
  /** Fields that only queries can name; an index may have one as its path. */
  readonly fields?: Readonly<Record<string, DerivedField<R>>>;
  readonly responseMembers?: ResponseMembers<R>;
  /**
   * Sums over the resources of a project that commits keep, such as orders and revenue (docs/decisions/figures.md).
   * `of` returns what a resource adds, `from` names the members that decide about it.
   */
  readonly totals?: {
    readonly names: readonly string[];
    readonly from: readonly (keyof R & string)[];
    readonly of: (resource: R) => readonly Total[];
  };
}

/** Who sees resources, beyond the scopes that read the type. */
export interface Visibility<R> {
  /** Absent: tokens with a scope that reads see whole resources. */
  readonly published?: PublishedView<R>;
  /** Tells whether a store shows a published resource, under `unique` if that names it. Absent: each store does. */
  readonly isInStore?: (
    access: ResourceAccess,
    place: { readonly projectKey: string; readonly storeKey: string },
    resource: R,
    unique?: Identifier['unique'],
  ) => Promise<boolean>;
  /**
   * True if a resource without a store belongs to all stores: references in stores lead to all resources, as a scope of
   * the project reads them.
   */
  readonly sharedByStores?: true;
  /**
   * `true`: only merchants may see it, so that references to it are not expanded at `/me`. Or the optional top-level
   * members that are not shown there (define/merchantMembers.ts): no response has them, whether read, written or
   * expanded, no query can name them, no draft and no action at `/me` takes them.
   */
  readonly merchantOnly?: true | readonly (keyof R & string)[];
  /**
   * Attributes of products show it to every token that reads them, even without a scope for it, except tokens with a
   * scope of `exceptTo`: those could write the reference themselves, and so read any resource of the type.
   */
  readonly openBehindAttributes?: { readonly exceptTo: readonly string[] };
}

/** Facts about messages, beside the table of those that are sent. */
export interface Messaging<R> {
  /** Members besides that of `addressedBy` that a message repeats under `resourceUserProvidedIdentifiers`. */
  readonly identifiers?: readonly (keyof R & string)[];
  /** Messages of the hosted service that nothing here sends: clients may name their types and members. */
  readonly unsent?: MessageTable;
  /** The members of resources besides `resource`, by their `type`: the payloads of messages. */
  readonly payloads?: MessageTable;
}

/** A change that follows from definitions, and the definitions as they were read. */
export interface PendingChange {
  readonly set: Readonly<Record<string, unknown>>;
  readonly definitions: readonly StoredDefinition[];
}

/** The deletion of resources. */
export interface Removal<R> {
  /** Resources that `messages` reads. */
  readonly needs?: (resource: R) => readonly TypedIdentifier[];
  /** Refuses a deletion by throwing; otherwise gives the messages about it. */
  readonly messages?: (resource: R, context: Context) => readonly MessageOf<R>[];
  /** Everything that is changed, deleted or revoked in the commit of a deletion. */
  readonly companions?: (
    access: ResourceAccess,
    projectKey: string,
    resource: R,
  ) => Promise<Pick<BeforeCommitResult<R>, 'updates' | 'removals' | 'revokedTokenSubjects'>>;
  /**
   * Set if a deletion takes `dataErasure` (GEN069). `httpOnly`: GraphQL has no argument for it. `whileReferenced`: an
   * erasure is not refused because other resources refer to it; they keep the id of the deleted resource.
   */
  readonly erasable?: true | 'httpOnly' | 'whileReferenced';
  /**
   * True if deletions take no version, because only the service itself changes the resource; `optional` if they may
   * leave it out, and then delete any version.
   */
  readonly versionless?: true | 'optional';
}

/** The searches that find resources by what a commit changes. */
export interface SearchEffects<R> {
  /** True if the type itself is searched: commits mark the resources that they write for the indexer. */
  readonly indexed?: true;
  /** Other types whose search finds resources by members of this one: changes mark those that show its `stamps`. */
  readonly dependents?: readonly string[];
  /** The members that searches of dependents find resources by: a change of others marks nothing. Absent: all. */
  readonly members?: readonly (keyof R & string)[];
  /** Tells whether a change of these members affects searches of dependents; by default each does. */
  readonly isAffected?: (before: R, after: R) => boolean;
}

/**
 * The `/me` endpoints, where customers and anonymous sessions find their own resources by the indexed `customerId` and
 * `anonymousId`.
 */
export interface OwnEndpoints<R> {
  readonly scopes: readonly string[];
  /**
   * `customer`: the resource belongs to a customer by its reference `customer`, whose id is indexed; anonymous sessions
   * own those with their `anonymousId`, and none of a type without this member. `id`: the resource is the customer,
   * `/me` is its address, and there is no collection.
   */
  readonly by?: 'customer' | 'id';
  /**
   * True if the resources have a type of their own at `/me`, such as MyPayment: it may lack required members.
   * References to them show the whole type, and so need a scope that reads it.
   */
  readonly hasOwnType?: true;
  /** Resources with this value are about customers, but customers must not see them. */
  readonly hides?: { readonly field: keyof R & string; readonly value: string };
  /** The draft of a POST on `/me/{path}`. */
  readonly draft?: Creation<R>;
  /** Other ways to create a resource, as `creations` outside `/me`. */
  readonly creations?: Readonly<Record<string, Creation<R>>>;
  /** Update actions that are allowed; absent: the endpoints only read. */
  readonly actions?: ActionTable<R>;
  readonly remove?: boolean;
  /** Returns the reason why customers can no longer change or delete a resource; undefined while they can. */
  readonly unchangeable?: (resource: R) => string | undefined;
}

/** An endpoint that answers with an owner's last modified resource among those with one value of an indexed field. */
export interface LatestLookup<R> {
  readonly where: { readonly field: keyof R & string; readonly value: string };
  /** The path `/customer-id={customerId}` behind the collection, by an indexed field. */
  readonly segment: string;
  readonly field: keyof R & string;
  /** `active-cart`: the path behind `/me`, for the client's own resource. */
  readonly ownPath: string;
}

/** Names of resources in paths and in GraphQL that no member has, such as the product of the tailoring in a store. */
export interface AddressLookup {
  readonly fields: readonly string[];
  /** The id of the resource that a value of one of the fields names; null where there is none. */
  find(
    access: Pick<ResourceAccess, 'store'>,
    place: { readonly projectKey: string; readonly storeKey?: string },
    field: string,
    value: string,
  ): Promise<string | null>;
}

/** Addresses of resources besides the id and that of `addressedBy`. */
export interface OtherAddresses<R> {
  /**
   * Two members that are the address together: `/{container}/{key}` behind the collection is a resource, `/{container}`
   * queries those with one value of the first. Such resources have no path by id and no update actions: a POST on the
   * collection replaces the one that has the address (addressPair.ts).
   */
  readonly pair?: readonly [group: keyof R & string, member: keyof R & string];
  readonly lookup?: AddressLookup;
  readonly latest?: LatestLookup<R>;
}
