/** Creates many random codes of a discount: a few requests at a time, with progress. */
import { ApiError } from '../api/ApiError';
import { sendToProject } from '../api/project';
import type { Discount } from './campaign';

export interface Lot {
  readonly prefix: string;
  readonly count: number;
  /** Number of random characters after the prefix. */
  readonly length: number;
  readonly usesOfEach?: number;
  readonly usesPerCustomer?: number;
}

export interface LotProgress {
  readonly codes: readonly string[];
  readonly isRunning: boolean;
  readonly error?: unknown;
}

/** Letters and digits, without those that look alike. */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const parallelMax = 6;
/** A lot may repeat codes of another one. This many attempts only fail if the codes of a prefix are nearly used up. */
const attemptsMax = 5;

const randomCode = ({ prefix, length }: Lot): string =>
  prefix +
  Array.from(crypto.getRandomValues(new Uint8Array(length)), byte => alphabet.charAt(byte % alphabet.length)).join('');

const isTaken = (error: unknown): boolean =>
  error instanceof ApiError && error.errors.some(({ code }) => code === 'DuplicateField');

const createCode = async (projectKey: string, discount: Discount, lot: Lot): Promise<string> => {
  for (let attempt = 1; ; attempt++) {
    const code = randomCode(lot);
    const body = {
      code,
      name: discount.name,
      cartDiscounts: [{ typeId: 'cart-discount', id: discount.id }],
      ...(lot.prefix !== '' && { groups: [lot.prefix] }),
      ...(lot.usesOfEach !== undefined && { maxApplications: lot.usesOfEach }),
      ...(lot.usesPerCustomer !== undefined && { maxApplicationsPerCustomer: lot.usesPerCustomer }),
    };
    try {
      await sendToProject(projectKey, '/discount-codes', { method: 'POST', body });
      return code;
    } catch (error) {
      if (!isTaken(error) || attempt === attemptsMax) throw error;
    }
  }
};

interface LotOptions {
  readonly projectKey: string;
  readonly discount: Discount;
  readonly lot: Lot;
  readonly signal: AbortSignal;
  readonly onProgress: (progress: LotProgress) => void;
}

/** Returns the created codes. It never rejects: an error ends the lot, and is reported in the progress. */
export const createLot = async ({
  projectKey,
  discount,
  lot,
  signal,
  onProgress,
}: LotOptions): Promise<readonly string[]> => {
  const codes: string[] = [];
  let begun = 0;
  let error: unknown;
  const work = async (): Promise<void> => {
    while (begun < lot.count && error === undefined && !signal.aborted) {
      begun++;
      try {
        codes.push(await createCode(projectKey, discount, lot));
        onProgress({ codes: [...codes], isRunning: true });
      } catch (reason) {
        error = reason;
      }
    }
  };
  await Promise.all(Array.from({ length: parallelMax }, work));
  onProgress({ codes: [...codes], isRunning: false, error });
  return codes;
};
