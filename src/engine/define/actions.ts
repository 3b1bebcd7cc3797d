/** The small words that resource types write their update actions with: set, change, action. */
import { Type, type Static, type TProperties, type TSchema } from '@sinclair/typebox';
import { Shape } from '../../schema/primitives.js';
import type { TypedIdentifier } from '../../schema/reference.js';
import type { Context } from './Context.js';

/** What happened, for the message store; the engine adds id, sequence number, resource and timestamps. */
export interface MessageDraft {
  readonly type: string;
  readonly [payload: string]: unknown;
}

/**
 * What one action does: the top-level members it gives new values (`undefined` removes one) and what it tells.
 * Members that it does not name keep their stored bytes. An empty `set` means that nothing changed.
 */
export interface Change<R> {
  readonly set: Partial<R>;
  readonly messages?: readonly MessageDraft[];
  /** Secrets of other services, kept sealed beside the resource and never shown: all of them anew; null removes them. */
  readonly hidden?: Readonly<Record<string, unknown>> | null;
  /** What the resource type's `settle` is to do beside the change, by name; an action may ask without changing anything. */
  readonly requestedEffects?: Readonly<Record<string, unknown>>;
  /** The change holds only if nothing refers to the resource; checked within the commit, ReferenceExists otherwise. */
  readonly unreferenced?: boolean;
}

/** Pure and synchronous: what the action refers to was resolved before, `context` hands it over. */
export type Apply<R, A> = (resource: R, action: A, context: Context) => Change<R>;

export interface Action<R> {
  /** The payload's shape, without `action` itself. */
  readonly schema: TSchema;
  readonly apply: Apply<R, never>;
  /** Resources that the action reads besides those that identifiers in its payload name; loaded before `apply`. */
  readonly needs?: (resource: R, payload: never) => readonly TypedIdentifier[];
}

/** One resource type's update actions by wire name. */
export type ActionTable<R> = Readonly<Record<string, Action<R>>>;

export const unchanged = { set: {} } as const;

/** An action with logic of its own. */
export const action = <R, P extends TProperties>(
  members: P,
  apply: Apply<R, Static<ReturnType<typeof Shape<P>>>>,
  needs?: Action<R>['needs'],
): Action<R> => ({ schema: Shape(members), apply: apply as Apply<R, never>, needs });

/** The members that JSON would show. */
const membersOf = (value: object): string[] =>
  Object.keys(value).filter(key => (value as Record<string, unknown>)[key] !== undefined);

/** Equality of JSON values, members in any order, undefined ones the same as none. */
export const sameValue = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (
    typeof a !== 'object' ||
    typeof b !== 'object' ||
    a === null ||
    b === null ||
    Array.isArray(a) !== Array.isArray(b)
  )
    return false;
  const keys = membersOf(a);
  return (
    keys.length === membersOf(b).length &&
    keys.every(
      key =>
        Object.hasOwn(b, key) && sameValue((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
    )
  );
};

const isEmpty = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

type Tell<R> = (resource: R, value: unknown, context: Context) => MessageDraft;

const assign =
  <R>(field: keyof R & string, removable: boolean, tell?: Tell<R>): Apply<R, Record<string, unknown>> =>
  (resource, payload, context) => {
    const given = payload[field];
    const value = removable && isEmpty(given) && !Array.isArray(given) ? undefined : given;
    if (sameValue(resource[field], value)) return unchanged;
    const set = { [field]: value } as Partial<R>;
    return tell ? { set, messages: [tell(resource, value, context)] } : { set };
  };

/** An optional field: an absent, null or empty value removes it. */
export const set = <R>(field: keyof R & string, schema: TSchema, tell?: Tell<R>): Action<R> => ({
  schema: Shape({ [field]: Type.Optional(schema) }),
  apply: assign<R>(field, true, tell) as Apply<R, never>,
});

/** A required field. */
export const change = <R>(field: keyof R & string, schema: TSchema, tell?: Tell<R>): Action<R> => ({
  schema: Shape({ [field]: schema }),
  apply: assign<R>(field, false, tell) as Apply<R, never>,
});
