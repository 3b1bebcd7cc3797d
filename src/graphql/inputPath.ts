/** A step into an input value: the name of a member, or an index. */
export type PathStep = string | number;

/** Prints the path of a value in the input: `$draft.addresses[0].country`. */
export const inputPath = (root: string, steps: readonly PathStep[]): string =>
  steps.reduce<string>((path, step) => (typeof step === 'number' ? `${path}[${step}]` : `${path}.${step}`), root);
