/** The progress of the guided set-up. This browser stores it, so that a person can continue later; it has no secret. */
export const guideSteps = ['account', 'project', 'shop', 'client', 'end'] as const;
export type GuideStep = (typeof guideSteps)[number];

export interface GuideState {
  readonly step: GuideStep;
  /** Absent before a project is chosen. */
  readonly projectKey?: string;
}

const storedName = 'quayside-guide';

const isState = (value: unknown): value is GuideState => {
  if (typeof value !== 'object' || value === null) return false;
  const { step, projectKey } = value as { readonly step?: unknown; readonly projectKey?: unknown };
  return guideSteps.some(each => each === step) && ['string', 'undefined'].includes(typeof projectKey);
};

/** Returns the state; undefined if no set-up has begun, or if it has ended. */
export const readGuide = (): GuideState | undefined => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storedName) ?? 'null');
    return isState(stored) ? stored : undefined;
  } catch {
    // If the stored state cannot be read, the guide begins anew.
    return undefined;
  }
};

export const writeGuide = (state: GuideState): void => localStorage.setItem(storedName, JSON.stringify(state));

export const endGuide = (): void => localStorage.removeItem(storedName);
