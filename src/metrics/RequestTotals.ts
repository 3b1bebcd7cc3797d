/** All requests of a process together, since its start. */
export interface RequestTotals {
  readonly ended: number;
  readonly inFlight: number;
  /** By the first digit of the status: `2xx`; `499` where the client left before the response. */
  readonly byStatus: Readonly<Record<string, number>>;
  /** Responses with status 409: another request had changed the resource before. */
  readonly conflicts: number;
  /** Responses by duration: `ms` is the upper bound, absent for those above all bounds. */
  readonly durations: readonly { readonly ms?: number; readonly count: number }[];
}
