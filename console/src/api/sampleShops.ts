/** Sample shops, which a job of the server writes. */
import { send } from './send';

export interface SampleShop {
  readonly state: 'none' | 'waiting' | 'running' | 'completed' | 'failed';
  /** The percentage of the parts that are written. */
  readonly percent: number;
  readonly failure?: string;
  /** The password of the first customers; present once the shop is complete. */
  readonly customerPassword?: string;
}

export const readSampleShop = (projectKey: string): Promise<SampleShop> =>
  send(`/-/sample-shops/${encodeURIComponent(projectKey)}`);

export const createSampleShop = (projectKey: string, orders: number): Promise<SampleShop> =>
  send('/-/sample-shops', { method: 'POST', body: { projectKey, orders } });
