/** An entry of the audit log. The console imports these types, so nothing is imported here. */

/** The subject of an entry. */
export type AuditEvent =
  | 'signIn'
  | 'signInFailed'
  | 'signOut'
  | 'accountCreated'
  | 'accountChanged'
  | 'accountDeleted'
  | 'projectCreated'
  | 'sampleShopRequested'
  | 'resourceChanged';

export interface AuditRecord {
  readonly event: AuditEvent;
  /** The account that did it; absent for the command line, for API clients and for the first account. */
  readonly account?: { readonly id: string; readonly email: string };
  readonly clientId?: string;
  /** The program of an API client and the user that it names (GEN036). */
  readonly userAgent?: string;
  readonly externalUserId?: string;
  /** The email of a failed sign-in, or of the account that was changed. */
  readonly email?: string;
  /** The address of the client; absent for the command line. */
  readonly remoteAddress?: string;
  readonly projectKey?: string;
  /** The request of a changed resource. */
  readonly method?: string;
  readonly path?: string;
  readonly resourceId?: string;
  readonly version?: number;
  /** The names of the update actions. */
  readonly actions?: readonly string[];
}

export interface AuditEntry extends AuditRecord {
  /** Orders all entries by time. */
  readonly id: string;
  readonly at: string;
}
