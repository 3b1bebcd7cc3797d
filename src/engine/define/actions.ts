/** The builders that resource types declare their update actions with: set, change, action. */
import type { Static, TProperties, TSchema } from '@sinclair/typebox';
import { Shape } from '../../schema/primitives.js';
import { Type } from '../../schema/Type.js';
import { sameValue } from '../document/sameValue.js';
import type { Action, Apply } from './Action.js';
import { type MessageDraft, unchanged } from './Change.js';
import type { Context } from './Context.js';

/** An action with logic of its own. */
export const action = <R, P extends TProperties>(
  members: P,
  apply: Apply<R, Static<ReturnType<typeof Shape<P>>>>,
  needs?: Action<R>['needs'],
): Action<R> => ({ schema: Shape(members), apply: apply as Apply<R, never>, needs });

const isEmptyObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0;

type MessageOf<R> = (resource: R, value: unknown, context: Context) => MessageDraft;

const assignMember =
  <R>(field: keyof R & string, removable: boolean, messageOf?: MessageOf<R>): Apply<R, Record<string, unknown>> =>
  (resource, payload, context) => {
    const given = payload[field];
    const value = removable && isEmptyObject(given) && !Array.isArray(given) ? undefined : given;
    if (sameValue(resource[field], value)) return unchanged;
    const members = { [field]: value } as Partial<R>;
    return messageOf ? { set: members, messages: [messageOf(resource, value, context)] } : { set: members };
  };

/** The names of the members of R that may be absent. */
type OptionalName<R> = { [F in keyof R & string]-?: undefined extends R[F] ? F : never }[keyof R & string];

/** A member of those names, and a schema whose values the member can have. */
export type MemberArguments<R, Names extends keyof R & string> = {
  [F in Names]-?: readonly [field: F, schema: TSchema & { readonly static: R[F] }, messageOf?: MessageOf<R>];
}[Names];

/** Sets an optional member. An absent value, null and an empty object remove it; an empty text is stored as it is. */
export const set = <R>(...[field, schema, messageOf]: MemberArguments<R, OptionalName<R>>): Action<R> => ({
  schema: Shape({ [field]: Type.Optional(schema) }),
  apply: assignMember<R>(field, true, messageOf) as Apply<R, never>,
});

/** Changes a required member. */
export const change = <R>(...[field, schema, messageOf]: MemberArguments<R, keyof R & string>): Action<R> => ({
  schema: Shape({ [field]: schema }),
  apply: assignMember<R>(field, false, messageOf) as Apply<R, never>,
});
