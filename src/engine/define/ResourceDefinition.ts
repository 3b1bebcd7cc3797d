import type { TObject } from '@sinclair/typebox';
import type { WorkerVerb } from '../../verbs/RouteVerb.js';
import type { Claim, Compression } from '../../store/ChangeSet.js';
import type { ActionTable } from './Action.js';
import type { Base } from './Base.js';
import type { BeforeCommit, BeforeCommitResult } from './BeforeCommit.js';
import type { MessageDraft } from './Change.js';
import type { Context } from './Context.js';
import type { DerivedField } from './DerivedField.js';
import type { DeclaredNames } from './FieldShape.js';
import type { Creation } from './Creation.js';
import type { ProjectSettings } from './ProjectSettings.js';
import type { PublishedView } from './PublishedView.js';
import type { ResourceAccess } from './ResourceAccess.js';

/**
 * The `/me` endpoints, where customers and anonymous sessions find their own resources by the indexed `customerId` and
 * `anonymousId`.
 */
export interface OwnEndpoints<R> {
  readonly scopes: readonly string[];
  /**
   * `customer`: the resource belongs to a customer by its reference `customer`, whose id is indexed; anonymous sessions
   * own none. `id`: the resource is the customer, `/me` is its address, and there is no collection.
   */
  readonly by?: 'customer' | 'id';
  /** Resources with this value are about customers, but customers must not see them. */
  readonly hides?: { readonly field: keyof R & string; readonly value: string };
  /** POST on `/me/{path}`. */
  readonly draft?: Creation<R>;
  /** Other ways to create a resource, as `creations` outside `/me`. */
  readonly creations?: Readonly<Record<string, Creation<R>>>;
  /** Update actions that are allowed; absent: the endpoints only read. */
  readonly actions?: ActionTable<R>;
  readonly remove?: boolean;
}

/**
 * How long resources are kept; src/jobs/retention deletes expired ones. Days are either one number per project, read
 * from its settings on the day, or a number per resource: then its expiry stands in a list of its own, since age does
 * not tell it.
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
      /** Undefined: the resource is kept. */
      readonly ownDays: (resource: R) => number | undefined;
    }
);

/** An endpoint that answers with an owner's last modified resource among those with one value of an indexed field. */
export interface LatestLookup<R> {
  readonly where: { readonly field: keyof R & string; readonly value: string };
  /** `/customer-id={customerId}` behind the collection, by an indexed field. */
  readonly segment: string;
  readonly field: keyof R & string;
  /** `active-cart`: the path behind `/me`, for the client's own resource. */
  readonly ownPath: string;
}

/** A path of a resource type that is neither collection nor resource, such as `customers/password`, and its verb. */
export interface Endpoint {
  readonly method: 'GET' | 'HEAD' | 'POST';
  /** Behind the project key, and behind the store's where the resource type has a store. */
  readonly path: string;
  readonly verb: WorkerVerb;
  readonly scopes: readonly string[];
  /** On the store's path, where they differ: not every scope can be bound to a store. */
  readonly storeScopes?: readonly string[];
  /** Whether the path exists in the project only, though the resource type has a store. */
  readonly notInStores?: boolean;
  /** Whether the path exists in stores too, though the resource type has none. */
  readonly inStores?: boolean;
  /** The path parameter that the verb looks a resource up by. */
  readonly field?: string;
  readonly own?: boolean;
}

