/** What the description has of a resource type: its resource, the drafts it is made from, the updates it takes, the pages it comes in. */
import { limits } from '../config/limits.js';
import type { Action } from '../engine/define/Action.js';
import type { Base } from '../engine/define/Base.js';
import type { Creation } from '../engine/define/Creation.js';
import type { ResourceDefinition } from '../engine/define/ResourceDefinition.js';
import { DateTime } from '../schema/primitives.js';
import { Reference } from '../schema/reference.js';
import { closedObject, type Components, type Schema } from './Components.js';
import { pascalCase } from './naming.js';

const text: Schema = { type: 'string' };
const count: Schema = { type: 'integer', minimum: 0 };
const version: Schema = { type: 'integer', description: 'The version last seen.' };

/** GEN035, GEN036 */
const creator = (components: Components): Schema =>
  components.component('CreatedBy', 'CreatedBy', () =>
    closedObject(
      {
        clientId: text,
        isPlatformClient: { type: 'boolean' },
        externalUserId: text,
        anonymousId: text,
        customer: components.schema(Reference('customer')),
      },
      ['isPlatformClient'],
    ),
  );

/** What the engine sets (GEN029 to GEN036). */
const base = (components: Components, { sendsMessages }: ResourceDefinition): Record<string, Schema> => {
  const time = components.schema(DateTime);
  const by = creator(components);
  return {
    id: text,
    version: { type: 'integer', minimum: 1 },
    createdAt: time,
    lastModifiedAt: time,
    createdBy: by,
    lastModifiedBy: by,
    ...(sendsMessages === true && { lastMessageSequenceNumber: count }),
  };
};

const resourceName = ({ typeId }: ResourceDefinition): string => pascalCase(typeId);

export const resourceSchema = (components: Components, definition: ResourceDefinition): Schema =>
  components.component(resourceName(definition), definition.resource, () => {
    const {
      properties,
      required = [],
      ...rest
    } = components.written(definition.resource) as { properties: Record<string, Schema>; required?: string[] };
    return {
      ...rest,
      properties: { ...base(components, definition), ...properties },
      required: ['id', 'version', 'createdAt', 'lastModifiedAt', ...required],
    };
  });

/** GEN041 */
export const pagedQuerySchema = (components: Components, definition: ResourceDefinition): Schema =>
  components.component(`${resourceName(definition)}PagedQueryResponse`, definition, () =>
    closedObject(
      {
        limit: count,
        offset: count,
        count,
        total: count,
        results: { type: 'array', items: resourceSchema(components, definition) },
      },
      ['limit', 'offset', 'count', 'results'],
    ),
  );

const draftOf = (components: Components, name: string, { schema }: Creation<Base>): Schema =>
  components.component(name, schema, () => components.written(schema));

/** The draft of one way to create; `creation` is its path segment where it is not the resource type's own. */
export const draftSchema = (
  components: Components,
  definition: ResourceDefinition,
  creation: string | undefined,
  own: boolean | undefined,
): Schema => {
  const name = resourceName(definition);
  if (creation !== undefined)
    return draftOf(components, `${name}${pascalCase(creation)}Draft`, definition.creations![creation]!);
  return own === true
    ? draftOf(components, `My${name}Draft`, definition.own!.draft!)
    : draftOf(components, `${name}Draft`, definition.draft!);
};

const actionOf = (components: Components, name: string, wireName: string, action: Action<Base>): Schema =>
  components.component(name, action, () => {
    const {
      properties,
      required = [],
      ...rest
    } = components.written(action.schema) as { properties?: Record<string, Schema>; required?: string[] };
    return { ...rest, properties: { action: { const: wireName }, ...properties }, required: ['action', ...required] };
  });

/** Of what is allowed at `/me`, most is the same action; some take less. */
const actionName = (definition: ResourceDefinition, wireName: string, action: Action<Base>): string =>
  `${definition.actions?.[wireName] === action ? '' : 'My'}${resourceName(definition)}${pascalCase(wireName)}Action`;

const anyAction = (components: Components, definition: ResourceDefinition, own: boolean): Schema => {
  const actions = (own ? definition.own!.actions : definition.actions)!;
  return components.component(`${own ? 'My' : ''}${resourceName(definition)}UpdateAction`, actions, () => {
    const refs = Object.entries(actions).map(
      ([wireName, action]) =>
        [wireName, actionOf(components, actionName(definition, wireName, action), wireName, action)] as const,
    );
    return {
      oneOf: refs.map(([, ref]) => ref),
      discriminator: {
        propertyName: 'action',
        mapping: Object.fromEntries(refs.map(([wireName, { $ref }]) => [wireName, $ref])),
      },
    };
  });
};

/** GEN066 */
export const updateSchema = (components: Components, definition: ResourceDefinition, own = false): Schema =>
  components.component(
    `${own ? 'My' : ''}${resourceName(definition)}Update`,
    own ? definition.own : definition,
    () => ({
      type: 'object',
      required: ['version', 'actions'],
      properties: {
        version,
        actions: { type: 'array', maxItems: limits.actionsMax, items: anyAction(components, definition, own) },
      },
    }),
  );
