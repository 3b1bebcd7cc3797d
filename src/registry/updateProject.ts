/** The update of a project, and what hangs on it beside its resource. */
import type { Engine } from '../engine/engine.js';
import { query } from '../engine/query/query.js';
import type { ResourceRequest, Response } from '../engine/request.js';
import { update } from '../engine/update.js';
import { readJsonObject } from '../engine/json.js';
import { fail } from '../errors.js';
import { subjects } from '../oauth/tokenRecords.js';
import type { Services } from '../services.js';
import { readProject } from './settings.js';

/** The languages that the request wants for the project; undefined when it does not speak of them. */
const wantedLanguages = (body: Uint8Array): readonly unknown[] | undefined => {
  const { actions } = readJsonObject(body);
  if (!Array.isArray(actions)) return undefined;
  const changes = (actions as unknown[]).filter(each => (each as { action?: unknown } | null)?.action === 'changeLanguages');
  const last = changes.at(-1) as { languages?: unknown } | undefined;
  return Array.isArray(last?.languages) ? last.languages : undefined;
};

const isUsed = async (engine: Engine, request: ResourceRequest, languages: readonly string[]): Promise<boolean> => {
  const where = `languages contains any (${languages.map(language => JSON.stringify(language)).join(', ')})`;
  const { body } = await query(engine, { ...request, room: engine.rooms.get('store')!, address: undefined, query: new URLSearchParams({ where, limit: '1', withTotal: 'false' }) });
  return (JSON.parse(Buffer.from(body as Uint8Array).toString()) as { count: number }).count > 0;
};

/** A project keeps the languages of its stores. */
const assertLanguagesFree = async ({ engine, store }: Services, request: ResourceRequest): Promise<void> => {
  const wanted = wantedLanguages(request.body);
  const project = wanted && await readProject(store, request.projectKey);
  const dropped = project?.languages.filter(language => !wanted!.includes(language)) ?? [];
  if (dropped.length > 0 && await isUsed(engine, request, dropped)) throw fail('LanguageUsedInStores');
};

/** Grants that an external server gave end with the settings they came by; returns what has ended beside the response. */
export const updateProject = async (services: Services, request: ResourceRequest): Promise<Response & { readonly ended: readonly string[] }> => {
  await assertLanguagesFree(services, request);
  const response = await update(services.engine, request);
  services.settings.forget(request.projectKey);
  const subject = subjects.external(request.projectKey);
  await services.tokens.tell(subject);
  return { ...response, ended: [subject] };
};
