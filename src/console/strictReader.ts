import type { Static, TObject } from '@sinclair/typebox';
import { draftReader } from '../resources/customer/commands/draftReader.js';
import { assertKnownMembers } from './assertKnownMembers.js';

/** Compiles a schema to a function that refuses invalid bodies and those with members that it does not declare. */
export const strictReader = <S extends TObject>(schema: S): ((body: object) => Static<S>) => {
  const read = draftReader(schema);
  return body => {
    assertKnownMembers(body, schema);
    return read(body);
  };
};
