import type { BeforeCommit } from '../../engine/define/BeforeCommit.js';
import { fail } from '../../errors/ApiError.js';
import type { Extension } from './members.js';

/** Refuses a new destination that the server would never call: its owner learns it before the first order fails. */
export const assertCallableDestination: BeforeCommit<Extension> = async (access, { changes: { destination } }) => {
  if (destination !== undefined && !access.mayCall(destination.url))
    throw fail('InvalidField', {
      field: 'destination.url',
      invalidValue: destination.url,
      expected:
        'Expected a public address: this server calls only those private and loopback addresses that its setting PRIVATE_DESTINATIONS lists.',
    });
  return {};
};
