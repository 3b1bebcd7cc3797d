import type { BodyWorld, HostileRequest } from './HostileBody.js';

let sent = 0;
const base36 = 36;
const uniqueLength = '@unique@'.length;

/** Sends a request and reads its response to the end. */
export const sendBody = async (
  world: BodyWorld,
  { method, path, body, headers, token }: HostileRequest,
): Promise<{ readonly status: number; readonly text: string }> => {
  const text = (Date.now().toString(base36) + (sent++).toString(base36))
    .slice(-uniqueLength)
    .padStart(uniqueLength, 'u');
  try {
    const answer = await fetch(`${world.server.address}/${world.projectKey}/${path}`, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        authorization: `Bearer ${token ?? world.token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: body?.replaceAll('@unique@', text),
    });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    return { status: 0, text: String((error as Error).cause ?? error) };
  }
};
