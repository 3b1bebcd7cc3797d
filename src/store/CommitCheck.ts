import { type ErrorEntry, errorEntry } from '../base/errors/ApiError.js';

/** The reasons why checks fail; the numbers are those of lua/commit/commit.lua. */
export enum CheckStatus {
  NotFound = 1,
  Conflict,
  Duplicate,
  Missing,
  Referenced,
  Exceeded,
  /** The times of the batch are older than the last commit of the project; no check of a commit has this status. */
  Outdated,
}

/** A failed check, as lua/commit/commit.lua returns it; positions start with 1. */
export type FailedCheck = readonly [status: CheckStatus, position: number, detail: string];

/** The time of the project's last commit, where the times of a batch are older. */
export const newerTime = ([first]: readonly FailedCheck[]): number | undefined =>
  first?.[0] === CheckStatus.Outdated ? Number(first[2]) : undefined;

/** The subject of a check: enough to tell the client why it failed. */
export type CommitCheck =
  | {
      readonly kind: 'version';
      readonly typeId: string;
      readonly id: string;
      readonly expectedVersion: number;
      readonly retryIfStale?: boolean;
    }
  | { readonly kind: 'absent'; readonly typeId: string; readonly id: string }
  | {
      readonly kind: 'unique';
      readonly typeId: string;
      readonly field: string;
      readonly value: string;
      readonly refusal?: ErrorEntry;
    }
  | { readonly kind: 'exists'; readonly typeId: string; readonly id?: string; readonly key?: string }
  | { readonly kind: 'exclusive'; readonly typeId: string; readonly id?: string }
  | { readonly kind: 'usageLimit'; readonly refusal?: ErrorEntry }
  | {
      readonly kind: 'unreferenced';
      readonly typeId: string;
      readonly id: string;
      readonly verb: 'delete' | 'change';
    };

/** The members of all kinds of checks, which fill the texts of errors. */
type CheckFields = { readonly kind: CommitCheck['kind'] } & Partial<
  Record<'typeId' | 'id' | 'key' | 'field' | 'value' | 'verb', string> & Record<'expectedVersion', number>
>;

/** Maps a failed check to a row of the error table. */
export const failedCheckError = (status: CheckStatus, check: CommitCheck, detail: string): ErrorEntry => {
  if ('refusal' in check && check.refusal !== undefined) return check.refusal;
  const fields: CheckFields = { ...check };
  switch (status) {
    case CheckStatus.NotFound:
      return errorEntry('ResourceNotFound', {
        message: `The ${fields.typeId} with identifier '${fields.id}' was not found.`,
      });
    case CheckStatus.Conflict:
      return errorEntry('ConcurrentModification', {
        id: fields.id,
        expectedVersion: fields.expectedVersion,
        currentVersion: Number(detail),
      });
    case CheckStatus.Duplicate:
      if (check.kind === 'exclusive')
        return errorEntry('InvalidOperation', {
          message: `The ${check.typeId} with identifier '${check.id}' belongs to another resource.`,
        });
      return errorEntry('DuplicateField', { field: fields.field ?? 'id', duplicateValue: fields.value ?? fields.id });
    case CheckStatus.Missing:
      return errorEntry('ReferencedResourceNotFound', {
        typeId: fields.typeId,
        id: fields.id,
        key: fields.key,
        identifier: fields.key ?? fields.id,
      });
    case CheckStatus.Referenced:
      return errorEntry('ReferenceExists', { typeId: fields.typeId, verb: fields.verb });
    default:
      throw new Error(`commit.lua answered with an unknown status: ${status} for a check of kind ${check.kind}`);
  }
};
