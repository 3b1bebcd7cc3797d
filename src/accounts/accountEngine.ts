/** The engine of accounts: that of projects, with one resource type and settings that no project has. */
import { compileResourceType } from '../engine/define/compileResourceType.js';
import type { ProjectSettings } from '../engine/define/ProjectSettings.js';
import type { ResourceType } from '../engine/define/ResourceType.js';
import type { Client } from '../engine/define/Client.js';
import type { Engine } from '../engine/Engine.js';
import type { ResourceRequest } from '../engine/ResourceRequest.js';
import { serverKey } from '../store/keys.js';
import { account } from './account/index.js';

const accountType: ResourceType = compileResourceType(account);

const settings: ProjectSettings = {
  key: serverKey,
  languages: [],
  currencies: [],
  countries: [],
  messages: { enabled: false, deleteDaysAfterCreation: 1 },
  carts: { deleteDaysAfterLastModification: 1, countryTaxRateFallbackEnabled: false },
  isSearched: false,
};

/** Accounts have no messages and no API extensions. */
export const accountEngine = (engine: Engine): Engine => ({
  ...engine,
  resourceTypes: new Map([[account.typeId, accountType]]),
  settings: () => Promise.resolve(settings),
  extensionCaller: undefined,
});

/** A request for accounts; `id` addresses one of them. */
export const accountRequest = (
  client: Client,
  { id, body = {}, query = '' }: { readonly id?: string; readonly body?: object; readonly query?: string } = {},
): ResourceRequest => ({
  projectKey: serverKey,
  resourceType: accountType,
  address: id === undefined ? undefined : { field: 'id', value: id },
  query: new URLSearchParams(query),
  body: Buffer.from(JSON.stringify(body)),
  client,
});
