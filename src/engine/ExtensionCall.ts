/**
 * Declares how the commit pipeline calls API extensions. src/commerce/extensions makes the calls; the engine does no
 * I/O beyond the store.
 */
import { ApiError } from '../base/errors/ApiError.js';
import type { ResourceType } from './define/ResourceType.js';

export type ExtensibleAction = 'Create' | 'Update';

/** An extension, as errors name it (ERR006). */
export interface ExtensionIdentity {
  readonly id: string;
  readonly key?: string;
}

/** Everything that an extension receives about a write. */
export interface ExtensionRequest {
  readonly projectKey: string;
  readonly action: ExtensibleAction;
  readonly resourceType: ResourceType;
  readonly id: string;
  /** The resource as it would be committed, as JSON. */
  readonly text: string;
  /** The stored resource, as JSON; absent on creation. */
  readonly before?: string;
  readonly correlationId: string;
  /** Refuses what a commit would refuse now. Called before the first of the extensions that are triggered. */
  check(): Promise<void>;
  /** Returns the resource as JSON with expanded references, with the rights of the project and not of the client. */
  expand(paths: readonly string[]): Promise<string>;
}

/** The update actions of one extension's response, not validated. */
export interface ExtensionAnswer {
  readonly extension: ExtensionIdentity;
  readonly actions: readonly unknown[];
}

/** Calls the extensions of one layer that are triggered; throws their errors and the errors of failed calls. */
export type ExtensionCall = (request: ExtensionRequest) => Promise<readonly ExtensionAnswer[]>;

/** Layers, called one after the other: extensions of a later layer receive the changes of the earlier ones. */
export type ExtensionCalls = readonly ExtensionCall[];

/** Finds the extensions for a type and an action of a project; undefined where there are none. */
export type ExtensionCaller = (
  projectKey: string,
  typeId: string,
  action: ExtensibleAction,
) => Promise<ExtensionCalls | undefined>;

/** Tells whether API extensions caused an error: they refused, failed, or returned actions that cannot be applied. */
export const isExtensionError = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.entries.every(entry => entry.errorByExtension !== undefined || entry.extensionId !== undefined);
