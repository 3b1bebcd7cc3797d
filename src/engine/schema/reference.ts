import type { ErrorEntry } from '../../base/errors/ApiError.js';
import { OneOf, Optional, Shape } from './primitives.js';
import { Type } from './Type.js';
import type { TypeId } from './TypeId.js';

const idLengthMax = 256;
/** Ids have no `=` and no `/`: the target of a reference is written `type/id` or `type/key=key`. */
export const idPattern = '^[A-Za-z0-9_.-]+$';
export const Id = Type.String({
  minLength: 1,
  maxLength: idLengthMax,
  pattern: idPattern,
  description: 'an id of letters, digits, underscores, hyphens and dots',
});

interface ReferenceOptions {
  /** True if only one resource may refer to the target in this way: the commit refuses a second one. */
  readonly exclusive?: boolean;
}

interface IdentifierOptions {
  /** True if the engine loads the resource, so that drafts and actions can read it with `context.load`. */
  readonly load?: boolean;
}

/** A stored reference (GEN037): `typeId` and `id`. The engine counts references, for ReferenceExists. */
export const Reference = <T extends TypeId>(typeId: T, { exclusive = false }: ReferenceOptions = {}) =>
  Shape({ typeId: Type.Literal(typeId), id: Id }, { reference: { typeId, by: 'id', exclusive } });

/** A stored reference to a resource of one of some types; it is counted as the others are. */
export const ReferenceToOneOf = <T extends TypeId>(...typeIds: readonly [T, ...T[]]) =>
  Shape({ typeId: OneOf(typeIds), id: Id }, { undeclared: 'value' });

/** A stored reference by key (GEN037), for example of an order to its store. */
export const KeyReference = <T extends TypeId>(typeId: T) =>
  Shape({ typeId: Type.Literal(typeId), key: Id }, { reference: { typeId, by: 'key' } });

/** A reference that is not counted: its target can be deleted, for example the discount of an order. */
export const LooseReference = <T extends TypeId>(...typeIds: readonly [T, ...T[]]) =>
  Shape({ typeId: OneOf(typeIds), id: Id });

/** An identifier in a draft or payload (GEN039): `id` or `key`. `typeId` is optional where only one type is allowed. */
export const ResourceIdentifier = <T extends TypeId>(typeId: T, { load = false }: IdentifierOptions = {}) =>
  Shape(
    { typeId: Optional(Type.Literal(typeId)), id: Optional(Id), key: Optional(Id) },
    { identifier: { typeId, load } },
  );

/** An identifier of any type. */
export interface Identifier {
  readonly typeId?: string;
  readonly id?: string;
  readonly key?: string;
  /** A unique value other than the key, such as a SKU of a product. */
  readonly unique?: { readonly field: string; readonly value: string };
}
export interface TypedIdentifier extends Identifier {
  readonly typeId: string;
  /** The error where no such resource exists, instead of ReferencedResourceNotFound. */
  readonly refusal?: () => ErrorEntry;
  /** A member of the resource with a reference, whose target is loaded too. */
  readonly follow?: string;
}
/** A stored reference by id. */
export interface ReferenceValue<T extends string = string> {
  readonly typeId: T;
  readonly id: string;
}
/** A stored reference by key. */
export interface KeyReferenceValue<T extends string = string> {
  readonly typeId: T;
  readonly key: string;
}
