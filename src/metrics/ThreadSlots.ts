/** Names for threads that come and go: the lowest number that is free, so that there are never more names than threads at once. */
export const createSlots = (): ((threadIds: readonly number[]) => ReadonlyMap<number, number>) => {
  const held = new Map<number, number>();
  return threadIds => {
    for (const id of held.keys()) if (!threadIds.includes(id)) held.delete(id);
    for (const id of threadIds) {
      if (held.has(id)) continue;
      const taken = new Set(held.values());
      let slot = 1;
      while (taken.has(slot)) slot++;
      held.set(id, slot);
    }
    return held;
  };
};
