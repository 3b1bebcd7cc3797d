export type AsyncMethod = (...args: never[]) => Promise<unknown>;

const methodNames = (target: object): string[] => {
  const names = new Set(Object.keys(target));
  for (let prototype: unknown = Object.getPrototypeOf(target); ; prototype = Object.getPrototypeOf(prototype)) {
    if (prototype === null || prototype === Object.prototype) break;
    for (const name of Object.getOwnPropertyNames(prototype)) if (name !== 'constructor') names.add(name);
  }
  return [...names].filter(name => typeof Reflect.get(target, name) === 'function');
};

/** Returns an object with the methods of `target`, each replaced by what `wrap` returns for it. */
export const wrapMethods = <T extends object>(target: T, wrap: (name: string, method: AsyncMethod) => AsyncMethod): T =>
  Object.fromEntries(
    methodNames(target).map(name => {
      const method = Reflect.get(target, name) as AsyncMethod;
      return [name, wrap(name, (...args) => method.apply(target, args))];
    }),
  ) as T;
