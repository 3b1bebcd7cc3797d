import type { Static, TSchema } from '@sinclair/typebox';
import { assertValid, compileValidator } from '../../../engine/define/compileValidator.js';

/** Compiles a schema to a function that refuses invalid drafts and drops undeclared members. */
export const draftReader = <S extends TSchema>(schema: S): ((draft: object) => Static<S>) => {
  const validate = compileValidator(schema);
  return draft => {
    assertValid(validate(draft));
    return draft as Static<S>;
  };
};
