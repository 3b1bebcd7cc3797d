/**
 * Resource types declare each type of message once, with the members of its payload. The fields that queries can name,
 * the types in GraphQL, the API description and the documentation follow from these tables.
 */
import type { Static, TObject, TProperties, TSchema, TUnsafe } from '@sinclair/typebox';
import { Optional } from '../schema/primitives.js';
import { Type } from '../schema/Type.js';
import type { Base, TableName } from './Base.js';
import type { TypeId } from '../schema/TypeId.js';

/** The members of the payload, by the type of the message. */
export type MessageTable = Readonly<Record<string, TProperties>>;

/** The tables of all resource types by name; each `messages.ts` adds its own. */
// biome-ignore lint/suspicious/noEmptyInterface: resource types extend it.
export interface SentMessages {}

/** The name of the table of a resource; never where it sends no messages. */
type TableOf<R> = R extends { readonly [K in TableName]?: infer Name } ? Extract<Name, keyof SentMessages> : never;

/** A member of payloads that clients know, and that no message has here. */
export const Unsent = (schema: TSchema) => Optional(schema as TUnsafe<undefined>);

/** All members of a payload by name, including optional ones, except unsent ones. */
type EveryMember<Payload> = {
  [Name in keyof Required<Payload> as Payload[Name] extends undefined ? never : Name]: Payload[Name];
};

/** An action that forgets a member, such as the old value, does not compile. */
type Draft<Table extends MessageTable> = {
  [Name in keyof Table]: { readonly type: Name } & EveryMember<Static<TObject<Table[Name]>>>;
}[keyof Table];

type DraftIn<Name extends keyof SentMessages> = {
  [Owner in Name]: SentMessages[Owner] extends MessageTable ? Draft<SentMessages[Owner]> : never;
}[Name];

/** A message about a resource; the engine adds id, sequence number, resource and timestamps. */
export type MessageDraft = DraftIn<keyof SentMessages>;

/** The messages that actions, drafts and hooks of a resource may send. */
export type MessageOf<R> = DraftIn<TableOf<R>>;

/** The member `messages` of the declaration of a resource: its table, or none. */
export type DeclaredMessages<R> = [TableOf<R>] extends [never]
  ? { readonly messages?: undefined }
  : { readonly messages: SentMessages[TableOf<R>] };

/** A whole resource as it was when the message was sent. */
export const Snapshot = <R extends Base>(snapshotOf: TypeId) => Type.Unsafe<R>({ type: 'object', snapshotOf });
