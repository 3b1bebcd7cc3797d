/** The rows of the table of verbs (index.ts): how each operation runs, and what it takes and answers. */
import type { Response } from '../../engine/ResourceRequest.js';
import type { Services } from '../../services/services.js';
import type { Call, Reply } from '../Call.js';
import type { OperationDescription } from '../schemas/OperationDescription.js';

/**
 * `read` and `page` change nothing; the answer of a page is a list, and HEAD asks whether it is empty. `change` is one
 * commit. `command` changes something in another way, or in several steps. The document tells what `graphql` does.
 */
export type VerbKind = 'read' | 'page' | 'change' | 'command' | 'graphql';

/** The answer of a worker to a call. */
type VerbResponse = Response & Pick<Reply, 'headers' | 'revokedTokenSubjects' | 'hasChanged'>;

export type RunVerb = (services: Services, call: Call) => Promise<VerbResponse>;

/** An operation that a worker runs. */
export interface Verb {
  readonly kind: VerbKind;
  readonly run: RunVerb;
  /** True if the body has update actions, whose names the audit log keeps. */
  readonly hasActions?: true;
  /** True if the main thread may keep the response (http/request/keptResponses.ts). */
  readonly isKept?: true;
  /**
   * Set where the usual lengths of a call do not tell how long it may compute (operations/heavyCalls.ts): its document
   * tells it, or nothing does.
   */
  readonly weight?: 'document' | 'heavy';
}

/** An operation of the API; those of the console have no description. */
export type DescribedVerb = Verb & OperationDescription;

/** Token responses must not be cached (RFC 6749 section 5.1). */
export const uncached = [
  ['Cache-Control', 'no-store'],
  ['Pragma', 'no-cache'],
] as const;
