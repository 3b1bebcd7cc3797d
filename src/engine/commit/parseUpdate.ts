import { type ErrorEntry, errorEntry } from '../../errors/ApiError.js';
import { assertValid } from '../define/compileValidator.js';
import { describeJson, readJsonObject } from '../document/json.js';
import type { ResourceRequest } from '../ResourceRequest.js';
import { parseActions, type ParsedAction } from './parseActions.js';

/** The body of an update. */
export interface ParsedUpdate {
  readonly version: number;
  readonly actions: readonly ParsedAction[];
}

const versionEntry = (version: unknown): ErrorEntry =>
  version === undefined
    ? errorEntry('RequiredField', { field: 'version', expected: 'an integer, the version last seen' })
    : errorEntry('InvalidJsonInput', {
        message: `Malformed field 'version': expected an integer, got ${describeJson(version)}.`,
      });

const actionsEntry = (actions: unknown): ErrorEntry =>
  actions === undefined
    ? errorEntry('RequiredField', { field: 'actions', expected: 'a list of update actions' })
    : errorEntry('InvalidJsonInput', {
        message: `Malformed field 'actions': expected an array, got ${describeJson(actions)}.`,
      });

/** Reads version and actions of an update (GEN066, GEN068, GEN082); all errors are reported together. */
export const parseUpdate = ({ resourceType, own, body }: ResourceRequest): ParsedUpdate => {
  const available = { resourceType, own, actions: own === true ? resourceType.ownActions : resourceType.actions };
  const { version, actions } = readJsonObject(body);
  const entries: ErrorEntry[] = [];
  if (!Number.isInteger(version)) entries.push(versionEntry(version));
  if (!Array.isArray(actions)) entries.push(actionsEntry(actions));
  const parsed = Array.isArray(actions) ? parseActions(available, actions, entries) : [];
  assertValid(entries);
  return { version: version as number, actions: parsed };
};
