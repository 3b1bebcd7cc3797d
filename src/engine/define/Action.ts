import type { TSchema } from '@sinclair/typebox';
import type { TypedIdentifier } from '../../schema/reference.js';
import type { Change } from './Change.js';
import type { Context } from './Context.js';

/**
 * The logic of an update action: pure and synchronous. Resources that it reads were loaded before, `context` holds
 * them.
 */
export type Apply<R, A> = (resource: R, action: A, context: Context) => Change<R>;

/** Declares an update action. */
export interface Action<R> {
  /** The payload's shape, without `action` itself. */
  readonly schema: TSchema;
  readonly apply: Apply<R, never>;
  /** Resources that the action reads besides those that identifiers in its payload name; loaded before `apply`. */
  readonly needs?: (resource: R, payload: never) => readonly TypedIdentifier[];
}

/** The update actions of one resource type by wire name. */
export type ActionTable<R> = Readonly<Record<string, Action<R>>>;
