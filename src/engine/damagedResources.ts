/** Damaged resources in lists: they are left out, counted and logged, while a read of one alone is refused. */
import { ApiError } from '../base/errors/ApiError.js';
import { reportDamagedBody } from '../store/damagedBodies.js';

/** Turns the error of a read of a damaged resource, which is reported already, into null. */
export const leaveOutDamaged = (error: unknown): null => {
  if (error instanceof ApiError && error.entries[0].code === 'DamagedResource') return null;
  throw error;
};

const idAtStart = /^\{"id":"([^"]*)"/;
const startBytes = 512;

/**
 * Returns the result of `parse`; undefined for a body that is not JSON, which is reported: its damage is between the
 * beginning and the end, where the read does not see it.
 */
export const parseUndamaged = <T>(
  projectKey: string,
  typeId: string,
  body: Buffer,
  parse: (body: Buffer) => T,
): T | undefined => {
  try {
    return parse(body);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    const [, id = ''] = idAtStart.exec(body.toString('latin1', 0, startBytes)) ?? [];
    reportDamagedBody(projectKey, typeId, id, error);
    return undefined;
  }
};
