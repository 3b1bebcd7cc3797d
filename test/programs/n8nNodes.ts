/** Runs the operations of the node for n8n through its `execute`, with a double of the context that n8n provides. */
import Module from 'node:module';
import { definitions } from '../../src/commerce/resources/index.js';
import { createSample, sampleDraft, type SampleProject } from '../support/createSample.js';
import { money, newKey } from '../support/drafts.js';
import { createProjectApi } from '../support/resourceApi.js';
import { type Sample, samples } from '../support/samples.js';
import type { Test } from '../support/tap.js';
import { load } from './support/packages.js';
import { startProgram } from './support/startProgram.js';

const { address, credentials, exchanges, expectRefusals, projectKey, quayside, test } = await startProgram('n8nNodes');
const { http } = await createProjectApi(quayside, credentials);
const project: SampleProject = { quayside, http, projectKey };
const token = await quayside.token(credentials);

interface Operation {
  readonly value: string;
  readonly method: 'GET' | 'HEAD' | 'POST' | 'DELETE';
  readonly urlTemplate: string;
  readonly bodyFields: readonly { readonly name: string }[];
}
interface Request {
  readonly method: string;
  readonly url: string;
  readonly qs?: Readonly<Record<string, string>>;
  readonly body?: object;
}
interface Property {
  readonly name: string;
  readonly options?: readonly { readonly value: string }[];
  readonly displayOptions?: { readonly show: { readonly resource?: readonly string[] } };
}
type Context = Readonly<Record<string, unknown>>;
type Node = new () => { execute: (this: Context) => Promise<readonly { readonly json: object }[][]> };

/** Replaces the only module of n8n that the node loads, which contains its errors. */
class NodeError extends Error {
  constructor(_node: unknown, cause: string | { readonly message: string }) {
    super(typeof cause === 'string' ? cause : cause.message);
  }
}
const modules = Module as unknown as { _load: (name: string, ...rest: unknown[]) => unknown };
const loadWithDouble = <T>(name: string): T => {
  const original = modules._load;
  modules._load = (each, ...rest) =>
    each === 'n8n-workflow' ? { NodeApiError: NodeError, NodeOperationError: NodeError } : original(each, ...rest);
  try {
    return load<T>(name);
  } finally {
    modules._load = original;
  }
};

const folder = 'n8n-nodes-commercetools/dist/nodes/Commercetools';
const { Commercetools } = loadWithDouble<{ readonly Commercetools: Node }>(`${folder}/Commercetools.node.js`);
const { generatedProperties } = load<{ readonly generatedProperties: readonly Property[] }>(
  `${folder}/generated/properties.js`,
);
const operations = load<Readonly<Record<string, Operation>>>(`${folder}/generated/operations.json`);

