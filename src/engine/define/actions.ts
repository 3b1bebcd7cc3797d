/** The builders that resource types declare their update actions with: set, change, setFrom, action. */
import type { MessageOf } from './Message.js';
import type { TableName } from './Base.js';
import type { TSchema, Static, TOptional, TProperties } from '@sinclair/typebox';
import type { TypedIdentifier } from '../schema/reference.js';
import type { Context } from './Context.js';
import { Shape } from '../schema/primitives.js';
import { Type } from '../schema/Type.js';
import { capitalized } from '../schema/words.js';
import { sameValue } from '../document/sameValue.js';

export type { MessageDraft, MessageOf } from './Message.js';

/**
 * The effect of one update action: new values of top-level members (`undefined` removes one) and messages about them.
 * Members that are not named keep their stored bytes. An empty `set` means that nothing changed.
 */
export interface Change<R> {
  readonly set: Partial<R>;
  readonly messages?: readonly MessageOf<R>[];
  /**
   * Values that are stored beside the resource and never shown, such as secrets of other services: a full replacement;
   * null removes them.
   */
  readonly hidden?: Readonly<Record<string, unknown>> | null;
  /**
   * Effects that the resource type's `beforeCommit` has to produce, by name; an action may request one without changing
   * anything. Lists that several actions request under one name are joined.
   */
  readonly requestedEffects?: Readonly<Record<string, unknown>>;
  /**
   * True if the change is refused with ReferenceExists while another resource refers to this one; checked within the
   * commit.
   */
  readonly unreferenced?: boolean;
}

export const unchanged = { set: {} } as const;

/** Returns a change with its message, or no change where nothing is set. */
export const changeWithMessage = <R>(set: Partial<R>, message: MessageOf<R>): Change<R> =>
  Object.keys(set).length === 0 ? unchanged : { set, messages: [message] };

/** The change to other members, with a message about it; no change where the resource has these members. */
export const changeTo = <R, Set extends Partial<R>>(resource: R, set: Set, message?: MessageOf<R>): Change<R> => {
  for (const name of Object.keys(set) as (keyof R & keyof Set)[])
    if (!sameValue(resource[name], set[name])) return { set, messages: message && [message] };
  return unchanged;
};

/**
 * The logic of an update action: pure and synchronous. Resources that it reads were loaded before, `context` holds
 * them.
 */
type Apply<R, A> = (resource: R, action: A, context: Context) => Change<R>;

export interface Action<R> {
  /** The payload's shape, without `action` itself. */
  readonly schema: TSchema;
  readonly apply: Apply<R, never>;
  /** The token needs one of these scopes besides that of the route. */
  readonly scopes?: readonly string[];
  /** Resources that the action reads besides those that identifiers in its payload name; loaded before `apply`. */
  readonly needs?: (resource: R, payload: never) => readonly TypedIdentifier[];
  /** True if the action reads the hidden values of the resource, which must be stored unsealed. */
  readonly readsHidden?: true;
  /** Further resources that follow from those that were loaded, such as the products of a shopping list. */
  readonly furtherNeeds?: (payload: never, context: Context) => readonly TypedIdentifier[];
}

/** The update actions of one resource type by wire name. */
export type ActionTable<R> = Readonly<Record<string, Action<R>>>;

/** An action with logic of its own. R follows from the resource that `apply` takes, not from what it returns. */
export const action = <R, P extends TProperties>(
  members: P,
  apply: (resource: R, payload: Static<ReturnType<typeof Shape<P>>>, context: Context) => Change<NoInfer<R>>,
  needs?: Action<R>['needs'],
): Action<R> => ({ schema: Shape(members), apply: apply as Apply<R, never>, needs });

/** The action without its messages, for a resource type that shares it with one that sends them. */
export const withoutMessages = <R>(declared: Action<R>): Action<Omit<R, TableName>> => {
  const silent: Action<R> = {
    ...declared,
    apply: (resource, payload, context) => {
      const { messages: _, ...change } = declared.apply(resource, payload, context);
      return change;
    },
  };
  return silent as unknown as Action<Omit<R, TableName>>;
};

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

