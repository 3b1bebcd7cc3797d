import { fail } from '../errors/ApiError.js';

/** The lookup that a message names. */
interface Lookup {
  readonly typeId: string;
  readonly field: string;
  readonly value: string;
  readonly storeKey?: string;
}

const shownCharactersMax = 256;

/** Makes the error for a resource that does not exist, or that the path does not show (ERR016). */
export const resourceNotFound = ({ typeId, field, value, storeKey }: Lookup) =>
  fail('ResourceNotFound', {
    message: `The ${typeId} with ${field} '${value.slice(0, shownCharactersMax)}' was not found${storeKey === undefined ? '' : ` in the store '${storeKey}'`}.`,
  });
