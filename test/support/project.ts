/** Changes project settings over HTTP. */
import type { ClientCredentials } from '../../src/projects/createProject.js';
import type { Quayside } from './quayside.js';

/** Runs update actions on the project and returns it. */
export const changeProject = async (
  quayside: Quayside,
  credentials: ClientCredentials,
  ...actions: readonly object[]
): Promise<Record<string, unknown>> => {
  const http = quayside.http.as(await quayside.token(credentials));
  const path = `/${credentials.projectKey}`;
  const { version } = (await http.send('GET', path)).json as { version: number };
  const { status, json, text } = await http.send('POST', path, { body: { version, actions } });
  if (status !== 200) throw new Error(`the project was not changed: ${text}`);
  return json as Record<string, unknown>;
};

export const withoutMessages = {
  action: 'changeMessagesConfiguration',
  messagesConfiguration: { enabled: false, deleteDaysAfterCreation: 15 },
};
