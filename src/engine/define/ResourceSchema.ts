import type { FindReferences } from '../schema/compilePaths.js';
import type { Compression } from '../../store/ChangeSet.js';
import type { ViewOf } from '../document/defineView.js';
import type { Base } from './Base.js';
import type { DeclaredNames, DerivedField, FieldShape } from './FieldShape.js';

/** Longer values are not indexed, and the query planner relies on this bound. Unique values are kept whole. */
export const indexedValueLengthMax = 512;

export interface IndexedPath {
  readonly path: string;
  readonly steps: readonly string[];
  /** The JSON type that values at the path are declared with. */
  readonly holds: 'string' | 'number' | 'boolean';
  /**
   * True if ids are listed by a hash of the value (compileIndexes.ts) instead of by the value: a list may contain
   * resources with other values.
   */
  readonly hashed: boolean;
  /** The derived field that stands at the path. */
  readonly derived?: DerivedField;
}

/**
 * The published part of resources that hold staged data too: tokens whose scopes open only published data read this
 * part.
 */
export interface PublishedView<R> {
  readonly scopes: readonly string[];
  /** The top-level member with staged data in it. */
  readonly member: keyof R & string;
  /** The flag in that member; resources without it do not exist for these tokens. */
  readonly flag: string;
  /** The path of the published data, such as `masterData.current`, and that of the staged data. */
  readonly current: string;
  readonly staged: string;
  /** Tells whether the published data has a unique value by which drafts name the resource, such as a SKU. */
  readonly hasName: (resource: R, field: string, value: string) => boolean;
  /**
   * The member as these tokens read, query and sort it. Its texts stand in the stored member, since queries search the
   * stored bytes for them.
   */
  readonly show: (resource: R) => Partial<R>;
}

/**
 * Everything that follows from the declared shape of a resource type: enough to read, query and index its resources.
 */
export interface ResourceSchema {
  readonly typeId: string;
  /** All members in wire order. */
  readonly members: readonly string[];
  /** The number of members at the beginning of a body that updates can write alone; 0 where they write all. */
  readonly headMemberCount: number;
  readonly view: ViewOf<Base>;
  /** The fields that queries can name, outside of `/me` or there (`own`); compiled at the first use. */
  readonly fieldShape: (own?: boolean) => FieldShape;
  /** The names that a resource declares for members of others. */
  readonly declaredNames?: (resource: Base) => DeclaredNames;
  /** Finds where stored resources refer to others, in each top-level member. */
  readonly references: ReadonlyMap<string, FindReferences>;
  /** The entries of `references` whose target no other resource may refer to. */
  readonly exclusive: ReadonlyMap<string, FindReferences>;
  readonly unique: readonly string[];
  readonly indexes: readonly IndexedPath[];
  /** The same indexes by their dotted paths. */
  readonly indexByPath: ReadonlyMap<string, IndexedPath>;
  /** Fields that only queries can name. */
  readonly derivedFields: ReadonlyMap<string, DerivedField>;
  /** The view for tokens that may read only published data; absent where they see whole resources. */
  readonly published?: PublishedView<Base>;
  /** The computed unique value of a resource that has a text at a path (Claims.valueAt). */
  readonly claimAt?: (path: string, text: string) => { readonly path: string; readonly value: string } | undefined;
  /** The members that are not shown at `/me`; absent where all are. */
  readonly merchantMembers?: readonly string[];
  /** True if resources have custom fields, which projects may have indexed. */
  readonly hasCustomFields: boolean;
  /**
   * Paths with ids of exclusive targets, with the type of the targets: the holder of a target is the only resource that
   * can have its id there. Empty where a resource may refer to targets that it does not hold.
   */
  readonly heldTargets: ReadonlyMap<string, string>;
  /** True if each thread keeps what it reads of the type until one of its resources changes (SharedReads.ts). */
  readonly isShared: boolean;
  /** True if resources never change after their creation: they have no index by `lastModifiedAt`. */
  readonly isImmutable: boolean;
  /** True if the list of ids is also the list by `createdAt`. */
  readonly hasTimeOrderedIds: boolean;
  /** The form of compressed bodies; absent: none is compressed. */
  readonly compression?: Compression;
  /** Resources with this value are about customers, but customers must not see them. */
  readonly hides?: { readonly field: string; readonly value: string };
}
