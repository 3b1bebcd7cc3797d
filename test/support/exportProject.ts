/** Reads whole projects over HTTP, to compare the contents of two projects. */
import type { ClientCredentials } from '../../src/projects/createProject.js';
import { definitions } from '../../src/commerce/resources/index.js';
import type { Quayside } from './quayside.js';

export interface ExportedResource {
  readonly id: string;
  readonly [member: string]: unknown;
}

const pageSize = 500;
/** Types without a collection of their own, and API clients, which no two projects share. */
const leftOut = new Set([
  'project',
  'api-client',
  'category-move',
  'customer-email-token',
  'customer-password-token',
  'definition-change',
]);

const exportedTypes = definitions.filter(({ typeId }) => !leftOut.has(typeId));

/** Returns all resources of a project by typeId, in the order of their ids. */
export const exportProject = async (
  quayside: Quayside,
  credentials: ClientCredentials,
): Promise<Readonly<Record<string, readonly ExportedResource[]>>> => {
  const http = quayside.http.as(await quayside.token(credentials));
  const readAll = async (path: string): Promise<ExportedResource[]> => {
    const found: ExportedResource[] = [];
    for (;;) {
      const { status, json, text } = await http.send(
        'GET',
        `/${credentials.projectKey}/${path}?limit=${pageSize}&offset=${found.length}&sort=id%20asc`,
      );
      if (status !== 200) throw new Error(`GET ${path} answered ${status}: ${text}`);
      const { results } = json as { readonly results: readonly ExportedResource[] };
      found.push(...results);
      if (results.length < pageSize) return found;
    }
  };
  const exported: Record<string, readonly ExportedResource[]> = {};
  for (const { typeId, path } of exportedTypes) exported[typeId] = await readAll(path);
  return exported;
};
