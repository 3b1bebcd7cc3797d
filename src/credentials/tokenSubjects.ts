/**
 * Names what several tokens end with: a token's own hash, its refresh token's hash, a client, a customer or an external
 * server.
 */
export const tokenSubjects = {
  token: (hash: string) => hash,
  client: (projectKey: string, clientId: string) => `${projectKey}/client:${clientId}`,
  customer: (projectKey: string, customerId: string) => `${projectKey}/customer:${customerId}`,
  /** All tokens that the project's external OAuth server vouched for. */
  external: (projectKey: string) => `${projectKey}/external`,
} as const;
