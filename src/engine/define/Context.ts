import type { Identifier, KeyReferenceValue, ReferenceValue } from '../../schema/reference.js';
import type { ProjectSettings } from './ProjectSettings.js';
import type { StoredResource } from './StoredResource.js';

/** Everything outside the resource that drafts and actions may read; it was fetched before they run. */
export interface Context {
  readonly project: ProjectSettings;
  /** The time of the request, UTC, ISO 8601 with milliseconds; one time for everything that a commit writes. */
  readonly now: string;
  /** Makes a UUID. */
  newId(): string;
  /** The reference by id that an identifier resolves to. */
  reference<T extends string>(typeId: T, identifier: Identifier): ReferenceValue<T>;
  /** The reference by key that an identifier resolves to. */
  keyReference<T extends string>(typeId: T, identifier: Identifier): KeyReferenceValue<T>;
  /** The resource that an identifier resolves to; its schema must say `load: true`. */
  load<R>(typeId: string, identifier: Identifier): R;
  /** The same resource with its bytes. */
  loadStored(typeId: string, identifier: Identifier): StoredResource;
}
