import { PhaseErrors } from '../../base/errors/PhaseErrors.js';
import type { Identifier, KeyReferenceValue, ReferenceValue } from '../schema/reference.js';
import type { ProjectSettings } from './ProjectSettings.js';
import type { StoredDefinition, StoredResource } from './Base.js';
import type { SharedReads } from '../SharedReads.js';
import type { TypeId } from '../schema/TypeId.js';

/** Everything outside the resource that drafts and actions may read; it was fetched before they run. */
export interface Context {
  readonly project: ProjectSettings;
  /**
   * The time of the request, UTC, ISO 8601 with milliseconds. In `createdAt` and `lastModifiedAt` of resources and
   * messages, the time of the commit takes its place (commit/commitTimes.ts).
   */
  readonly now: string;
  /** True if `lastModifiedAt` stays as it was; `now` is then that time. */
  readonly keepsTime?: boolean;
  /** The API client of an update; absent where the token belongs to none. */
  readonly clientId?: string;
  /**
   * The loaded resources that declare what other resources may hold, such as product types: the commit checks that they
   * are as they were read, or else drafts and actions are read and applied anew.
   */
  readonly definitions?: readonly StoredDefinition[];
  /** The shared resources as they were when the references of the request were read; absent where it read none. */
  readonly shared?: Promise<SharedReads>;
  /** The hidden values of the resource; absent where it has none and where no action reads them. */
  readonly hidden?: Readonly<Record<string, unknown>>;
  /** Makes a UUID. */
  newId(): string;
  /** The reference by id that an identifier resolves to. */
  reference<T extends TypeId>(typeId: T, identifier: Identifier): ReferenceValue<T>;
  /** The reference by key that an identifier resolves to. */
  keyReference<T extends TypeId>(typeId: T, identifier: Identifier): KeyReferenceValue<T>;
  /** The resource that an identifier resolves to; its schema must say `load: true`. */
  load<R>(typeId: TypeId, identifier: Identifier): R;
  /** The same resource with its bytes. */
  loadStored(typeId: TypeId, identifier: Identifier): StoredResource;
  /**
   * Collects errors that do not keep a draft or an action from being read to its end, such as wrong custom fields.
   * Absent where an error is thrown at once.
   */
  readonly errors?: PhaseErrors;
}

/** Reads a draft or runs an action; throws all errors that it finds together (ERR004). */
export const reportTogether = <T>(context: Context, run: (context: Context) => T): T => {
  const errors = new PhaseErrors();
  const collecting: { -readonly [Name in keyof Context]: Context[Name] } = { ...context, errors };
  try {
    return errors.run<T | undefined>(() => run(collecting), undefined) as T;
  } catch (error) {
    // Code after a refused part may fail because its value is missing.
    if (errors.isEmpty) throw error;
    return undefined as T;
  } finally {
    // Code that keeps the context for later must not collect errors that are never reported.
    collecting.errors = undefined;
    errors.throwIfAny();
  }
};
