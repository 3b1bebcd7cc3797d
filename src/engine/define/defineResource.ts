/** What a resource type declares. The rest of the engine works from these declarations and names no resource type. */
import type { Static, TObject, TSchema } from '@sinclair/typebox';
import type { ActionTable, MessageDraft } from './actions.js';
import type { TypedIdentifier } from '../../schema/reference.js';
import type { Context, ProjectSettings } from './Context.js';
import type { Claim } from '../../store/ChangeSet.js';
import type { Engine } from '../Engine.js';
import type { BeforeCommit, BeforeCommitResult } from '../commit/beforeCommit.js';

/** What every stored resource holds (GEN029 to GEN036). */
export interface Base {
  readonly id: string;
  readonly version: number;
  readonly createdAt: string;
  readonly lastModifiedAt: string;
  readonly createdBy?: unknown;
  readonly lastModifiedBy?: unknown;
  readonly lastMessageSequenceNumber?: number;
}

/** The resource type's own members of a resource: all but what the engine sets. */
export type Members<R> = Omit<R, keyof Base>;

/** What a creation yields. */
export interface Created<R> {
  readonly members: Members<R>;
  /** A new UUID by default. */
  readonly id?: string;
  readonly messages?: (resource: R) => readonly MessageDraft[];
  /** As in a Change: secrets of other services. */
  readonly hidden?: Readonly<Record<string, unknown>>;
}

/** One way in which a resource comes to be: from a draft to its members, pure. */
export interface Creation<R> {
  readonly schema: TSchema;
  readonly create: (draft: never, context: Context) => Created<R>;
  /** Resources that it refers to without identifiers in the draft naming them; those that a function tells are loaded. */
  readonly needs?: readonly TypedIdentifier[] | ((draft: never) => readonly TypedIdentifier[]);
  /** In place of the resource type's, for what comes to be in this way. */
  readonly beforeCommit?: BeforeCommit<R>;
  /** The same. */
  readonly scopes?: readonly string[];
}

/** What customers and visitors may do with their own at `/me`, going by `customerId` and `anonymousId`, which must be indexed. */
export interface OwnEndpoints<R> {
  readonly scopes: readonly string[];
  /**
   * It goes by a reference `customer` instead, its id being indexed: visitors own nothing of the resource type. Or the customer is the
   * resource himself: then `/me` is it, and there is no collection.
   */
  readonly by?: 'customer' | 'id';
  /** Resources with this value are about customers, and not theirs to see. */
  readonly hides?: { readonly field: keyof R & string; readonly value: string };
  /** POST on `/me/{path}`. */
  readonly draft?: Creation<R>;
  /** Update actions that are theirs; absent: they only read. */
  readonly actions?: ActionTable<R>;
  readonly remove?: boolean;
}

/**
 * How long resources are kept; src/jobs/retention.ts deletes what is over. Days are either the same for all of a project,
 * as its settings say on the day, or each resource's own: its end then stands in a list of its own, since age does not tell it.
 */
export type Retention<R> = {
  /** What days are counted from. */
  readonly field: 'createdAt' | 'lastModifiedAt';
  /** GEN071: a project holds so many; of more the least recently modified go. */
  readonly countMax?: number;
} & (
  | {
      readonly days: (settings: ProjectSettings) => number;
    }
  | {
      /** Undefined: it is kept. */
      readonly ownDays: (resource: R) => number | undefined;
    }
);

/** One of many that belong to somebody: the one last modified of those with a value of an indexed field. */
export interface LatestLookup<R> {
  readonly where: { readonly field: keyof R & string; readonly value: string };
  /** `/customer-id={customerId}` behind the collection, by an indexed field. */
  readonly segment: string;
  readonly field: keyof R & string;
  /** `active-cart`: the path behind `/me`, for that of whoever asks. */
  readonly ownPath: string;
}

/** A path of a resource type that is no collection and no resource, `customers/password`, and the verb of pool/verbs.ts behind it. */
export interface Endpoint {
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** Behind the project key, and behind the store's where the resource type has a store. */
  readonly path: string;
  readonly verb: string;
  readonly scopes: readonly string[];
  /** On the store's path, where they differ: not every scope can be bound to a store. */
  readonly storeScopes?: readonly string[];
  /** Whether it is the project's alone, though the resource type has a store. */
  readonly notInStores?: boolean;
  /** The path parameter that the verb looks a resource up by. */
  readonly field?: string;
  readonly own?: boolean;
}

