/** Reads deleted messages from the history of a resource (docs/decisions/history.md). */
import { invalidInput } from '../base/errors/ApiError.js';
import type { Engine } from '../engine/Engine.js';
import { readInteger, readParameters } from '../engine/queryParameters.js';
import { timeOfId } from '../store/timeOrderedId.js';
import type { HistoryPage } from './HistoryPage.js';

const limitDefault = 20;
const limitMax = 500;

const messageId = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const readText = (query: URLSearchParams, name: string, pattern: RegExp, expected: string): string => {
  const text = query.get(name) ?? '';
  if (!pattern.test(text))
    throw invalidInput(`The query parameter '${name}' is '${text.slice(0, 100)}'; expected ${expected}.`);
  return text;
};

export const readHistory = async (
  engine: Engine,
  projectKey: string,
  query: string,
  keptDays: number,
): Promise<HistoryPage> => {
  const { store, resourceTypes } = engine;
  const parameters = readParameters(query);
  const typeId = readText(parameters, 'typeId', /^[a-z-]{1,50}$/, 'the type of a resource, such as order');
  if (!resourceTypes.has(typeId))
    throw invalidInput(`There is no resource type '${typeId}'; expected one such as order.`);
  const id = readText(parameters, 'id', /^[\w-]{1,256}$/, 'the id of a resource');
  const before = parameters.has('before')
    ? readText(parameters, 'before', messageId, 'the id of a message')
    : undefined;
  const limit = readInteger(parameters, 'limit', limitDefault, 1, limitMax);
  const entries = await store.history(projectKey, { typeId, id }, { nowMs: engine.now().getTime(), days: keptDays });
  const older = entries.filter(entry => before === undefined || entry.id < before).reverse();
  const results = older.slice(0, limit).map(entry => ({
    id: entry.id,
    createdAt: new Date(timeOfId(entry.id)).toISOString(),
    resource: { typeId, id },
    ...(JSON.parse(entry.text) as object),
  }));
  const next = older.length > limit ? results.at(-1)?.id : undefined;
  return { limit, count: results.length, keptDays, ...(next !== undefined && { next }), results };
};
