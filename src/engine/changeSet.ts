/** What one commit does, in the engine's words; the store turns it into keys and runs it (lua/commit.lua). */
import type { ErrorEntry } from '../errors/ApiError.js';

/** A value of a unique field or of an indexed path. */
export interface FieldValue {
  readonly path: string;
  readonly value: string;
}

/** A unique value that is computed, such as the SKUs of a product; who comes second is told DuplicateField, or `refusal`. */
export interface Claim extends FieldValue {
  readonly refusal?: ErrorEntry;
}

export interface ResourceWrite {
  readonly typeId: string;
  readonly id: string;
  /** The version that must be stored now; absent: the resource must not exist yet. */
  readonly expectedVersion?: number;
  /** The time of that version, where the resource was not read just now: a failover may have lost it, and another one bears its number. */
  readonly expectedModifiedAt?: string;
  /** The version is not one that the client spoke of: where it moved on, the commit fails with Moved, to be composed anew. */
  readonly mayMove?: boolean;
  /** The new body; absent: the resource is deleted. */
  readonly body?: Buffer;
  /** What is kept beside the body, sealed; null removes it. Absent: as it was. */
  readonly hidden?: Buffer | null;
  /** Milliseconds since the epoch: the order within secondary indexes. */
  readonly createdAtMs: number;
  /** Absent for resources that never change. */
  readonly lastModifiedAtMs?: number;
  /** When it is over, for resource types whose resources bear an end of their own; null: never. */
  readonly endsAtMs?: number | null;
  readonly unique: { readonly added: readonly Claim[]; readonly removed: readonly Claim[] };
  readonly indexes: { readonly added: readonly FieldValue[]; readonly removed: readonly FieldValue[] };
  /** Resources that it alone refers to (`Reference(…, { exclusive: true })`). */
  readonly exclusive?: { readonly added: readonly Target[]; readonly removed: readonly Target[] };
  /** Refused with ReferenceExists while another resource refers to it. */
  readonly unreferenced?: boolean;
  /** Search is to look at it, where the project has a search of its type. */
  readonly marked?: boolean;
}

/** `state/<id>` or `store/key=<key>`: what a reference points to, as one text. */
export type Target = string;

/** One use of something that may be used `max` times: counted for good, whatever becomes of the resource that it was used for. */
export interface Count {
  readonly name: string;
  readonly max?: number;
  readonly refusal: ErrorEntry;
}

/** A resource that the commit reads from moved on in the meantime; nothing was written, and nobody asked for its version. */
export class Moved extends Error {
  override readonly name = 'Moved';
}

/** A resource that the commit goes by without changing it: it must still have the version it was read in. */
export type Read = Pick<ResourceWrite, 'typeId' | 'id' | 'mayMove' | 'expectedModifiedAt'> & {
  readonly expectedVersion: number;
};

export interface ChangeSet {
  /** Sent again with the same id, a commit that was run already is not run twice. */
  readonly commitId: string;
  readonly projectKey: string;
  readonly writes: readonly ResourceWrite[];
  /** By how much the number of resources that refer to a target changes; a target that gains must exist. */
  readonly references: ReadonlyMap<Target, number>;
  readonly counts?: readonly Count[];
  readonly reads?: readonly Read[];
  /** Whose tokens end with the commit, those that they have by then: `customer:<id>`. */
  readonly ended?: readonly string[];
}

/** Several change sets as one commit: the first one's, with the writes of the others behind its own. */
export const mergeChangeSets = (first: ChangeSet, others: readonly ChangeSet[]): ChangeSet => {
  const references = new Map(first.references);
  for (const other of others)
    for (const [target, delta] of other.references) references.set(target, (references.get(target) ?? 0) + delta);
  const all = [first, ...others];
  return {
    ...first,
    writes: all.flatMap(({ writes }) => writes),
    references,
    counts: all.flatMap(({ counts = [] }) => counts),
    reads: all.flatMap(({ reads = [] }) => reads),
    ended: all.flatMap(({ ended = [] }) => ended),
  };
};

export const targetById = (typeId: string, id: string): Target => `${typeId}/${id}`;
export const targetByKey = (typeId: string, key: string): Target => `${typeId}/key=${key}`;

/** The parts of a target. */
export const readTarget = (target: Target): { typeId: string; id?: string; key?: string } => {
  const slash = target.indexOf('/');
  const typeId = target.slice(0, slash);
  const rest = target.slice(slash + 1);
  return rest.startsWith('key=') ? { typeId, key: rest.slice(4) } : { typeId, id: rest };
};