/** The value fits the member's schema; a test checks that it also fits the message's. */
type MakeMessage<R> = (resource: R, value: never, context: Context) => MessageOf<R>;

/** The types of messages whose whole payload are the new value of a member and the old one: `key` and `oldKey`. */
type ValuesMessage<R, F extends string> =
  MessageOf<R> extends infer Message
    ? Message extends { readonly type: infer Type extends string } & Readonly<
        Record<F | `old${Capitalize<F>}`, unknown>
      >
      ? Exclude<keyof Message, 'type' | F | `old${Capitalize<F>}`> extends never
        ? Type
        : never
      : never
    : never;

/** Makes the message about a member, or is the type of one that holds its new and its old value. */
type MessageAbout<R, F extends string> = MakeMessage<R> | ValuesMessage<R, F>;

/** Changes one member to a value, with the message about it. */
const memberChange = <R, F extends keyof R & string>(
  resource: R,
  field: F,
  value: unknown,
  about: MessageAbout<R, F> | undefined,
  context: Context,
): Change<R> => {
  const old = resource[field];
  if (sameValue(old, value)) return unchanged;
  const set = { [field]: value } as Partial<R>;
  if (about === undefined) return { set };
  const message =
    typeof about === 'function'
      ? about(resource, value as never, context)
      : ({ type: about, [field]: value, [`old${capitalized(field)}`]: old } as unknown as MessageOf<R>);
  return { set, messages: [message] };
};

const assignMember =
  <R, F extends keyof R & string>(
    field: F,
    removable: boolean,
    about?: MessageAbout<R, F>,
  ): Apply<R, Record<string, unknown>> =>
  (resource, payload, context) => {
    const given = payload[field];
    const value = removable && isEmptyObject(given) && !Array.isArray(given) ? undefined : given;
    return memberChange(resource, field, value, about, context);
  };

/** The names of the members of R that may be absent. */
type OptionalName<R> = { [F in keyof R & string]-?: undefined extends R[F] ? F : never }[keyof R & string];

/** One of these members, and a schema whose values it can have. */
export type MemberArguments<R, Names extends keyof R & string> = {
  [F in Names]-?: readonly [field: F, schema: TSchema & { readonly static: R[F] }, about?: MessageAbout<R, F>];
}[Names];

/** Sets an optional member. An absent value, null and an empty object remove it; an empty text is stored as it is. */
export const set = <R>(...[field, schema, about]: MemberArguments<R, OptionalName<R>>): Action<R> => ({
  schema: Shape({ [field]: Type.Optional(schema) }),
  apply: assignMember<R, typeof field>(field, true, about) as Apply<R, never>,
});

/** Changes a required member. */
export const change = <R>(...[field, schema, about]: MemberArguments<R, keyof R & string>): Action<R> => ({
  schema: Shape({ [field]: schema }),
  apply: assignMember<R, typeof field>(field, false, about) as Apply<R, never>,
});

/** What a payload has under a schema: undefined where it may leave the member out. */
type Given<S extends TSchema> = S extends TOptional<TSchema> ? Static<S> | undefined : Static<S>;

/** Sets a member to the stored form of the payload's member of that name; `toStored` refuses by throwing. */
export const setFrom = <R, F extends keyof R & string, S extends TSchema>(
  field: F,
  schema: S,
  toStored: (given: Given<S>, context: Context, resource: R) => NoInfer<R[F]>,
  about?: MessageAbout<R, F>,
): Action<R> => ({
  schema: Shape({ [field]: schema }),
  apply: ((resource: R, { [field]: given }: Readonly<Record<string, Given<S>>>, context: Context) =>
    memberChange(resource, field, toStored(given as Given<S>, context, resource), about, context)) as Apply<R, never>,
});
