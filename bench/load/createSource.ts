/** Decides which request a load sends next. */

interface Target {
  readonly kind: string;
  readonly once: boolean;
  /** True if it may not be sent now, since it is in progress. */
  readonly isBusy: boolean;
}

/** Returns the next request; undefined if all are in progress or were sent once. */
type Source<T> = () => T | undefined;

/** Repeats requests in their order. Updates of one resource would conflict, so one that is busy is left out. */
const inOrder = <T extends Target>(targets: readonly T[]): Source<T> => {
  let next = 0;
  return () => {
    for (let tried = 0; tried < targets.length; tried++) {
      const isRepeated = next >= targets.length;
      const target = targets[next++ % targets.length];
      if (target?.isBusy === false && !(isRepeated && target.once)) return target;
    }
    return undefined;
  };
};

/**
 * Takes requests of all kinds, each kind as often as its share says, and evenly spread: the kind that has received the
 * least of its share is next. A kind whose requests were all sent is left out.
 */
export const createSource = <T extends Target>(
  targets: readonly T[],
  mix?: Readonly<Record<string, number>>,
): Source<T> => {
  if (mix === undefined) return inOrder(targets);
  const kinds = Object.entries(mix).map(([kind, share]) => {
    const ofKind = targets.filter(each => each.kind === kind);
    if (ofKind.length === 0) throw new Error(`the mix has no request of the kind ${kind}`);
    return { share, taken: 0, take: inOrder(ofKind) };
  });
  const partOf = ({ share, taken }: { readonly share: number; readonly taken: number }): number => (taken + 1) / share;
  return () => {
    for (const kind of kinds.toSorted((one, other) => partOf(one) - partOf(other))) {
      const target = kind.take();
      if (target === undefined) continue;
      kind.taken++;
      return target;
    }
    return undefined;
  };
};