export interface ResourceDefinition<R extends Base = Base> {
  /** `order`: what a Reference to it says. */
  readonly typeId: string;
  /** `orders`: the path segment behind the project key; empty for the project itself. */
  readonly path: string;
  /** Scope names without the project; any one of a list suffices, and `manage_project` always does. */
  readonly scopes: { readonly read: readonly string[]; readonly write: readonly string[] };
  /** Shape of the stored resource without the members of Base; their order is the order on the wire. */
  readonly resource: TObject;
  /** POST on the collection. Absent: nobody creates it directly. */
  readonly draft?: Creation<R>;
  /** Other ways to create one, by the path segment behind the collection: `import`. */
  readonly creations?: Readonly<Record<string, Creation<R>>>;
  readonly actions?: ActionTable<R>;
  /** How it is addressed besides its id: `key` by `/key={key}`, `orderNumber` by `/order-number={orderNumber}`. */
  readonly addressedBy?: { readonly segment: string; readonly field: keyof R & string };
  /** Top-level fields whose value no two resources of a project share. */
  readonly unique?: readonly (keyof R & string)[];
  /**
   * Dotted paths with a secondary index: equality and `in` on them need no scan. A list on the way counts with all its elements.
   * `id`, `createdAt`, `lastModifiedAt` and unique fields need no mention.
   */
  readonly indexes?: readonly string[];
  /** The field that holds a KeyReference to a store, or a list of them: gives the resource type its `/in-store/key={storeKey}` endpoints. Its `key` must be indexed. */
  readonly storeField?: keyof R & string;
  readonly own?: OwnEndpoints<R>;
  readonly latest?: LatestLookup<R>;
  /** Members that a message about the resource repeats under `resourceUserProvidedIdentifiers`. */
  readonly identifiers?: readonly (keyof R & string)[];
  /** Whether resources count the messages sent about them in `lastMessageSequenceNumber`. */
  readonly sendsMessages?: boolean;
  /** What drafts and actions come to where that takes a look at other resources; right before the commit. */
  readonly beforeCommit?: BeforeCommit<R>;
  /** Unique values that are computed. */
  readonly claims?: (resource: R) => readonly Claim[];
  /** Whether it keeps from others what only one may refer to; by default it does as long as it exists. */
  readonly holds?: (resource: R) => boolean;
  /** Refuses a deletion by throwing, or tells about it. */
  readonly removalMessages?: (resource: R, context: Context) => readonly MessageDraft[];
  /** What goes with it in the commit that deletes it. */
  readonly companionRemovals?: (
    engine: Engine,
    projectKey: string,
    resource: R,
  ) => Promise<Pick<BeforeCommitResult<R>, 'removed' | 'ended'>>;
  /** What is hidden beside it are hashes: kept as they are, without a key. */
  readonly hidesHashes?: boolean;
  /** Paths that lead to verbs of the resource type's own. */
  readonly endpoints?: readonly Endpoint[];
  /** Verbs of pool/verbs.ts in place of the engine's, where more is made or ended than the resource. */
  readonly verbs?: { readonly create?: string; readonly update?: string; readonly remove?: string };
  /** Whether deletions take no version: nothing but the service itself changes the resource. */
  readonly versionless?: boolean;
  /** Whether it is nothing for customers: what refers to it at `/me` is not expanded. */
  readonly merchantOnly?: boolean;
  /** Whether it has no endpoints: others refer to it. */
  readonly isUnpublished?: boolean;
  /** The one resource that is addressed by the project's key alone. */
  readonly isProject?: boolean;
  /** Whether a deletion takes `dataErasure` (GEN069). */
  readonly erasable?: boolean;
  /** Whether commits mark what they change, create and delete for the indexer of search. */
  readonly searched?: boolean;
  /** Absent: resources are kept until somebody deletes them. */
  readonly retention?: Retention<R>;
  /** Resources that never change after their creation keep no index by `lastModifiedAt`. */
  readonly immutable?: boolean;
}

/** Names a resource type: `defineResource<State>({ … })`; the checks of all resource types together are in resources/index.ts. */
export const defineResource = <R extends Base>(definition: ResourceDefinition<R>): ResourceDefinition =>
  definition as unknown as ResourceDefinition;

/** A way to create: `creation(Draft, (draft, context) => …)`, the draft's type inferred from its schema. */
export const creation = <R, S extends TSchema>(
  schema: S,
  create: (draft: Static<S>, context: Context) => Created<R>,
  needs: readonly TypedIdentifier[] | ((draft: Static<S>) => readonly TypedIdentifier[]) = [],
  settle?: BeforeCommit<R>,
): Creation<R> => ({
  schema,
  create: create as Creation<R>['create'],
  needs: needs as Creation<R>['needs'],
  beforeCommit,
});
