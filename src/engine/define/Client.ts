/** The client of a request, as `createdBy` and `lastModifiedBy` name it (GEN036). */
export interface Client {
  readonly clientId?: string;
  readonly anonymousId?: string;
  readonly customerId?: string;
  readonly externalUserId?: string;
}
