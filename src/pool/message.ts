/** What crosses the line between the front and the workers: plain data and bytes, as MessagePack. */
import { Packr } from 'msgpackr';
import type { Client } from '../engine/context.js';
import type { TraceParent } from '../tracing/parent.js';

/** A request that a worker answers. */
export interface Call {
  /** Counts up in the front; finds the waiting request when the reply comes. */
  readonly id: number;
  /** The name of a verb in pool/worker.ts. */
  readonly verb: string;
  readonly projectKey: string;
  /** The room; empty for calls that concern none. */
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
  readonly dueMs?: number;
  /** Only where it is traced. */
  readonly trace?: TraceParent;
}

export interface Reply {
  readonly id: number;
  readonly status: number;
  readonly body: Uint8Array | string;
  readonly headers?: readonly (readonly [name: string, value: string])[];
  /** Subjects (oauth/tokenRecords.ts) whose tokens no longer work. */
  readonly ended?: readonly string[];
  /** It was refused since it had waited too long. */
  readonly isLate?: boolean;
}

const packr = new Packr({ useRecords: false });

/** A copy with memory of its own, which can be handed to another thread without copying again. */
const encode = (value: unknown): Uint8Array<ArrayBuffer> => new Uint8Array(packr.pack(value));

export const encodeCalls = (calls: readonly Call[]): Uint8Array<ArrayBuffer> => encode(calls);
export const decodeCalls = (bytes: Uint8Array): Call[] => packr.unpack(bytes) as Call[];
export const encodeReplies = (replies: readonly Reply[]): Uint8Array<ArrayBuffer> => encode(replies);
export const decodeReplies = (bytes: Uint8Array): Reply[] => packr.unpack(bytes) as Reply[];
