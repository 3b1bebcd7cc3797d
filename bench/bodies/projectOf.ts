import type { SampleProject } from '../../test/support/createSample.js';
import type { HttpRequestOptions, HttpResponse } from '../../test/support/http.js';
import type { BenchWorld } from '../world/BenchWorld.js';

/** Returns the project for the builders of samples. Its connections may be idle for long while bodies are made. */
export const projectOf = async (world: BenchWorld): Promise<SampleProject> => ({
  projectKey: world.projectKey,
  quayside: { services: await world.services() },
  http: {
    send: async (method: string, path: string, { body }: HttpRequestOptions = {}): Promise<HttpResponse> => {
      const answer = await fetch(`${world.server.address}${path}`, {
        method,
        headers: { authorization: `Bearer ${world.token}`, 'content-type': 'application/json' },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const text = await answer.text();
      return { status: answer.status, headers: {}, text, json: text === '' ? undefined : JSON.parse(text) };
    },
  },
});