/** Sends a request like n8n, but to this server instead of the host of the region. */
const send = async ({ method, url, qs = {}, body }: Request): Promise<unknown> => {
  const target = new URL(url);
  for (const [name, value] of Object.entries(qs)) target.searchParams.set(name, value);
  const answer = await fetch(`${address}${target.pathname}${target.search}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw Object.assign(new Error(text), { statusCode: answer.status });
  return text === '' ? {} : (JSON.parse(text) as unknown);
};

type Parameters = Readonly<Record<string, unknown>>;

const execute = async (parameters: Parameters): Promise<object> => {
  const node = new Commercetools();
  const [items] = await node.execute.call({
    getInputData: () => [{ json: {} }],
    getCredentials: () => Promise.resolve({ projectKey, region: 'europe-west1.gcp' }),
    getNodeParameter: (name: string, _index: number, fallback: unknown) => parameters[name] ?? fallback,
    getNode: () => ({}),
    continueOnFail: () => false,
    helpers: { httpRequestWithAuthentication: (_name: string, request: Request) => send(request) },
  });
  return items![0]!.json;
};

/** The operations that can be chosen, with the name of their resource. */
const chosen = generatedProperties
  .filter(({ name }) => name === 'operation')
  .flatMap(({ options = [], displayOptions }) =>
    options.map(({ value }) => ({ resource: displayOptions!.show.resource![0]!, operation: operations[value]! })),
  );

/** Returns a path with `*` for each part that varies: `categories/key=*`. */
const patternOf = ({ urlTemplate }: Operation): string =>
  urlTemplate.replace(/\{\{[^}]*\}\}/g, '*').replace(/^\/\*\//, '');

const memberAt = (draft: object, path: string): unknown =>
  path.split('.').reduce<unknown>((value, name) => (value as Parameters | undefined)?.[name], draft);

const uniqueActions: Readonly<Record<string, () => object>> = {
  product: () => ({ action: 'setKey', key: newKey('product') }),
  'customer-group': () => ({ action: 'changeName', name: newKey('group') }),
};

/** Members of drafts for which the form of the node has no other fields. */
const knownValues: Readonly<Record<string, () => Promise<object>>> = {
  'product-discount': async () => ({ value: { type: 'absolute', money: [money(100)] } }),
  'product-tailoring': async () => ({ store: { key: (await createSample(project, 'store')).key } }),
};

const createParameters = async (typeId: string, resource: string, { value, bodyFields }: Operation) => {
  const draft = { ...(await sampleDraft(project, typeId)), ...(await knownValues[typeId]?.()) };
  return Object.fromEntries(
    bodyFields.map(({ name }) => [
      `body__create__${resource}__${value}__${name.replaceAll('.', '__')}`,
      memberAt(draft, name),
    ]),
  );
};

const resourceParameters = async (typeId: string, resource: string): Promise<Parameters> => {
  const { id, key, orderNumber, version } = await createSample(project, typeId);
  const action = uniqueActions[typeId]?.() ?? (samples[typeId] as Sample).updateAction;
  return {
    resourceId: id,
    resourceKey: key ?? orderNumber,
    orderNumber,
    version,
    [`actionsJson__${resource}`]: JSON.stringify([action]),
  };
};

const run = async (t: Test, parameters: Parameters, status: number): Promise<void> => {
  const sent = exchanges.length;
  const answer = await execute(parameters).catch((error: unknown) => error as Error);
  const exchange = exchanges[sent]!;
  t.equal(exchange.status, status, `${exchange.method} ${exchange.path}: ${exchange.responseBody}`);
  if (status < 400) t.notOk(answer instanceof Error, (answer as Error).message);
};

/** The first segments of paths that the server does not offer. */
const missing = new Set([
  'as-associate',
  'associate-roles',
  'business-units',
  'payment-methods',
  'recurring-orders',
  'subscriptions',
]);

const typeIdByPath = new Map(definitions.map(({ path, typeId }) => [path, typeId]));
const typeIdOf = (path: string): string | undefined => {
  const typeId = typeIdByPath.get(path);
  return typeId !== undefined && typeof samples[typeId] === 'object' ? typeId : undefined;
};

const ofResource = /^([a-z-]+)(?:\/(?:key=|order-number=)?\*)?$/;
const ofCollection = /^(?:in-store\/key=\*\/)?([a-z-]+)$/;
const store = await createSample(project, 'store');
expectRefusals({ status: 501 });

for (const { resource, operation } of chosen) {
  const { value, method } = operation;
  const pattern = patternOf(operation);
  const [, path = ''] = ofResource.exec(pattern) ?? [];
  const typeId = typeIdOf(path);
  const isCreation = method === 'POST' && pattern === path;
  const isRead = method === 'GET' || method === 'HEAD';
  const choice = { resource, operation: value };

  // The node omits the version of the cart, which the API requires.
  if (value === 'createOrder') continue;
  if (typeId !== undefined)
    test(`${value}: ${method} ${pattern}`, async t => {
      const parameters = isCreation
        ? await createParameters(typeId, resource, operation)
        : await resourceParameters(typeId, resource);
      await run(t, { ...choice, ...parameters }, isCreation ? 201 : 200);
    });
  else if (isRead && missing.has(pattern))
    test(`${value}: ${method} ${pattern} needs a part that is not offered yet`, t => run(t, choice, 501));
  else if (method === 'GET' && !missing.has(pattern.split('/').at(-1)!) && ofCollection.test(pattern))
    test(`${value}: ${method} ${pattern}`, t => run(t, { ...choice, storeKey: store.key }, 200));
}
