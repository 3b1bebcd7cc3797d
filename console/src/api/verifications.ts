/** Verifications of the stored data of a project, which a job of the server makes. */
import { send } from './send';

export interface Difference {
  readonly kind: string;
  readonly subject: string;
  readonly detail: string;
}

export interface Verification {
  readonly state: 'none' | 'waiting' | 'running' | 'completed' | 'failed';
  /** Counts compared keys; 0 before the first ones. */
  readonly progress: 0 | { readonly keys: number };
  readonly failure?: string;
  readonly endedAt?: string;
  readonly result?: {
    readonly resources: Readonly<Record<string, number>>;
    readonly counts: Readonly<Record<string, number>>;
    /** The first differences; `counts` contains the number of all. */
    readonly differences: readonly Difference[];
    readonly search?: { readonly index: number; readonly documents: number; readonly pending: number };
    readonly isEqual: boolean;
  };
}

export const readVerification = (projectKey: string): Promise<Verification> =>
  send(`/-/verifications/${encodeURIComponent(projectKey)}`);

export const createVerification = (projectKey: string): Promise<Verification> =>
  send('/-/verifications', { method: 'POST', body: { projectKey } });