/** Everything that a resource type declares. The engine works from these declarations and names no resource type. */
export interface ResourceDefinition<R extends Base = Base> {
  /** `order`: the `typeId` of references to it. */
  readonly typeId: string;
  /** `orders`: the path segment behind the project key; empty for the project itself. */
  readonly path: string;
  /** Scope names without the project; any one of a list suffices, and `manage_project` always does. */
  readonly scopes: { readonly read: readonly string[]; readonly write: readonly string[] };
  /** Shape of the stored resource without the members of Base; their order is the order on the wire. */
  readonly resource: TObject;
  /**
   * Members that most updates change. They come first on the wire, with space for longer values behind them, so that an
   * update that changes no other member writes only these bytes (docs/decisions/storage.md).
   */
  readonly oftenChanged?: readonly (keyof R & string)[];
  /** POST on the collection. Absent: clients cannot create it directly. */
  readonly draft?: Creation<R>;
  /** Other ways to create a resource, by the path segment behind the collection: `import`. */
  readonly creations?: Readonly<Record<string, Creation<R>>>;
  readonly actions?: ActionTable<R>;
  /** The address besides the id: `key` by `/key={key}`, `orderNumber` by `/order-number={orderNumber}`. */
  readonly addressedBy?: { readonly segment: string; readonly field: keyof R & string };
  /** Top-level fields whose value no two resources of a project share. */
  readonly unique?: readonly (keyof R & string)[];
  /**
   * Dotted paths with a secondary index: equality and `in` on them need no scan. All elements of a list on the path are
   * indexed. `id`, `createdAt`, `lastModifiedAt` and unique fields need no mention.
   */
  readonly indexes?: readonly string[];
  /**
   * Dotted paths like those of `indexes`, whose values are mostly distinct: ids are listed by a hash of the value, since
   * a key for each value takes four times as much memory. Queries check the resources that they find.
   */
  readonly hashedIndexes?: readonly string[];
  /** Fields that only queries can name; an index may have one as its path. */
  readonly derivedFields?: Readonly<Record<string, DerivedField<R>>>;
  /** Absent: tokens with a scope that reads see whole resources. */
  readonly published?: PublishedView<R>;
  /**
   * The indexed field with a KeyReference to a store, or a list of them: the resource type gets
   * `/in-store/key={storeKey}` endpoints.
   */
  readonly storeField?: keyof R & string;
  readonly own?: OwnEndpoints<R>;
  readonly latest?: LatestLookup<R>;
  /** Members that a message about the resource repeats under `resourceUserProvidedIdentifiers`. */
  readonly identifiers?: readonly (keyof R & string)[];
  /** The names that a resource declares for members of other resources, such as the custom fields of a Type. */
  readonly declaredNames?: (resource: R) => DeclaredNames;
  /** Whether resources count the messages about them in `lastMessageSequenceNumber`. */
  readonly sendsMessages?: boolean;
  /** Adds members and companion writes that depend on other resources to creations and updates. */
  readonly beforeCommit?: BeforeCommit<R>;
  /** Unique values that are computed. */
  readonly claims?: (resource: R) => readonly Claim[];
  /** Whether the resource holds the targets of its exclusive references; by default always. */
  readonly holds?: (resource: R) => boolean;
  /** Refuses a deletion by throwing; otherwise gives the messages about it. */
  readonly removalMessages?: (resource: R, context: Context) => readonly MessageDraft[];
  /** Everything that is deleted or revoked in the commit of a deletion. */
  readonly companionRemovals?: (
    access: ResourceAccess,
    projectKey: string,
    resource: R,
  ) => Promise<Pick<BeforeCommitResult<R>, 'removals' | 'revokedTokenSubjects'>>;
  /** Whether its hidden values are hashes, which are stored without encryption. */
  readonly hidesHashes?: boolean;
  /** Paths with verbs of the resource type's own. */
  readonly endpoints?: readonly Endpoint[];
  /** Verbs that replace the engine's. */
  readonly verbs?: { readonly create?: WorkerVerb; readonly update?: WorkerVerb; readonly remove?: WorkerVerb };
  /** Whether deletions take no version, because only the service itself changes the resource. */
  readonly versionless?: boolean;
  /** Whether only merchants may see it: references to it are not expanded at `/me`. */
  readonly merchantOnly?: boolean;
  /** Whether it has no endpoints and is only referred to. */
  readonly isUnpublished?: boolean;
  /** Whether it is the one resource that is addressed by the project's key alone. */
  readonly isProject?: boolean;
  /** Whether a deletion takes `dataErasure` (GEN069); `httpOnly`: GraphQL has no argument for it. */
  readonly erasable?: true | 'httpOnly';
  /** Whether commits mark the resources that they write for the indexer of search. */
  readonly searched?: boolean;
  /** Other types whose search finds resources by members of this one. */
  readonly searchedIn?: readonly string[];
  /** Absent: resources are kept until a client deletes them. */
  readonly retention?: Retention<R>;
  /** Whether resources never change after their creation: they have no index by `lastModifiedAt`. */
  readonly immutable?: boolean;
  /**
   * Whether ids are in the order of creation (store/timeOrderedId.ts), so that one list serves both. Only for types that
   * the service itself creates.
   */
  readonly timeOrderedIds?: boolean;
  /**
   * When bodies are stored compressed (store/compressedBody.ts); absent: never. `always` is for immutable types only,
   * whose version alone stays readable for scripts.
   */
  readonly compressed?: Compression;
}
