/** The client and the customer or anonymous session that a token is issued to. */
export interface Session {
  readonly clientId: string;
  /** Space-separated scopes in wire form. */
  readonly scope: string;
  readonly anonymousId?: string;
  readonly customerId?: string;
}
