/** Drafts of every resource type, each place of them filled up to its limit. */
import { definitions, resourceTypes } from '../../src/commerce/resources/index.js';
import type { ResourceType } from '../../src/engine/define/ResourceType.js';
import { hasSample, sampleDraft } from '../../test/support/createSample.js';
import type { TSchema } from '@sinclair/typebox';
import { type Filling, fill, type Place, placesIn, put } from './fillSchema.js';
import { boundsOf, filling, growBody } from './growBody.js';
import { projectOf } from './projectOf.js';
import { type BodyWorld, type HostileBody, range, sendingAlways, unique } from './HostileBody.js';

const textLengthMax = 65_536;

interface Draft {
  readonly name: string;
  readonly path: string;
  readonly schema: TSchema;
  /** The resource type whose sample gives the other members. */
  readonly typeId?: string;
  readonly isOwn?: boolean;
}

const draftsOf = ({ definition, draft, creations, ownDraft, ownCreations }: ResourceType): Draft[] => {
  const { path, typeId } = definition;
  const ownPath = `me/${path}`;
  return [
    ...(draft === undefined ? [] : [{ name: typeId, path, schema: draft.creation.schema, typeId }]),
    ...[...creations].map(([name, { creation }]) => ({
      name: `${typeId} ${name}`,
      path: `${path}/${name}`,
      schema: creation.schema,
      typeId: typeId === 'order' && name === 'import' ? typeId : undefined,
    })),
    ...(ownDraft === undefined
      ? []
      : [{ name: `me ${typeId}`, path: ownPath, schema: ownDraft.creation.schema, isOwn: true }]),
    ...[...ownCreations].map(([name, { creation }]) => ({
      name: `me ${typeId} ${name}`,
      path: `${ownPath}/${name}`,
      schema: creation.schema,
      isOwn: true,
    })),
  ];
};

/** Returns a valid draft to begin with, if there is a sample. */
const beginning = async (world: BodyWorld, { typeId, schema }: Draft): Promise<unknown> => {
  if (typeId === undefined || !hasSample(typeId)) return fill(schema, filling(world, { isWhole: false }));
  const draft = await sampleDraft(await projectOf(world), typeId);
  const { key: _, ...others } = draft as Record<string, unknown>;
  const productType = { typeId: 'product-type', id: world.ids.get('product-type') };
  return typeId === 'product' ? { ...others, productType, masterVariant: { sku: unique } } : others;
};

const nameOf = ({ name }: Draft, { path }: Place): string =>
  `draft of ${name}: ${path.join('.').replaceAll('.[]', '[]')}`;

const sending = (draft: Draft, world: BodyWorld, body: string): ReturnType<HostileBody['make']> =>
  sendingAlways(draft.path, body, draft.isOwn === true ? { token: world.visitorToken } : {})(world);

/** Fills one place with as many values as it takes; the values have all of their members, or only the required ones. */
const filledPlace = (draft: Draft, place: Place, isWhole: boolean): HostileBody => ({
  name: `${nameOf(draft, place)}${isWhole ? ', whole' : ''}`,
  make: async world => {
    const base = await beginning(world, draft);
    const body = growBody(
      more => {
        const { schema, path } = place;
        const { items, maxItems = Infinity } = schema as { readonly items?: TSchema; readonly maxItems?: number };
        const whole = filling(world, { isWhole, ...more });
        const one = { ...whole, count: 1 };
        const value =
          items === undefined
            ? fill(schema, whole)
            : range(Math.min(more.count, maxItems), () => fill(items, one, path.at(-1)));
        return JSON.stringify(put(base, draft.schema, path, value, one));
      },
      boundsOf(draft.isOwn === true),
    );
    return sending(draft, world, body);
  },
});

/** Fills all members and lists, or texts. */
const filledWhole = (draft: Draft, name: string, more: Partial<Filling>): HostileBody => ({
  name: `draft of ${draft.name}: ${name}`,
  make: async world => {
    const base = await beginning(world, draft);
    const body = growBody(
      given =>
        JSON.stringify({
          ...(fill(draft.schema, filling(world, { ...more, ...given })) as object),
          ...(base as object),
        }),
      boundsOf(draft.isOwn === true),
    );
    return sending(draft, world, body);
  },
});

const hasManyValues = ({ schema }: Place): boolean =>
  schema.type === 'array' && (schema.items as TSchema).type === 'object';

const bodiesOf = (draft: Draft): HostileBody[] => [
  filledWhole(draft, 'all members', {}),
  filledWhole(draft, 'long texts', { textLength: textLengthMax }),
  ...placesIn(draft.schema).flatMap(place => [
    filledPlace(draft, place, false),
    ...(hasManyValues(place) ? [filledPlace(draft, place, true)] : []),
  ]),
];

export const draftBodies: readonly HostileBody[] = definitions.flatMap((_, at) =>
  draftsOf(resourceTypes[at]!).flatMap(bodiesOf),
);
