/**
 * Observers of the calls of an object, such as the operations of the store: one mechanism to count, measure and trace.
 */

export type AsyncMethod = (...args: never[]) => Promise<unknown>;

/** Runs when a call has ended, with its error if it failed. */
export type AfterCall = (error?: unknown) => void;

export interface MethodObserver {
  /** Runs before a call, and returns what runs after it, if anything. */
  readonly before: (...args: never[]) => AfterCall | undefined;
}

/** Returns the observer of a method; undefined for a method that it does not observe. */
export type CallObserver = (method: string) => MethodObserver | undefined;

/** The names of the methods that return something else than a promise. */
type OtherName<T> = { [Name in keyof T]: T[Name] extends AsyncMethod ? never : Name }[keyof T];

/** Names all methods that are not observed; the compiler refuses a list without one of them. */
export type Unobserved<T> = { readonly [Name in OtherName<T>]: true };

const observeCall = (method: AsyncMethod, observers: readonly MethodObserver[], args: never[]): Promise<unknown> => {
  let after: AfterCall[] | undefined;
  for (const { before } of observers) {
    const afterCall = before(...args);
    if (afterCall !== undefined) after = after === undefined ? [afterCall] : [...after, afterCall];
  }
  const reply = method(...args);
  if (after === undefined) return reply;
  const [first] = after;
  const end: AfterCall =
    after.length === 1 && first !== undefined ? first : error => after.forEach(each => each(error));
  reply.then(() => end(), end);
  return reply;
};

const observeMethod = (method: AsyncMethod, observers: readonly MethodObserver[]): AsyncMethod => {
  if (observers.length === 0) return method;
  return (...args) => observeCall(method, observers, args);
};

/**
 * Returns an object with the methods that are properties of `target`, observed. Methods that return no promise, such as
 * iterations, stay as they are, and so do methods without observers.
 */
export const observeCalls = <T extends object>(
  target: T,
  unobserved: Unobserved<T>,
  observers: readonly CallObserver[],
): T =>
  Object.fromEntries(
    Object.entries(target).map(([name, method]) => [
      name,
      typeof method !== 'function' || name in unobserved
        ? method
        : observeMethod(
            method as AsyncMethod,
            observers.flatMap(observer => observer(name) ?? []),
          ),
    ]),
  ) as T;
