/** Bodies that an anonymous visitor may send to paths under `/me` and to GraphQL. */
import { type BodyWorld, type HostileBody, range, sendingAlways, unique, visitorBytesMax } from './HostileBody.js';
import { shapeOfVisitor } from './jsonShapes.js';

const asVisitor = (path: string, bodyOf: (world: BodyWorld) => string): HostileBody['make'] => {
  return async world => sendingAlways(path, bodyOf(world), { token: world.visitorToken })(world);
};

const withFields = ({ ids }: BodyWorld, fields: string): string =>
  JSON.stringify({ currency: 'EUR', custom: { type: { typeId: 'type', id: ids.get('type') }, fields: '@' } }).replace(
    '"@"',
    fields,
  );

const shapes = [
  'members with short names',
  'members with long names',
  'zeros',
  'empty objects',
  'nulls as members',
  'short texts',
  'objects with one member',
];

const kinds: Readonly<Record<string, HostileBody['make']>> = {
  'me: 0.76 MB of names of custom fields': asVisitor('me/carts', world =>
    withFields(world, `{${range(76_000, at => `"n${String(at).padStart(5, '0')}":1`).join(',')}}`),
  ),
  'me: 1,000 unknown custom fields': asVisitor('me/carts', world =>
    withFields(world, `{${range(1_000, at => `"n${String(at).padStart(900, '0')}":1`).join(',')}}`),
  ),
  'me: 1,000 custom fields with long texts': asVisitor('me/carts', world =>
    withFields(world, `{${range(1_000, at => `"f${at}":"${'x'.repeat(900)}"`).join(',')}}`),
  ),
  'GraphQL: one variable as a long text': asVisitor('graphql', () =>
    JSON.stringify({ query: 'query($x: String) { __typename }', variables: { x: 'x'.repeat(visitorBytesMax - 100) } }),
  ),
};

const ofShape = (name: string, isBeyond: boolean): (readonly [string, HostileBody['make']])[] => {
  const more = isBeyond ? ', beyond the limits' : '';
  const shape = (): string => shapeOfVisitor(name, isBeyond);
  return [
    [`me, custom fields${more}: ${name}`, asVisitor('me/carts', world => withFields(world, shape()))],
    [
      `me, unknown member${more}: ${name}`,
      asVisitor('me/carts', () => `{"currency":"EUR","key":"${unique}","unknown":${shape()}}`),
    ],
    [
      `GraphQL variables${more}: ${name}`,
      asVisitor('graphql', () => `{"query":"query($x: MyCartDraft!) { __typename }","variables":{"x":${shape()}}}`),
    ],
  ];
};

const ofShapes = shapes.flatMap(name => [...ofShape(name, false), ...ofShape(name, true)]);

export const visitorBodies: readonly HostileBody[] = [...Object.entries(kinds), ...ofShapes].map(([name, make]) => ({
  name,
  make,
}));
