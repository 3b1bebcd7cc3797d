/** What is logged of a request: no token, query string or body. */
export interface RequestLogFields {
  readonly correlationId: string;
  readonly method: string;
  readonly route?: string;
  readonly status: number;
  readonly ms: number;
  readonly projectKey?: string;
  readonly clientId?: string;
}
