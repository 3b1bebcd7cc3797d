/** The state that `/readyz` reports. */
export interface Readiness {
  /** Says why no request can be served; undefined where some can. */
  readonly failure: string | undefined;
  /** Lists the faults by kind; a list is empty while nothing of its kind is wrong. */
  readonly faults: Readonly<Record<'writeRefusals' | 'failedNodes' | 'missingReplicas', readonly object[]>>;
}
