import { Type } from '@sinclair/typebox';
import type { ErrorEntry } from '../errors/ApiError.js';
import { OneOf, Optional, Shape } from './primitives.js';

const idLengthMax = 256;
/** No `=` and no `/`: what a reference points to is written `type/id`, or `type/key=key`. */
export const idPattern = '^[A-Za-z0-9_.-]+$';
const Id = Type.String({ minLength: 1, maxLength: idLengthMax, pattern: idPattern });

interface ReferenceOptions {
  /** Whether no other resource may refer to it from such a place: the commit refuses the second. */
  readonly exclusive?: boolean;
}

interface IdentifierOptions {
  /** Whether the engine loads the resource, so that the action can read it with `context.load`. */
  readonly load?: boolean;
}

/** What a stored resource holds (GEN037): `typeId` and `id`. The engine counts these, so that ReferenceExists is known. */
export const Reference = <T extends string>(typeId: T, { exclusive = false }: ReferenceOptions = {}) =>
  Shape({ typeId: Type.Literal(typeId), id: Id }, { reference: { typeId, by: 'id', exclusive } });

/** A reference by key (GEN037), as orders refer to their store. */
export const KeyReference = <T extends string>(typeId: T) =>
  Shape({ typeId: Type.Literal(typeId), key: Id }, { reference: { typeId, by: 'key' } });

/** Names a resource without keeping it: what was sold stays sold when the discount that applied is deleted. */
export const LooseReference = <T extends string>(...typeIds: readonly [T, ...T[]]) =>
  Shape({ typeId: OneOf(typeIds), id: Id });

/** What a client sends (GEN039): `id` or `key`; `typeId` may be left out where the field allows only one type. */
export const ResourceIdentifier = <T extends string>(typeId: T, { load = false }: IdentifierOptions = {}) =>
  Shape(
    { typeId: Optional(Type.Literal(typeId)), id: Optional(Id), key: Optional(Id) },
    { identifier: { typeId, load } },
  );

/** The decoded form of what a client sends, whatever the type. */
export interface Identifier {
  readonly typeId?: string;
  readonly id?: string;
  readonly key?: string;
  /** Another value that no two resources of the type share, such as a SKU of a product. */
  readonly unique?: { readonly field: string; readonly value: string };
}
/** An identifier that says its type. */
export interface TypedIdentifier extends Identifier {
  readonly typeId: string;
  /** What is told where it leads nowhere, in place of ReferencedResourceNotFound. */
  readonly refusal?: ErrorEntry;
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
