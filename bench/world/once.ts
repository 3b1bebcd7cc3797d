/** Calls `make` at the first call only. */
export const once = <T>(make: () => Promise<T>): (() => Promise<T>) => {
  let made: Promise<T> | undefined;
  return () => (made ??= make());
};

/** Calls `make` once for each key, such as the world of a case. */
export const oncePer = <K extends object, T>(make: (key: K) => Promise<T>): ((key: K) => Promise<T>) => {
  const made = new WeakMap<K, Promise<T>>();
  return key => {
    const found = made.get(key) ?? make(key);
    made.set(key, found);
    return found;
  };
};
