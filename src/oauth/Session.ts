/** The client and the customer or anonymous session that a token is issued to. */
export interface Session {
  readonly clientId: string;
  /** Space-separated scopes in wire form. */
  readonly scope: string;
  readonly anonymousId?: string;
  readonly customerId?: string;
  /** The account of the administration console that the token was issued to instead of an API client. */
  readonly account?: TokenAccount;
}

/** An account, as its tokens name it. */
export interface TokenAccount {
  readonly id: string;
  readonly email: string;
}
