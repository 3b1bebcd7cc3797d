/** The valid requests that the search for slow requests inflates. */
import { definitions } from '../../src/commerce/resources/index.js';
import type { Http } from '../support/http.js';
import { type Sample, samples } from '../support/samples.js';

type Client = Pick<Http, 'send'>;

export interface TimedTemplate {
  readonly name: string;
  readonly path: string;
  readonly body: object;
}

type Versioned = { readonly id: string; readonly version: number };

/** The prepared request, and what removes what it leaves. */
export interface PreparedTemplate extends TimedTemplate {
  readonly cleanUp: (response: unknown) => Promise<void>;
}

/** Prepares a request whose effects end with it, so that a search of hours does not fill the store. */
export type PrepareTemplate = () => Promise<PreparedTemplate>;

const isSample = (sample: (typeof samples)[string] | undefined): sample is Sample =>
  typeof sample === 'object' && sample.needs === undefined && sample.prepare === undefined;

const resourceOf = ({ responseMember }: Sample, response: unknown): Versioned | undefined =>
  (responseMember === undefined ? response : (response as Record<string, unknown> | undefined)?.[responseMember]) as
    | Versioned
    | undefined;

/** A creation and an update of each resource type whose sample needs no other resource. */
const resourceTemplates = (http: Client, base: string): PrepareTemplate[] =>
  definitions.flatMap(({ typeId, path }): PrepareTemplate[] => {
    const sample = samples[typeId];
    if (!isSample(sample) || typeId === 'extension') return [];
    const creationPath = sample.creation === undefined ? path : `${path}/${sample.creation}`;
    const remove = async ({ id }: Versioned): Promise<void> => {
      const { status, json } = await http.send('GET', `${base}/${path}/${id}`);
      if (status !== 200) return;
      await http.send('DELETE', `${base}/${path}/${id}?version=${(json as Versioned).version}`);
    };
    return [
      async () => ({
        name: `create ${typeId}`,
        path: creationPath,
        body: sample.draft({}),
        cleanUp: async response => {
          const created = resourceOf(sample, response);
          if (created?.id !== undefined) await remove(created);
        },
      }),
      async () => {
        const { json } = await http.send('POST', `${base}/${creationPath}`, { body: sample.draft({}) });
        const created = resourceOf(sample, json) as Versioned;
        return {
          name: `update ${typeId}`,
          path: `${path}/${created.id}`,
          body: { version: created.version, actions: [sample.updateAction] },
          cleanUp: () => remove(created),
        };
      },
    ];
  });

const query = 'query($where: String) { orders(where: $where, sort: ["createdAt asc"]) { results { id orderNumber } } }';

const otherTemplates: readonly TimedTemplate[] = [
  {
    name: 'GraphQL predicate',
    path: 'graphql',
    body: { query, variables: { where: 'lineItems(quantity > 1) or customerEmail in ("a")' } },
  },
  {
    name: 'order search',
    path: 'orders/search',
    body: { query: { or: [{ wildcard: { field: 'orderNumber', value: '*a*b' } }] }, sort: [{ field: 'score' }] },
  },
];

export const timedTemplates = (http: Client, base: string): PrepareTemplate[] => [
  ...resourceTemplates(http, base),
  ...otherTemplates.map(template => async () => ({ ...template, cleanUp: async () => undefined })),
];
