/** What one commit does, in the engine's words; the store turns it into keys and runs it (lua/commit.lua). */

/** A value of a unique field or of an indexed path. */
export interface FieldValue { readonly path: string; readonly value: string }

export interface ResourceWrite {
  readonly typeId: string;
  readonly id: string;
  /** The version that must be stored now; absent: the resource must not exist yet. */
  readonly expectedVersion?: number;
  /** The new body; absent: the resource is deleted. */
  readonly body?: Buffer;
  /** What is kept beside the body, sealed; null removes it. Absent: as it was. */
  readonly hidden?: Buffer | null;
  /** Milliseconds since the epoch: the order within secondary indexes. */
  readonly createdAtMs: number;
  /** Absent for resources that never change. */
  readonly lastModifiedAtMs?: number;
  readonly unique: { readonly added: readonly FieldValue[]; readonly removed: readonly FieldValue[] };
  readonly indexes: { readonly added: readonly FieldValue[]; readonly removed: readonly FieldValue[] };
  /** Resources that it alone refers to (`Reference(…, { exclusive: true })`). */
  readonly exclusive?: { readonly added: readonly Target[]; readonly removed: readonly Target[] };
  /** Refused with ReferenceExists while another resource refers to it. */
  readonly unreferenced?: boolean;
}

/** `state/<id>` or `store/key=<key>`: what a reference points to, as one text. */
export type Target = string;

export interface ChangeSet {
  /** Sent again with the same id, a commit that was run already is not run twice. */
  readonly commitId: string;
  readonly projectKey: string;
  readonly writes: readonly ResourceWrite[];
  /** By how much the number of resources that refer to a target changes; a target that gains must exist. */
  readonly references: ReadonlyMap<Target, number>;
}

export const targetById = (typeId: string, id: string): Target => `${typeId}/${id}`;
export const targetByKey = (typeId: string, key: string): Target => `${typeId}/key=${key}`;

/** The parts of a target. */
export const readTarget = (target: Target): { typeId: string; id?: string; key?: string } => {
  const slash = target.indexOf('/');
  const typeId = target.slice(0, slash);
  const rest = target.slice(slash + 1);
  return rest.startsWith('key=') ? { typeId, key: rest.slice(4) } : { typeId, id: rest };
};
