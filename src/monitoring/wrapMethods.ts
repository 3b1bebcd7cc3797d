export type AsyncMethod = (...args: never[]) => Promise<unknown>;

const methodNames = (target: object): string[] => {
  const names = new Set(Object.keys(target));
  for (let prototype: unknown = Object.getPrototypeOf(target); ; prototype = Object.getPrototypeOf(prototype)) {
    if (prototype === null || prototype === Object.prototype) break;
    for (const name of Object.getOwnPropertyNames(prototype)) if (name !== 'constructor') names.add(name);
  }
  return [...names].filter(name => typeof Reflect.get(target, name) === 'function');
};

/** The names of the methods that return something else than a promise. */
type OtherName<T> = { [Name in keyof T]: T[Name] extends AsyncMethod ? never : Name }[keyof T];

/** Names all methods that stay as they are; the compiler refuses a list without one of them. */
export type Unwrapped<T> = { readonly [Name in OtherName<T>]: true };

/**
 * Returns an object with the methods of `target`, each replaced by what `wrap` returns for it. What returns no promise,
 * such as an iteration, stays as it is.
 */
export const wrapMethods = <T extends object>(
  target: T,
  unwrapped: Unwrapped<T>,
  wrap: (name: string, method: AsyncMethod) => AsyncMethod,
): T =>
  Object.fromEntries(
    methodNames(target).map(name => {
      const method = Reflect.get(target, name) as AsyncMethod;
      const bound: AsyncMethod = (...args) => method.apply(target, args);
      return [name, name in unwrapped ? bound : wrap(name, bound)];
    }),
  ) as T;
