/** The rows of the table of verbs (index.ts): how each operation runs, and what it takes and answers. */
import type { CustomerCommand } from '../../commerce/resources/customer/CustomerCall.js';
import type { ResourceRequest, Response } from '../../engine/ResourceRequest.js';
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

/** An operation that a worker runs; those of the console have no description. */
export interface VerbRow extends Partial<OperationDescription> {
  readonly kind: VerbKind;
  readonly run: RunVerb;
  /** True if a worker keeps data of the project in memory for it: then one worker runs all calls of the project. */
  readonly staysWithProject?: true;
  /** The operation on resources of a type, which mutations of GraphQL run, too. */
  readonly runRequest?: (services: Services, request: ResourceRequest) => Promise<VerbResponse>;
  /** The command on customers, which mutations of GraphQL run, too. */
  readonly runCommand?: CustomerCommand;
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

/** A row with its name, which calls to a worker have. */
export interface Verb extends VerbRow {
  readonly name: string;
}

/** Adds the names to rows. An editor goes from a member of the result to its row. */
export const nameVerbs = <Rows extends Readonly<Record<string, VerbRow>>>(
  rows: Rows,
): { readonly [Name in keyof Rows]: Verb } =>
  Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, { ...row, name }])) as {
    [Name in keyof Rows]: Verb;
  };

/** The same for operations of the API, each of which has a description. */
export const describeVerbs = <Rows extends Readonly<Record<string, VerbRow & OperationDescription>>>(
  rows: Rows,
): { readonly [Name in keyof Rows]: Verb } => nameVerbs(rows);

/** Token responses must not be cached (RFC 6749 section 5.1). */
export const uncached = [
  ['Cache-Control', 'no-store'],
  ['Pragma', 'no-cache'],
] as const;
