/** Prepares the project that receives hostile bodies: one resource of each type that they may refer to. */
import { definitions } from '../../src/commerce/resources/index.js';
import { customFieldHolders } from '../../test/support/customFieldHolders.js';
import { createSample, hasSample } from '../../test/support/createSample.js';
import { attributeDraft, fieldDefinition, productTypeDraft } from '../../test/support/drafts.js';
import type { BenchEnvironment, BenchWorld } from '../world/BenchWorld.js';
import { post } from '../world/prepare.js';
import { projectOf } from './projectOf.js';
import { type BodyWorld, range } from './HostileBody.js';

const fieldsMax = 1_000;

const createLargeType = (world: BenchWorld) =>
  post(world, 'types', {
    key: 'many-fields',
    name: { en: 'Many fields' },
    resourceTypeIds: customFieldHolders,
    fieldDefinitions: range(fieldsMax, at => fieldDefinition(`f${at}`, { name: 'String' })),
  });

const createLargeProductType = (world: BenchWorld) =>
  post(
    world,
    'product-types',
    productTypeDraft(
      range(fieldsMax, at => attributeDraft(`a${at}`)),
      { key: 'many-attributes' },
    ),
  );

const visitorScopes = ['manage_my_profile', 'manage_my_orders', 'manage_my_payments', 'manage_my_shopping_lists'];

const visitorTokenOf = async ({ server, projectKey, basic }: BenchWorld): Promise<string> => {
  const scope = visitorScopes.map(each => `${each}:${projectKey}`).join(' ');
  const answer = await fetch(`${server.address}/oauth/${projectKey}/anonymous/token`, {
    method: 'POST',
    headers: { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }).toString(),
  });
  if (!answer.ok) throw new Error(`no token of a visitor: ${await answer.text()}`);
  return ((await answer.json()) as { access_token: string }).access_token;
};

export const openBodyWorld = async (environment: BenchEnvironment): Promise<BodyWorld> => {
  const world = await environment.openWorld({ orders: 0 });
  const project = await projectOf(world);
  const ids = new Map<string, string>();
  for (const { typeId } of definitions)
    if (hasSample(typeId) && typeId !== 'extension') ids.set(typeId, (await createSample(project, typeId)).id);
  ids.set('type', (await createLargeType(world)).id);
  ids.set('product-type', (await createLargeProductType(world)).id);
  return { ...world, ids, visitorToken: await visitorTokenOf(world) };
};
