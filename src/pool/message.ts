/** What crosses the line between the front and the workers: plain data and bytes, as MessagePack. */
import { Packr } from 'msgpackr';
import type { Client } from '../engine/define/Client.js';
import type { TraceParent } from '../tracing/traceParent.js';

/** A request that a worker answers. */
export interface Call {
  /** Counts up in the front; finds the waiting request when the reply comes. */
  readonly id: number;
  /** The name of a verb in pool/verbs.ts. */
  readonly verb: string;
  readonly projectKey: string;
  /** The resource type; empty for calls that concern none. */
  readonly typeId: string;
  readonly creation?: string;
  readonly field?: string;
  readonly value?: string;
  readonly storeKey?: string;
  readonly own?: boolean;
  /** The query string as it came. */
  readonly query: string;
  readonly body: Uint8Array;
  readonly client?: Client;
  /** Authorization endpoints read the client's credentials themselves. */
  readonly authorization?: string;
  /** The scope of the token, for verbs that hand scopes on. */
  readonly scope?: string;
  readonly correlationId: string;
  /** Only while calls are refused: whatever is not begun by then (monotonicMs) is refused as well. */
  readonly deadlineMs?: number;
  /** Only where it is traced. */
  readonly trace?: TraceParent;
}

export interface Reply {
  readonly id: number;
  readonly status: number;
  readonly body: Uint8Array | string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Subjects (oauth/tokenRecords.ts) whose tokens no longer work. */
  readonly revokedTokenSubjects?: readonly string[];
  /** It was refused since it had waited too long. */
  readonly isExpired?: boolean;
}

/** Packed as lists: the names of the members would take longer to write and to read than what they hold. */
type CallList = readonly [
  Call['id'],
  Call['verb'],
  Call['projectKey'],
  Call['typeId'],
  Call['creation'],
  Call['field'],
  Call['value'],
  Call['storeKey'],
  Call['own'],
  Call['query'],
  Call['body'],
  Call['client'],
  Call['authorization'],
  Call['scope'],
  Call['correlationId'],
  Call['trace'],
  Call['deadlineMs'],
];
type ReplyList = readonly [
  Reply['id'],
  Reply['status'],
  Reply['body'],
  Reply['headers'],
  Reply['revokedTokenSubjects'],
  Reply['isExpired'],
];

/** What is asked of the workers, before the pool has numbered it. */
export type UnnumberedCall = Omit<Call, 'id'>;

/** A call with the number that finds the waiting request when the reply comes. */
export interface NumberedCall extends Pick<Call, 'id' | 'dueMs'> {
  readonly call: UnnumberedCall;
}

const listOf = ({ id, deadlineMs, call }: NumberedCall): CallList => [
  id,
  call.verb,
  call.projectKey,
  call.typeId,
  call.creation,
  call.field,
  call.value,
  call.storeKey,
  call.own,
  call.query,
  call.body,
  call.client,
  call.authorization,
  call.scope,
  call.correlationId,
  call.trace,
  deadlineMs,
];

const callOf = ([
  id,
  verb,
  projectKey,
  typeId,
  creation,
  field,
  value,
  storeKey,
  own,
  query,
  body,
  client,
  authorization,
  scope,
  correlationId,
  trace,
  dueMs,
]: CallList): Call => ({
  id,
  verb,
  projectKey,
  typeId,
  creation,
  field,
  value,
  storeKey,
  own,
  query,
  body,
  client,
  authorization,
  scope,
  correlationId,
  trace,
  deadlineMs,
});

const packr = new Packr({ useRecords: false });

/** A copy with memory of its own, which can be handed to another thread without copying again. */
const encode = (value: unknown): Uint8Array<ArrayBuffer> => new Uint8Array(packr.pack(value));

export const encodeCalls = (calls: readonly NumberedCall[]): Uint8Array<ArrayBuffer> => encode(calls.map(listOf));
export const decodeCalls = (bytes: Uint8Array): Call[] => (packr.unpack(bytes) as CallList[]).map(callOf);
export const encodeReplies = (replies: readonly Reply[]): Uint8Array<ArrayBuffer> =>
  encode(
    replies.map(
      ({ id, status, body, headers, revokedTokenSubjects, isExpired }): ReplyList => [
        id,
        status,
        body,
        headers,
        revokedTokenSubjects,
        isExpired,
      ],
    ),
  );
export const decodeReplies = (bytes: Uint8Array): Reply[] =>
  (packr.unpack(bytes) as ReplyList[]).map(
    ([id, status, body, headers, revokedTokenSubjects, isLate]): Reply => ({
      id,
      status,
      body,
      headers,
      revokedTokenSubjects,
      isExpired,
    }),
  );
