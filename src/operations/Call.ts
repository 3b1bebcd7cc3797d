/**
 * The messages between the main thread and the workers: calls to a worker and replies to the main thread, as
 * MessagePack. Nothing but these types crosses the boundary. Lines of a worker's log are sent as strings.
 */
import { Packr } from 'msgpackr';
import type { SessionCall } from './console/ConsoleCall.js';
import type { ResponseValidity } from '../engine/define/ResponseSources.js';
import type { Client } from '../engine/define/Base.js';
import { encodeShortLived } from '../base/memory/shortLivedBytes.js';
import type { TraceParent } from '../base/observe/tracing/traceParent.js';

/** A request to a worker; its verb reads the fields that it needs. */
export interface Call {
  /** Finds the waiting request when the reply arrives; the number is used again after that. */
  readonly id: number;
  /** The name of the verb (verbs/index.ts). */
  readonly verb: string;
  readonly projectKey: string;
  /** The resource type; empty for calls that concern none. */
  readonly typeId: string;
  readonly creation?: string;
  readonly field?: string;
  readonly value?: string;
  readonly storeKey?: string;
  readonly own?: boolean;
  /**
   * True if the token sees published data alone of a type that has staged data too (engine/visibility.ts); absent for
   * other types.
   */
  readonly publishedOnly?: boolean;
  /** Still percent-encoded. */
  readonly query: string;
  readonly body: Uint8Array;
  readonly client?: Client;
  /** The credentials of the client, for OAuth endpoints. */
  readonly authorization?: string;
  /** The browser and its session, for the administration console. */
  readonly session?: SessionCall;
  /** The scope of the token, for expansion and for verbs that check or pass on scopes. */
  readonly scope?: string;
  /** Media types of GraphQL: of the body, empty for a GET, and of the response. */
  readonly mediaTypes?: readonly [body: string, response: string];
  readonly correlationId: string;
  /** Present if the request is traced. */
  readonly trace?: TraceParent;
  /** Set during overload: a call that has not begun at this time (monotonicMs) is refused. */
  readonly deadlineMs?: number;
}

/** A call before it has a number. */
export type UnnumberedCall = Omit<Call, 'id'>;

/** A call with the members that the pool adds. The call is not copied: a copy would take 1.3 µs. */
export interface NumberedCall extends Pick<Call, 'id' | 'deadlineMs'> {
  readonly call: UnnumberedCall;
}

export interface Reply {
  readonly id: number;
  readonly status: number;
  readonly body: Uint8Array | string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Token subjects (base/credentials/secrets.ts) whose tokens were revoked. */
  readonly revokedTokenSubjects?: readonly string[];
  /** True if the call was refused because its deadline had passed. */
  readonly isExpired?: boolean;
  /** True if the call takes long and has changed nothing: it begins again where no other call waits for it. */
  readonly isHeavy?: boolean;
  /** True if a GraphQL document has changed something; it may have failed in part. */
  readonly hasChanged?: boolean;
  /** Conditions under which the response may be sent again. */
  readonly validity?: ResponseValidity;
}

/** The answer to a call; replies that no worker sent have no id. */
export type CallReply = Omit<Reply, 'id'>;

export type ReplyHandler = (reply: CallReply) => void;

/** The request of a call, for the log; it does not cross to the worker. */
export interface CallOrigin {
  readonly method: string;
  /** The path of the route, without the values of its parameters. */
  readonly route: string;
}

/** Runs calls: the pool of worker threads (server/workers/WorkerPool.ts). */
export interface CallRunner {
  send(call: UnnumberedCall, onReply: ReplyHandler, origin?: CallOrigin): void;
  /** Tells whether a new call would wait too long, and is refused before its body is read. */
  shouldShed(owner: Pick<UnnumberedCall, 'projectKey' | 'authorization'>): boolean;
}

/** The order of the fields in a message; the compiler refuses a missing or an unknown one. */
const unnumberedFields = Object.keys({
  verb: 0,
  projectKey: 0,
  typeId: 0,
  creation: 0,
  field: 0,
  value: 0,
  storeKey: 0,
  own: 0,
  publishedOnly: 0,
  query: 0,
  body: 0,
  client: 0,
  authorization: 0,
  session: 0,
  scope: 0,
  mediaTypes: 0,
  correlationId: 0,
  trace: 0,
} satisfies Record<Exclude<keyof Call, 'id' | 'deadlineMs'>, 0>) as readonly (keyof UnnumberedCall)[];

const callFields: readonly (keyof Call)[] = ['id', 'deadlineMs', ...unnumberedFields];

const replyFields = Object.keys({
  id: 0,
  status: 0,
  body: 0,
  headers: 0,
  revokedTokenSubjects: 0,
  isExpired: 0,
  isHeavy: 0,
  hasChanged: 0,
  validity: 0,
} satisfies Record<keyof Reply, 0>) as readonly (keyof Reply)[];

const packr = new Packr({ useRecords: false });

/**
 * Packs the values of each message as a list: with the names of their fields, messages take four times as long to pack
 * and unpack. Written out field by field, both directions together would save 0.4 µs of a call.
 */
const pack = (messages: readonly (readonly unknown[])[]): Uint8Array<ArrayBuffer> =>
  // The copy has memory of its own, which can be transferred to another thread.
  new Uint8Array(packr.pack(messages));

const decodeMessages = <Message extends object>(fields: readonly (keyof Message)[], bytes: Uint8Array): Message[] =>
  (packr.unpack(bytes) as Message[keyof Message][][]).map(values => {
    const message: Partial<Message> = {};
    let at = 0;
    for (const field of fields) message[field] = values[at++];
    return message as Message;
  });

export const encodeCalls = (calls: readonly NumberedCall[]): Uint8Array<ArrayBuffer> =>
  pack(calls.map(({ id, deadlineMs, call }) => [id, deadlineMs, ...unnumberedFields.map(field => call[field])]));
export const decodeCalls = (bytes: Uint8Array): Call[] => decodeMessages(callFields, bytes);

/**
 * Encodes a text where it was made: as a string it would be encoded here, decoded in the main thread, and encoded again
 * for the socket.
 */
const toBytes = (body: Reply['body']): Uint8Array => (typeof body === 'string' ? encodeShortLived(body) : body);

/** The bodies of the decoded replies are bytes. */
export const encodeReplies = (replies: readonly Reply[]): Uint8Array<ArrayBuffer> =>
  pack(replies.map(reply => replyFields.map(field => (field === 'body' ? toBytes(reply.body) : reply[field]))));
export const decodeReplies = (bytes: Uint8Array): Reply[] => decodeMessages(replyFields, bytes);
