/** The request of the console that tries an API extension. */
import { testExtension, type ExtensionTest } from '../extensions/testExtension.js';
import { extensibleTypeIds } from '../resources/extension/triggers.js';
import { NonEmptyText, OneOf, Optional, Shape, Text } from '../schema/primitives.js';
import { Id } from '../schema/reference.js';
import type { Services } from '../services/services.js';
import { assertOwnProject } from './assertOwnProject.js';
import { type ConsoleCall, type ConsoleResponse, readBody, respondJson } from './ConsoleCall.js';
import { signedInWith } from './signedIn.js';
import { strictReader } from './strictReader.js';

const readRequest = strictReader(
  Shape({
    projectKey: Text,
    extensionId: Id,
    action: OneOf(['Create', 'Update']),
    resourceTypeId: OneOf(extensibleTypeIds),
    resourceId: Optional(Id),
    resourceKey: Optional(NonEmptyText),
  }),
);

/**
 * An account that is limited to some projects may not learn what listens at an address that cannot be used as an
 * extension, as no client of the API may (docs/decisions/api-extensions.md).
 */
const withoutUnusable = ({ call, ...test }: ExtensionTest): ExtensionTest => {
  if (call === undefined || test.meaning.outcome !== 'failed') return { ...test, call };
  const { response: _response, reason: _reason, ...sent } = call;
  return { ...test, call: sent };
};

/** POST /-/extension-tests: sends a resource to an extension of its project, and writes nothing. */
export const testExtensionCall = async (services: Services, call: ConsoleCall): Promise<ConsoleResponse> => {
  const session = await signedInWith(services, call, 'test_extensions');
  const { projectKey, extensionId, action, resourceTypeId, resourceId, resourceKey } = readRequest(readBody(call));
  await assertOwnProject(services, session, projectKey);
  const { account } = session;
  const test = await testExtension(services, {
    projectKey,
    extensionId,
    action,
    typeId: resourceTypeId,
    id: resourceId,
    key: resourceKey,
    client: { externalUserId: account.email },
  });
  return respondJson(200, account.projects === undefined ? test : withoutUnusable(test));
};
