import type { TObject } from '@sinclair/typebox';
import type { ActionTable } from './actions.js';
import type { Base } from './Base.js';
import type { BeforeCommit } from './BeforeCommit.js';
import type { BehindReferences } from './BehindReferences.js';
import type {
  Claims,
  DerivedValues,
  Messaging,
  OtherAddresses,
  OwnEndpoints,
  PendingChange,
  Removal,
  Retention,
  SearchEffects,
  Storage,
  Visibility,
} from './DefinitionGroups.js';
import type { MessageTable } from './Message.js';
import type { DeclaredNames } from './FieldShape.js';
import type { Creation } from './Creation.js';
import type { ResourceAccess } from './ResourceAccess.js';
import type { TypeId } from '../schema/TypeId.js';

/**
 * Everything that a resource type declares. The engine works from these declarations and names no resource type. A
 * member that few types declare stands in the group of its subject (DefinitionGroups.ts).
 */
export interface ResourceDefinition<R extends Base = Base> {
  /** `order`: the `typeId` of references to it. */
  readonly typeId: TypeId;
  /** `orders`: the path segment behind the project key; empty for the project itself. */
  readonly path: string;
  /**
   * `none`: the type has no endpoints and is only referred to. `project`: it is the one resource that is addressed by
   * the project's key alone. Absent: it has a collection and resources at its path.
   */
  readonly routes?: 'none' | 'project';
  /**
   * Scope names without the project; any one of a list suffices, and `manage_project` always does. While the member
   * `lock.field` is there, updates need one of the scopes of `lock`, too.
   */
  readonly scopes: {
    readonly read: readonly string[];
    readonly write: readonly string[];
    readonly lock?: { readonly field: keyof R & string; readonly scopes: readonly string[] };
  };
  /** Shape of the stored resource without the members of Base; their order is the order on the wire. */
  readonly resource: TObject;
  readonly storage?: Storage<R>;
  /** Absent: resources are kept until a client deletes them. */
  readonly retention?: Retention<R>;
  /** POST on the collection. Absent: clients cannot create it directly. */
  readonly draft?: Creation<R>;
  /** Other ways to create a resource, by the path segment behind the collection: `import`. */
  readonly creations?: Readonly<Record<string, Creation<R>>>;
  readonly actions?: ActionTable<R>;
  /**
   * The address besides the id: `orderNumber` by `/order-number={orderNumber}`. Absent: a type with a unique key has
   * `/key={key}`.
   */
  readonly addressedBy?: { readonly segment: string; readonly field: keyof R & string };
  readonly otherAddresses?: OtherAddresses<R>;
  /** Top-level fields whose value no two resources of a project share. */
  readonly unique?: readonly (keyof R & string)[];
  readonly claims?: Claims<R>;
  /**
   * Dotted paths with a secondary index: equality and `in` on them need no scan. All elements of a list on the path are
   * indexed. `id`, `createdAt`, `lastModifiedAt` and unique fields need no mention.
   */
  readonly indexes?: readonly string[];
  readonly derived?: DerivedValues<R>;
  /**
   * Names for the parts of this resource that responses about others show, such as the stock of a SKU. Each of its
   * commits stamps them, so that a response that was made before is not sent again (ResponseSources.ts).
   */
  readonly stamps?: (resource: R) => readonly string[];
  /**
   * True if many requests read resources of the type and few change them: threads keep what they read until one changes
   * (SharedReads.ts). Or the text of the part that threads keep: other changes leave it valid.
   */
  readonly shared?: true | ((resource: R) => string | undefined);
  readonly visibility?: Visibility<R>;
  /** The part that references show to tokens that could not read it by itself. Absent: none (scopes-and-stores.md). */
  readonly behindReferences?: BehindReferences;
  /**
   * The field with a KeyReference to a store, or a list of them: the resource type gets `/in-store/key={storeKey}`
   * endpoints. It is indexed, unless a project has few resources of the type.
   */
  readonly storeField?: keyof R & string;
  readonly own?: OwnEndpoints<R>;
  /** The messages that actions, drafts and deletions of the resource type send, with the members of their payloads. */
  readonly messages?: MessageTable;
  readonly messaging?: Messaging<R>;
  /** The names that a resource declares for members of other resources, such as the custom fields of a Type. */
  readonly declaredNames?: (resource: R) => DeclaredNames;
  /**
   * The change of a resource that definitions ask for and that a job has yet to store: an update applies its actions on
   * it. Undefined where there is none.
   */
  readonly pendingChange?: (
    access: ResourceAccess,
    projectKey: string,
    resource: R,
  ) => Promise<PendingChange | undefined>;
  /** Adds members and companion writes that depend on other resources to creations and updates. */
  readonly beforeCommit?: BeforeCommit<R>;
  readonly removal?: Removal<R>;
  readonly search?: SearchEffects<R>;
}

/** Tells whether resources count their messages in `lastMessageSequenceNumber`: immutable ones have at most one. */
export const countsMessages = (definition: Pick<ResourceDefinition, 'messages' | 'storage'> | undefined): boolean =>
  definition?.messages !== undefined && definition.storage?.immutable !== true;
