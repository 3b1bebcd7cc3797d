/** Ajv is loaded when a thread first needs it: most threads never do, and it takes 50 ms of their start. */
import { createRequire } from 'node:module';
import type { Static, TSchema } from '@sinclair/typebox';
import type { Ajv, Options, ValidateFunction } from 'ajv';

const load = createRequire(import.meta.url);

export const createAjv = (options: Options): Ajv => new (load('ajv') as typeof import('ajv')).Ajv(options);

/** A check that is compiled when it is first called. */
export const schemaGuard = <S extends TSchema>(
  schema: S,
  options: Options,
): ((value: unknown) => value is Static<S>) => {
  let check: ValidateFunction<Static<S>> | undefined;
  return (value): value is Static<S> => {
    check ??= createAjv(options).compile<Static<S>>(schema);
    return check(value);
  };
};
