/** Classifies the errors of the client library and of Redis, which differ only in their texts. */
import { SharedCounts } from '../memory/SharedCounts.js';
import { ApiError } from '../errors/ApiError.js';
import { UnavailableError } from '../errors/UnavailableError.js';
import { NoAnswerError } from '../lifecycle/timeouts.js';

/** Says that a command was not sent: it did not run, and does not run later. */
export class NotSentError extends Error {}

/**
 * Redis may answer reads and refuse every write: for lack of memory, of disk or of replicas, or because it became a
 * replica. It checks that before the first write of a script, so what was refused is not written in part.
 */
export const refusalReasons = ['OOM', 'MISCONF', 'NOREPLICAS', 'READONLY'] as const;

/** The first word of the error by which Redis refuses a write. */
export type RefusalReason = (typeof refusalReasons)[number];

/** Says in words what each reason means. */
export const refusalTexts: Readonly<Record<RefusalReason, string>> = {
  OOM: 'it has reached its memory limit',
  MISCONF: 'it cannot save its data to its disk',
  // AppendOnlyGuard of the embedded Redis uses it too.
  NOREPLICAS: 'too few of its replicas are connected, or its files are being written anew',
  READONLY: 'it is a read-only replica',
};

// Before Redis 7 an error in a script has another text before it.
const refusal = new RegExp(`(?:^|[ -])(${refusalReasons.join('|')}) `);

/** Returns the reason why Redis refused a write; undefined for every other error. */
export const refusalReasonOf = (error: unknown): RefusalReason | undefined =>
  error instanceof Error ? (refusal.exec(error.message)?.[1] as RefusalReason | undefined) : undefined;

/** The writes that Redis refused to all threads of the process. */
export const refusalCounts = new SharedCounts(refusalReasons);

export const countRefusal = (error: Error): void => {
  const reason = refusalReasonOf(error);
  if (reason !== undefined) refusalCounts.add(reason);
};

/**
 * Texts that say that Redis cannot be reached, or loads its file. `connect ENOENT` is a missing socket of Redis; any
 * other missing file is a defect.
 */
const unavailable = new RegExp(
  [
    'MaxRetriesPerRequest|Connection is closed|Command timed out|Socket closed|The ' +
      'client is closed|The client is offline',
    "Command aborted|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|connect ENOENT|Stream isn't writeable",
    'LOADING|MASTERDOWN|CLUSTERDOWN|MOVED \\d|ASK \\d|TRYAGAIN|UNBLOCKED',
    'Failed to refresh slots|None of startup nodes|Too many Cluster redirections|Cluster is ended|NOSCRIPT|EXECABORT',
    'root nodes are unavailable|Ready check failed|Cluster isn.t ready|Cluster is disconnect|Node is disconnected',
    // The password was changed while the server runs.
    'WRONGPASS|NOAUTH',
    'ENETUNREACH|ENETDOWN|EHOSTDOWN|ECONNABORTED|getaddrinfo',
  ].join('|'),
);

/** Tells whether an error says that Redis, and not the request, is the cause of a failure. */
const isUnavailable = (error: unknown): boolean =>
  error instanceof NotSentError ||
  error instanceof NoAnswerError ||
  (error instanceof Error && unavailable.test(`${error.name} ${error.message}`));

/**
 * Returns the answer to a change that Redis refuses, and undefined for every other error. The answer has no
 * Retry-After: it is not known when the cause ends.
 */
export const toRefusedWriteError = (error: unknown): ApiError | undefined => {
  const reason = refusalReasonOf(error);
  if (reason === undefined) return undefined;
  const message = `The data store refuses changes, because ${refusalTexts[reason]}. Reads are answered.`;
  return new UnavailableError('write_refused', message, []);
};

/**
 * Maps an error to the answer of the API: an ApiError stays itself, an unavailable store is a 503, a defect is
 * undefined.
 */
export const toApiError = (error: unknown): ApiError | undefined => {
  if (error instanceof ApiError) return error;
  const refused = toRefusedWriteError(error);
  if (refused !== undefined) return refused;
  if (isUnavailable(error))
    return new UnavailableError(
      'store_unreachable',
      'The data store cannot be reached at the moment. Try again in a second.',
    );
  return undefined;
};

const hasMessage = (error: unknown, pattern: RegExp): boolean => error instanceof Error && pattern.test(error.message);

/** Tells whether the connection broke during a call, which may have run or not. */
export const isConnectionLost = (error: unknown): boolean =>
  hasMessage(error, /^(?!Too many Cluster redirections).*(Command aborted|Connection is closed|ECONNRESET|EPIPE)/s);

/** Tells whether the cluster client gave a call up after many attempts to reach the master, or one that serves. */
export const isNodeLost = (error: unknown): boolean =>
  hasMessage(error, /^Too many Cluster redirections.*(Connection is closed|CLUSTERDOWN)/s);

/** Tells whether a command was refused again and again because its slot is being migrated; nothing ran. */
export const isSlotMoving = (error: unknown): boolean =>
  hasMessage(error, /^Too many Cluster redirections.*(ASK|TRYAGAIN) /s);

/** Tells whether a client without a queue had no connection to send a command on. */
export const isNotWritable = (error: unknown): boolean => hasMessage(error, /^Stream isn't writeable/);

/** Tells whether a server answered a call with this error. */
export const isReply = (error: unknown): boolean => error instanceof Error && error.name === 'ReplyError';

/** Tells whether a server did not answer in time: whether the command ran is unknown. */
export const isTimedOut = (error: unknown): boolean => hasMessage(error, /^Command timed out/);

/** Tells whether the keys of a command are spread over two nodes while their slot is being migrated. */
export const isSplitAcrossNodes = (error: unknown): boolean => hasMessage(error, /^TRYAGAIN/);

/** Tells whether a server does not have the script that it was asked to run by its hash. */
export const isUnknownScript = (error: unknown): boolean => hasMessage(error, /^NOSCRIPT/);

/** Tells whether a server cannot write, or cannot wait for replicas, because it is a replica or loads its file. */
export const isNoMaster = (error: unknown): boolean =>
  hasMessage(error, /^(READONLY|LOADING|MASTERDOWN|UNBLOCKED) |cannot be used with replica instances/);

/** Tells whether a node of a cluster does not serve the slot of a command, or does not serve it yet. */
export const isRedirected = (error: unknown): boolean =>
  hasMessage(error, /^(MOVED|ASK|TRYAGAIN|CLUSTERDOWN|UNBLOCKED) /);

/** Tells whether a key has another type than the command reads. */
export const isWrongType = (error: unknown): boolean => hasMessage(error, /^WRONGTYPE /);

const unavailableStatus = 503;

/** Tells whether an error of any layer says that Redis, and not the request, is the cause of a failure. */
export const isRedisUnavailable = (error: unknown): boolean =>
  error instanceof ApiError ? error.status === unavailableStatus : toApiError(error) !== undefined;

/**
 * Makes a call again when the connection broke during it. The client resends commands that it had not sent in full, but
 * gives up pipelines that were answered in part. Use it for reads, and for commits, whose log recognizes the second
 * run.
 */
export const retryOnce = <T>(call: () => Promise<T>): Promise<T> =>
  call().catch((error: unknown) => {
    if (!isConnectionLost(error)) throw error;
    return call();
  });
