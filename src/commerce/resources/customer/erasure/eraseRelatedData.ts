import type { TSchema } from '@sinclair/typebox';
import { nameOf } from '../../../../engine/schema/Named.js';
import { allowsScope } from '../../../../base/credentials/scopes.js';
import { fail, required, invalidInput } from '../../../../base/errors/ApiError.js';
import type { Base } from '../../../../engine/define/Base.js';
import type { ResourceType } from '../../../../engine/define/ResourceType.js';
import type { Engine } from '../../../../engine/Engine.js';
import { loadMany } from '../../../../engine/loadResources.js';
import { type Redact, redactResource } from '../../../../engine/commit/redactResource.js';
import { readFlag } from '../../../../engine/queryParameters.js';
import type { ResourceRequest } from '../../../../engine/ResourceRequest.js';
import { relatedPayments, relatedTypes } from './personalMembers.js';

type Members = Readonly<Record<string, unknown>>;

/** The members of an address that taxes and statistics need, or that items refer to. */
const keptOfAddress = ['id', 'key', 'country', 'region', 'state'];

const addressWithoutPerson = (address: Members): Members =>
  Object.fromEntries(Object.entries(address).filter(([name]) => keptOfAddress.includes(name)));

/** Tells whether a value has no text about a person: a number, an amount, a flag, or a reference to no customer. */
const isKeptFieldValue = (value: unknown): boolean => {
  if (Array.isArray(value)) return value.every(isKeptFieldValue);
  if (typeof value === 'number' || typeof value === 'boolean') return true;
  if (typeof value !== 'object' || value === null) return false;
  const { centAmount, typeId } = value as { readonly centAmount?: unknown; readonly typeId?: unknown };
  return typeof centAmount === 'number' || (typeof typeId === 'string' && typeId !== 'customer');
};

const fieldsWithoutPerson = ({ fields, ...custom }: Members): Members => ({
  ...custom,
  fields: Object.fromEntries(Object.entries(fields as Members).filter(([, value]) => isKeptFieldValue(value))),
});

const redactions: ReadonlyMap<string, (value: Members) => Members> = new Map([
  ['Address', addressWithoutPerson],
  ['CustomFields', fieldsWithoutPerson],
]);

/** Returns the value with each address and each custom field in it reduced. */
const withoutPerson = (schema: TSchema | undefined, value: unknown): unknown => {
  if (schema === undefined || typeof value !== 'object' || value === null) return value;
  const redaction = redactions.get(nameOf(schema)?.component ?? '');
  if (redaction !== undefined) return redaction(value as Members);
  if (Array.isArray(value)) return value.map(element => withoutPerson(schema.items as TSchema | undefined, element));
  const members = (schema.properties ?? {}) as Record<string, TSchema | undefined>;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, withoutPerson(members[name], member)]),
  );
};

// Erases a person from everything that refers to a customer, before the customer is deleted (CUST133, GEN070).

type Values = Readonly<Record<string, unknown>>;
type RelatedType = (typeof relatedTypes)[number];

/** The scopes that are needed besides the one that deletes customers, since mostly orders and payments change. */
const neededScopes = ['manage_orders', 'manage_payments'];
/** Ids that one command reads. */
const idsAtOnce = 10_000;
const batchSize = 20;

/** Refuses a path that does not show everything of a customer, and a token that may not change orders and payments. */
export const assertMayEraseRelatedData = (request: ResourceRequest): void => {
  const { projectKey, own, storeKey, query, scopes = new Set() } = request;
  if (!readFlag(query, 'dataErasure', false))
    throw invalidInput('Malformed parameter: relatedData: expected it together with dataErasure=true, got it alone.');
  if (own === true || storeKey !== undefined)
    throw invalidInput(
      'Malformed parameter: relatedData: expected a deletion at /customers, which reaches the data of all ' +
        'stores, got one at /me or in a store.',
    );
  const missing = neededScopes.filter(name => !allowsScope(scopes, [name]));
  if (missing.length > 0)
    throw fail('insufficient_scope', {
      message:
        'Insufficient scope. relatedData changes orders and payments: these are needed too: ' +
        `${missing.map(name => `${name}:${projectKey}`).join(', ')}.`,
    });
};

/** Removes the person from the creator of a resource; the API client stays. */
const creatorWithoutPerson = (creator: unknown): unknown => {
  if (typeof creator !== 'object' || creator === null) return creator;
  const { clientId, isPlatformClient } = creator as Values;
  return { clientId, isPlatformClient };
};

const redactedMembers = (
  { definition: { resource: schema } }: ResourceType,
  { rules }: RelatedType,
  resource: Base,
): ReturnType<Redact> => {
  if (rules === undefined) return 'remove';
  const changes: Record<string, unknown> = { createdBy: creatorWithoutPerson(resource.createdBy) };
  const values = resource as Base & Values;
  const redact = (name: string, rule: unknown): unknown => {
    if (rule === 'remove') return undefined;
    const value = typeof rule === 'function' ? (rule as (value: unknown) => unknown)(values[name]) : values[name];
    return withoutPerson(required(schema.properties[name], name), value);
  };
  for (const [name, rule] of Object.entries(rules)) if (values[name] !== undefined) changes[name] = redact(name, rule);
  return changes;
};

interface WithPayments extends Base {
  readonly paymentInfo?: { readonly payments: readonly { readonly id: string }[] };
}

/** Redacts resources of one type, and before them the payments that they name: a payment need not name its customer. */
const redactBatch = async (
  engine: Engine,
  request: ResourceRequest,
  related: RelatedType,
  ids: readonly string[],
): Promise<void> => {
  const { typeId } = related;
  const resourceType = required(engine.resourceTypes.get(typeId), typeId);
  const found = await loadMany<WithPayments>(engine, request.projectKey, typeId, ids);
  const payments = [...found.values()].flatMap(({ paymentInfo }) => paymentInfo?.payments ?? []);
  if (payments.length > 0)
    await redactBatch(engine, request, relatedPayments, [...new Set(payments.map(({ id }) => id))]);
  const redact: Redact = resource => redactedMembers(resourceType, related, resource);
  await Promise.all(ids.map(id => redactResource(engine, request, resourceType, id, redact)));
};

const eraseFromType = async (
  engine: Engine,
  request: ResourceRequest,
  related: RelatedType,
  customerId: string,
): Promise<void> => {
  const { typeId, customerPath } = related;
  const list = { by: 'value', path: customerPath, value: customerId } as const;
  // All ids first: some resources leave the list when they are redacted.
  const ids: string[] = [];
  for (let from = 0; from === ids.length; from += idsAtOnce)
    ids.push(...(await engine.store.idsInRange(request.projectKey, typeId, list, { from, to: from + idsAtOnce })));
  for (let at = 0; at < ids.length; at += batchSize)
    await redactBatch(engine, request, related, ids.slice(at, at + batchSize));
};

/**
 * Erases the person from all resources that refer to the customer, each in its own commit; shopping lists are deleted.
 * An interrupted erasure continues when the request is sent again.
 */
export const eraseRelatedData = async (engine: Engine, request: ResourceRequest, customerId: string): Promise<void> => {
  for (const related of relatedTypes) await eraseFromType(engine, request, related, customerId);
};
