/** What `/readyz` says. */
export interface Readiness {
  /** Why no request can be served; undefined where some can. */
  readonly failure: string | undefined;
  /** Lists of what is wrong; each is empty while nothing of its kind is. */
  readonly faults: Readonly<Record<'writeRefusals' | 'failedNodes' | 'missingReplicas', readonly object[]>>;
}
