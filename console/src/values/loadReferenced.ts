/** Loads the referenced resources of a page: those of one type that appear together, in one request. */
import { sendToProject } from '../api/project';
import type { Page, Resource } from '../api/Resource';

export interface Referenced {
  readonly projectKey: string;
  /** The path of the resource type. */
  readonly path: string;
  readonly member: 'id' | 'key';
  readonly value: string;
}

interface Waiting {
  readonly value: string;
  readonly resolve: (resource: Resource | null) => void;
  readonly reject: (error: unknown) => void;
}

/** References of a table appear at nearly the same time, so requests wait this long for others. */
const waitMs = 5;
/** Bounds the values in a request, so that its address stays short. */
const valuesMax = 40;

const batches = new Map<string, Waiting[]>();

const load = async ({ projectKey, path, member }: Referenced, waiting: readonly Waiting[]): Promise<void> => {
  const values = [...new Set(waiting.map(({ value }) => JSON.stringify(value)))];
  try {
    const query = { where: `${member} in (${values.join(', ')})`, limit: values.length, withTotal: false };
    const { results } = await sendToProject<Page>(projectKey, `/${path}`, { query });
    const found = new Map(results.map(resource => [resource[member], resource]));
    for (const { value, resolve } of waiting) resolve(found.get(value) ?? null);
  } catch (error) {
    for (const { reject } of waiting) reject(error);
  }
};

/** Returns the resource; null if it no longer exists. */
export const loadReferenced = (referenced: Referenced): Promise<Resource | null> =>
  new Promise((resolve, reject) => {
    const { projectKey, path, member, value } = referenced;
    const name = `${projectKey} ${path} ${member}`;
    const batch = batches.get(name) ?? [];
    batch.push({ value, resolve, reject });
    batches.set(name, batch);
    const send = (): void => {
      batches.delete(name);
      for (let at = 0; at < batch.length; at += valuesMax) void load(referenced, batch.slice(at, at + valuesMax));
    };
    if (batch.length === 1) setTimeout(send, waitMs);
  });
