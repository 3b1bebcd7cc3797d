import type { TSchema } from '@sinclair/typebox';
import type { TypedIdentifier } from '../schema/reference.js';
import type { Document } from '../document/Document.js';
import type { Members } from './Base.js';
import type { BeforeCommit } from './BeforeCommit.js';
import type { MessageOf } from './Message.js';
import type { Context } from './Context.js';

/** The result of applying a draft. */
export interface CreationResult<R> {
  readonly members: Members<R>;
  /** A new UUID by default. */
  readonly id?: string;
  readonly messages?: (resource: R) => readonly MessageOf<R>[];
  /** The document of the resource that members were copied from: equal members keep their bytes. */
  readonly source?: Document;
  /** Secrets of other services, as in a Change. */
  readonly hidden?: Readonly<Record<string, unknown>>;
}

/**
 * Resources that a creation reads besides those that identifiers in its draft name. Those that a function gives are
 * loaded.
 */
export type CreationNeeds<D> = readonly TypedIdentifier[] | ((draft: D) => readonly TypedIdentifier[]);

/** One way to create a resource: a pure function from a draft to its members. */
export interface Creation<R> {
  readonly schema: TSchema;
  readonly create: (draft: never, context: Context) => CreationResult<R>;
  readonly needs?: CreationNeeds<never>;
  /** Replaces the resource type's hook for resources that are created in this way. */
  readonly beforeCommit?: BeforeCommit<R>;
  /** Replaces the resource type's scopes for writing. */
  readonly scopes?: readonly string[];
}
