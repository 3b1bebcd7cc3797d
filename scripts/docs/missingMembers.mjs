/**
 * assets/missing/members.txt: the members of drafts and update actions that the public SDK declares and this server
 * does not, so that it refuses them by name instead of ignoring them.
 */
import { readFileSync } from 'node:fs';
import { sdkVersion } from './sdkApi.mjs';
import { readSdkTypes, sdkRequestTypes } from './sdkTypes.mjs';

/** Drafts that have their own paths. */
const draftPaths = new Map([['me/customer', '/{projectKey}/me/signup']]);

const placesOf = (definition, own) => {
  const { typeId, path } = definition;
  const { draft, creations = {}, actions = {} } = own ? (definition.own ?? {}) : definition;
  const key = own ? `me/${typeId}` : typeId;
  const isSingle = path === '' || (own && definition.own?.by === 'id');
  const base = isSingle ? `/{projectKey}${own ? '/me' : ''}` : `/{projectKey}/${own ? 'me/' : ''}${path}`;
  return [
    ...(draft === undefined ? [] : [{ key, path: draftPaths.get(key) ?? base, schema: draft.schema }]),
    ...Object.entries(creations).map(([name, { schema }]) => ({
      key: `${key}/${name}`,
      path: `${base}/${name}`,
      schema,
    })),
    ...Object.entries(actions).map(([action, { schema }]) => ({
      key: `${key}#${action}`,
      path: isSingle ? base : `${base}/{ID}`,
      action,
      schema,
    })),
  ];
};

const shapesOf = schema => {
  if (schema === undefined) return [];
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(shapesOf);
  if (schema.items !== undefined) return shapesOf(schema.items);
  return schema.properties !== undefined && schema.additionalProperties === false ? [schema] : [];
};

const table = readFileSync(new URL('ignoredMembers.tsv', import.meta.url), 'utf8');

/** Missing members that are ignored nevertheless, with the reason: by their name, or the end of their path. */
const ignoredMembers = table
  .split('\n')
  .slice(1)
  .filter(line => line !== '')
  .map(line => {
    const [end, reason] = line.split('\t');
    return { end, reason };
  });

const isIgnored = path => ignoredMembers.some(({ end }) => path === end || path.endsWith(`.${end}`));

/** Returns `[{ key, type, paths }]`: the members that each draft and action lacks; `type` is that of the SDK. */
const findMissingMembers = definitions => {
  const { membersOf, actionsOf } = readSdkTypes();
  const bodies = new Map(sdkRequestTypes().map(({ method, path, body }) => [`${method} ${path}`, body]));

  const walk = (types, schema, path, seen) => {
    const [shape] = shapesOf(schema);
    if (shape === undefined || seen.has(shape)) return [];
    const within = new Set(seen).add(shape);
    return [...membersOf(types)].flatMap(([name, memberTypes]) => {
      const member = path === '' ? name : `${path}.${name}`;
      const declared = shape.properties[name];
      return declared === undefined ? [member] : walk(memberTypes, declared, member, within);
    });
  };

  return definitions.flatMap(definition =>
    [false, true].flatMap(own =>
      placesOf(definition, own).map(({ key, path, action, schema }) => {
        const body = bodies.get(`POST ${path}`);
        const type = action === undefined || body === undefined ? body : actionsOf(body).get(action);
        const paths = type === undefined ? [] : walk([type], schema, '', new Set());
        return { key, type, paths: paths.filter(each => action === undefined || each !== 'action') };
      }),
    ),
  );
};

/** Returns assets/missing/members.txt: a draft or an action and the paths of its members a line. */
export const missingMembers = definitions =>
  [
    `# The members of drafts and update actions of version ${sdkVersion} of @commercetools/platform-sdk that ` +
      'this server does not',
    '# offer. npm run docs writes this file.',
    ...findMissingMembers(definitions)
      .map(({ key, paths }) => ({ key, paths: paths.filter(path => !isIgnored(path)) }))
      .filter(({ paths }) => paths.length > 0)
      .map(({ key, paths }) => `${key} ${paths.join(' ')}`),
    '',
  ].join('\n');
