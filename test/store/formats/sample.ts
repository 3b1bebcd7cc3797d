/** The stored samples, one for each format: what is in a folder, and where it is. */
import { existsSync, readFileSync } from 'node:fs';
import { packageFile } from '../../../src/base/config/packageFile.js';

/** A request that reads resources, and the ids in its answer. */
export interface SampleRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: object;
  readonly ids: readonly string[];
}

export interface SampleAnswers {
  readonly projectKey: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly login: { readonly email: string; readonly password: string };
  readonly requests: readonly SampleRequest[];
}

export const samplePath = (format: number, name: 'store.jsonl' | 'answers.json' | 'layout.json'): URL =>
  packageFile(`test/store/formats/${format}/${name}`);

export const readSample = (format: number, name: Parameters<typeof samplePath>[1]): string =>
  readFileSync(samplePath(format, name), 'utf8');

export type Layout = Readonly<Record<string, readonly string[]>>;

/** What a build of a format stores beside bodies; empty for a format without a sample. */
export const sampleLayout = (format: number): Layout =>
  existsSync(samplePath(format, 'layout.json')) ? (JSON.parse(readSample(format, 'layout.json')) as Layout) : {};

/** Those of some types that a sample knows. */
export const knownTypes = (layout: Layout, sample: Layout): Layout =>
  Object.fromEntries(Object.entries(layout).filter(([typeId]) => typeId in sample));

/** The secrets in a sample are encrypted with it. */
export const sampleEncryptionKey = 'a key of thirty-two characters, for tests';

/** The ids in the answer to a query or a search, in their order. */
export const idsOf = (answer: unknown): string[] => {
  const { results, hits } = answer as Partial<Record<'results' | 'hits', readonly { readonly id: string }[]>>;
  return (results ?? hits ?? []).map(({ id }) => id);
};
