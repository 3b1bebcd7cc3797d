/** Creates a resource of any type, with the resources that it refers to. */
import { definitions } from '../../src/commerce/resources/index.js';
import type { Http } from './http.js';
import type { Quayside } from './quayside.js';
import type { Resource } from './resourceApi.js';
import { type Sample, samples } from './samples.js';

export const hasSample = (typeId: string): boolean => typeof samples[typeId] === 'object';

/** A project, and a client that may write everything in it. */
export interface SampleProject {
  readonly quayside: Pick<Quayside, 'services'>;
  readonly http: Pick<Http, 'send'>;
  readonly projectKey: string;
}

export const createIn = async ({ http, projectKey }: SampleProject, path: string, body: object): Promise<Resource> => {
  const made = await http.send('POST', `/${projectKey}/${path}`, { body });
  if (![200, 201].includes(made.status)) throw new Error(`${path}: ${made.text}`);
  return made.json as Resource;
};

/** Returns the draft of the sample of a type, after it has created the resources that the draft needs. */
export const sampleDraft = async (project: SampleProject, typeId: string): Promise<object> => {
  const { prepare, needs = [], draft } = samples[typeId] as Sample;
  const create = (at: string, body: object): Promise<Resource> => createIn(project, at, body);
  const ids =
    prepare === undefined
      ? Object.fromEntries(
          await Promise.all(needs.map(async need => [need, (await createSample(project, need)).id] as const)),
        )
      : await prepare({ quayside: project.quayside, projectKey: project.projectKey, create });
  return draft(ids);
};

/** Creates the sample of a type; `changes` replace members of its draft. */
export const createSample = async (
  project: SampleProject,
  typeId: string,
  changes: (draft: object) => object = draft => draft,
): Promise<Resource> => {
  const { creation, responseMember } = samples[typeId] as Sample;
  const { path } = definitions.find(each => each.typeId === typeId)!;
  const draft = changes(await sampleDraft(project, typeId));
  const made = await createIn(project, creation === undefined ? path : `${path}/${creation}`, draft);
  return (responseMember === undefined ? made : made[responseMember]) as Resource;
};
