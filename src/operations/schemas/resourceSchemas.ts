/** Schemas of a resource type: its resource, drafts, updates and pages of results. */
import type { TSchema } from '@sinclair/typebox';
import { limits } from '../../base/config/limits.js';
import type { Action } from '../../engine/define/actions.js';
import { type Base, Creator } from '../../engine/define/Base.js';
import { partMembers, shownPartOf } from '../../engine/define/BehindReferences.js';
import type { Creation } from '../../engine/define/Creation.js';
import { withoutMembers } from '../../engine/define/merchantMembers.js';
import { countsMessages, type ResourceDefinition } from '../../engine/define/ResourceDefinition.js';
import { required as requiredValue } from '../../base/errors/ApiError.js';
import { ProductProjection } from '../../commerce/resources/product/productProjection.js';
import { DateTime } from '../../engine/schema/primitives.js';
import { closedObject, type Components, type Schema } from './Components.js';
import { pascalCase } from '../../engine/schema/words.js';

const text: Schema = { type: 'string' };
const count: Schema = { type: 'integer', minimum: 0 };
const partNames: ReadonlySet<string> = new Set(partMembers);
const version: Schema = { type: 'integer', description: 'The expected version.' };

/** The members that the engine sets (GEN029 to GEN036). */
const baseMembers = (components: Components, definition: ResourceDefinition): Record<string, Schema> => {
  const time = components.schema(DateTime);
  const by = components.schema(Creator);
  return {
    id: text,
    version: { type: 'integer', minimum: 1 },
    createdAt: time,
    lastModifiedAt: time,
    createdBy: by,
    lastModifiedBy: by,
    ...(countsMessages(definition) && { lastMessageSequenceNumber: count }),
  };
};

const resourceName = ({ typeId }: ResourceDefinition): string => pascalCase(typeId);

/** A component for each type of messages: the members of all messages, with its payload, which an erasure removes. */
const payloadTypes = (components: Components, { messaging: { payloads } = {}, typeId }: ResourceDefinition): Schema => {
  if (payloads === undefined) return {};
  const base = { $ref: `#/components/schemas/${pascalCase(typeId)}` };
  const mapping = Object.entries(payloads).map(([type, members]) => {
    const properties = { type: { const: type }, ...components.members(members) };
    const payload = { type: 'object', properties, required: ['type'] };
    const { $ref } = components.component(`${type}${pascalCase(typeId)}`, members, () => ({ allOf: [base, payload] }));
    return [type, $ref] as const;
  });
  return { discriminator: { propertyName: 'type', mapping: Object.fromEntries(mapping) } };
};

/** The members that the paths below `/me` do not show; undefined where they show whole resources. */
const hiddenMembers = (
  { visibility: { merchantOnly } = {} }: ResourceDefinition,
  own: boolean | undefined,
): readonly string[] | undefined => (own === true && merchantOnly !== true ? merchantOnly : undefined);

/** The schema of a resource; below `/me` one of its own where members are for merchants only. */
export const resourceSchema = (components: Components, definition: ResourceDefinition, own?: boolean): Schema => {
  const hidden = hiddenMembers(definition, own);
  return components.component(`${hidden ? 'My' : ''}${resourceName(definition)}`, definition.resource, () => {
    const {
      properties,
      required = [],
      ...rest
    } = components.inlineSchema(definition.resource) as { properties: Record<string, Schema>; required?: string[] };
    return {
      ...rest,
      properties: { ...baseMembers(components, definition), ...withoutMembers(hidden ?? [], properties) },
      required: [
        'id',
        'version',
        'createdAt',
        'lastModifiedAt',
        ...required.filter(name => hidden?.includes(name) !== true),
      ],
      ...payloadTypes(components, definition),
    };
  });
};

/** The listed members of a shape; `paymentMethodInfo.name` is a member of a member. */
const listedMembers = (components: Components, shape: TSchema, names: readonly string[]): Record<string, Schema> => {
  const properties = shape.properties as Readonly<Record<string, TSchema>>;
  return Object.fromEntries(
    [...new Set(names.map(name => name.split('.', 1)[0]!))].map(name => {
      const inner = names.filter(each => each.startsWith(`${name}.`)).map(each => each.slice(name.length + 1));
      const member = requiredValue(properties[name], `the member ${name}`);
      return [
        name,
        inner.length === 0 ? components.schema(member) : closedObject(listedMembers(components, member, inner), []),
      ];
    }),
  );
};

