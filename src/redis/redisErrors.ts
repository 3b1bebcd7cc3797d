import { ApiError, fail } from '../errors/ApiError.js';

/** How a client library says that Redis cannot be reached, is loading, or is out of memory or replicas. A socket that is not there is one to connect to: a file of ours that is missing is a defect. */
const unavailable =
  /MaxRetriesPerRequest|Connection is closed|Command timed out|Socket closed|The client is closed|The client is offline|Command aborted|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|connect ENOENT|Stream isn't writeable|LOADING|MASTERDOWN|CLUSTERDOWN|MOVED \d|ASK \d|TRYAGAIN|UNBLOCKED|READONLY|OOM |NOREPLICAS|MISCONF|Failed to refresh slots|None of startup nodes|Too many Cluster redirections|Cluster is ended|NOSCRIPT|EXECABORT|root nodes are unavailable/;

/** What a thrown value means to the client: itself, or a 503 when the store is away; undefined for a defect of ours. */
export const toApiError = (error: unknown): ApiError | undefined => {
  if (error instanceof ApiError) return error;
  if (error instanceof Error && unavailable.test(`${error.name} ${error.message}`))
    return fail('ServiceUnavailable', {
      message: 'The data store cannot be reached at the moment. Try again in a second.',
    });
  return undefined;
};

/** Whether the connection broke under a call, which may have been run or not. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error && /Command aborted|Connection is closed|ECONNRESET|EPIPE/.test(error.message);

/** Whether some keys of a command are on the node that a slot leaves, and others not: each could be read by itself. */
export const isSplitAcrossNodes = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('TRYAGAIN');

/** Whether a server does not have the script that it was to run by its hash. */
export const isUnknownScript = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith('NOSCRIPT');

/** Whether a node of a cluster said that it is not, or not yet, the one to ask. */
export const isRedirected = (error: unknown): boolean =>
  error instanceof Error && /^(MOVED|ASK|TRYAGAIN|CLUSTERDOWN|UNBLOCKED) /.test(error.message);
