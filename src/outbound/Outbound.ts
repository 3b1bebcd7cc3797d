export interface OutboundResponse {
  readonly status: number;
  readonly text: string;
}

/** Calls other services over HTTP. */
export interface Outbound {
  /** Whether `post` may call this URL, as its text tells; a host name may still resolve to addresses that it may not. */
  mayCall(url: string): boolean;
  /**
   * Rejects after `timeoutMs`, without a connection, when the connection breaks, and for a response that is too long.
   */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    timeoutMs: number,
  ): Promise<OutboundResponse>;
  close(): Promise<void>;
}
