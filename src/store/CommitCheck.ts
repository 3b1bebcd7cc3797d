import { type ErrorEntry, errorEntry } from '../errors/ApiError.js';

/** What a failed check of lua/commit.lua says; the numbers are the script's. */
export enum CheckStatus {
  NotFound = 1,
  Conflict,
  Duplicate,
  Missing,
  Referenced,
  Exceeded,
}

/** What the change set wanted to hold when it named a check: enough to tell the client what failed. */
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
  | { readonly kind: 'below'; readonly refusal: ErrorEntry }
  | {
      readonly kind: 'unreferenced';
      readonly typeId: string;
      readonly id: string;
      readonly verb: 'deleted' | 'changed in this way';
    };

/** The one place where a failed check becomes a row of the error table. */
export const failedCheckError = (status: CheckStatus, wanted: CommitCheck, detail: string): ErrorEntry => {
  const key = `${status}:${wanted.kind}` as const;
  const fill = wanted as unknown as Record<string, unknown>;
  if ('refusal' in wanted && wanted.refusal !== undefined) return wanted.refusal;
  switch (status) {
    case CheckStatus.NotFound:
      return errorEntry('ResourceNotFound', {
        message: `The ${String(fill.typeId)} with identifier '${String(fill.id)}' was not found.`,
      });
    case CheckStatus.Conflict:
      return errorEntry('ConcurrentModification', { ...fill, currentVersion: Number(detail) });
    case CheckStatus.Duplicate:
      if (wanted.kind === 'exclusive')
        return errorEntry('InvalidOperation', {
          message: `The ${wanted.typeId} with identifier '${String(wanted.id)}' belongs to another resource.`,
        });
      return errorEntry('DuplicateField', { field: fill.field ?? 'id', duplicateValue: fill.value ?? fill.id });
    case CheckStatus.Missing:
      return errorEntry('ReferencedResourceNotFound', { ...fill, identifier: fill.key ?? fill.id });
    case CheckStatus.Referenced:
      return errorEntry('ReferenceExists', fill);
    default:
      throw new Error(`commit.lua answered with an unknown status: ${key}`);
  }
};
