/** The stored samples, one for each format: the contents and the place of their files. */
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

/** Returns the layout of a build's data beside bodies; empty for a format without a sample. */
export const sampleLayout = (format: number): Layout =>
  existsSync(samplePath(format, 'layout.json')) ? (JSON.parse(readSample(format, 'layout.json')) as Layout) : {};

/** Returns the part of a layout with the types that a sample knows. */
export const knownTypes = (layout: Layout, sample: Layout): Layout =>
  Object.fromEntries(Object.entries(layout).filter(([typeId]) => typeId in sample));

/** This key encrypts the secrets in a sample. */
export const sampleEncryptionKey = 'a key of thirty-two characters, for tests';

/** Returns the ids in the answer to a query or a search, in their order. */
export const idsOf = (answer: unknown): string[] => {
  const { results, hits } = answer as Partial<Record<'results' | 'hits', readonly { readonly id: string }[]>>;
  return (results ?? hits ?? []).map(({ id }) => id);
};