/** A resource behind a reference: whole, or the part for tokens that could not read the resource by itself. */
export const referencedSchema = (components: Components, definition: ResourceDefinition): Schema => {
  const whole = resourceSchema(components, definition);
  const part = shownPartOf(definition);
  if (part === undefined) return whole;
  const schema = components.component(`${resourceName(definition)}Part`, part, () => {
    const base = Object.entries(baseMembers(components, definition)).filter(([name]) => partNames.has(name));
    const listed = listedMembers(components, definition.resource, Object.keys(part.members));
    return closedObject({ ...Object.fromEntries(base), ...listed }, partMembers);
  });
  return { anyOf: [whole, schema] };
};

const pageOf = (results: Schema): Schema =>
  closedObject({ limit: count, offset: count, count, total: count, results: { type: 'array', items: results } }, [
    'limit',
    'offset',
    'count',
    'results',
  ]);

/** A page of query results (GEN041). */
export const pagedQuerySchema = (components: Components, definition: ResourceDefinition, own?: boolean): Schema => {
  const prefix = hiddenMembers(definition, own) ? 'My' : '';
  return components.component(`${prefix}${resourceName(definition)}PagedQueryResponse`, definition, () =>
    pageOf(resourceSchema(components, definition, own)),
  );
};

export const projectionSchema = (components: Components): Schema => components.schema(ProductProjection);

export const projectionPageSchema = (components: Components): Schema =>
  components.component('ProductProjectionPagedQueryResponse', ProductProjection, () =>
    pageOf(projectionSchema(components)),
  );

const creationSchema = (components: Components, name: string, { schema }: Creation<Base>): Schema =>
  components.component(name, schema, () => components.inlineSchema(schema));

/** Returns the draft of a way to create; `creation` is the path segment of a way other than the resource type's own. */
export const draftSchema = (
  components: Components,
  definition: ResourceDefinition,
  creation: string | undefined,
  own: boolean | undefined,
): Schema => {
  const name = resourceName(definition);
  if (creation !== undefined)
    return creationSchema(
      components,
      `${own === true ? 'My' : ''}${name}${pascalCase(creation)}Draft`,
      requiredValue((own === true ? definition.own : definition)?.creations?.[creation], `the creation ${creation}`),
    );
  return own === true
    ? creationSchema(components, `My${name}Draft`, requiredValue(definition.own?.draft, `the own draft of ${name}`))
    : creationSchema(components, `${name}Draft`, requiredValue(definition.draft, `the draft of ${name}`));
};

const actionSchema = (components: Components, name: string, wireName: string, action: Action<Base>): Schema =>
  components.component(name, action, () => {
    const {
      properties,
      required = [],
      ...rest
    } = components.inlineSchema(action.schema) as { properties?: Record<string, Schema>; required?: string[] };
    return { ...rest, properties: { action: { const: wireName }, ...properties }, required: ['action', ...required] };
  });

/** Names an action; one that takes fewer members below `/me` has a name of its own. */
const actionName = (definition: ResourceDefinition, wireName: string, action: Action<Base>): string =>
  `${definition.actions?.[wireName] === action ? '' : 'My'}${resourceName(definition)}${pascalCase(wireName)}Action`;

const updateActionSchema = (components: Components, definition: ResourceDefinition, own: boolean): Schema => {
  const actions = requiredValue(
    own ? definition.own?.actions : definition.actions,
    `the actions of ${definition.typeId}`,
  );
  return components.component(`${own ? 'My' : ''}${resourceName(definition)}UpdateAction`, actions, () => {
    const refs = Object.entries(actions).map(
      ([wireName, action]) =>
        [wireName, actionSchema(components, actionName(definition, wireName, action), wireName, action)] as const,
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

/** The body of an update (GEN066). */
export const updateSchema = (components: Components, definition: ResourceDefinition, own = false): Schema =>
  components.component(
    `${own ? 'My' : ''}${resourceName(definition)}Update`,
    own ? definition.own : definition,
    () => ({
      type: 'object',
      required: ['version', 'actions'],
      properties: {
        version,
        actions: { type: 'array', maxItems: limits.actionsMax, items: updateActionSchema(components, definition, own) },
      },
    }),
  );

/** The API client as the response to its creation has it. */
export const apiClientWithSecretSchema = (components: Components, definition: ResourceDefinition): Schema =>
  components.component('ApiClientWithSecret', 'ApiClientWithSecret', () => {
    resourceSchema(components, definition, false);
    const {
      properties,
      required: members,
      ...rest
    } = components.all().ApiClient as {
      readonly properties: object;
      readonly required: readonly string[];
    };
    return {
      ...rest,
      properties: { ...properties, secret: { type: 'string', description: 'Only this response contains it.' } },
      required: [...members, 'secret'],
    };
  });
