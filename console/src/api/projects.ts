/** Projects of the server and their API clients. */
import { sendToProject } from './project';
import { send } from './send';

export interface TaskLimits {
  /** Orders that are not shipped after this many days are late. */
  readonly lateDays: number;
  /** An entry with at most this many available items is low on stock; the server lists at most 10. */
  readonly lowStock: number;
}

export const newTaskLimits: TaskLimits = { lateDays: 3, lowStock: 10 };

/** The pattern of order numbers for orders that the console makes of carts, if the project has no own pattern. */
export const newOrderNumberPattern = 'P-{year}-{number}';

export interface Project {
  readonly key: string;
  readonly name: string;
  readonly version: number;
  readonly createdAt: string;
  readonly languages: readonly string[];
  readonly currencies: readonly string[];
  readonly countries: readonly string[];
  readonly messages: { readonly enabled: boolean; readonly deleteDaysAfterCreation: number };
  readonly searchIndexing?: Readonly<
    Partial<
      Record<
        'orders' | 'products' | 'productsSearch' | 'customers',
        { readonly status: string; readonly lastModifiedAt: string }
      >
    >
  >;
  /** Absent if the limits of new projects apply. */
  readonly taskLimits?: TaskLimits;
  readonly orderNumberPattern?: string;
  readonly carts: { readonly deleteDaysAfterLastModification: number };
}

/** An API client with its secret, which is only in the response to its creation. */
export interface NewClient {
  readonly id: string;
  readonly secret: string;
  readonly scope: string;
}

export interface ProjectDraft {
  readonly key: string;
  readonly name?: string;
  readonly languages?: readonly string[];
  readonly currencies?: readonly string[];
  readonly countries?: readonly string[];
}

interface List<Item> {
  readonly count: number;
  readonly results: readonly Item[];
}

export const listProjects = async (): Promise<readonly Project[]> => (await send<List<Project>>('/-/projects')).results;

export interface NewProject {
  readonly project: Project;
  readonly client: NewClient;
}

export const createProject = (draft: ProjectDraft): Promise<NewProject> =>
  send('/-/projects', { method: 'POST', body: draft });

/** The scopes that an API client may have, and sets of them for common programs, by name. */
export interface Scopes {
  readonly names: readonly string[];
  readonly presets: Readonly<Record<string, readonly string[]>>;
}

export const listScopes = async (): Promise<Scopes> => {
  const { results, presets } = await send<List<{ readonly name: string }> & Pick<Scopes, 'presets'>>('/-/scopes');
  return { names: results.map(({ name }) => name), presets };
};

export interface ApiClientDraft {
  readonly name: string;
  readonly scope: string;
  readonly accessTokenValiditySeconds?: number;
  readonly refreshTokenValiditySeconds?: number;
  readonly isAudited?: boolean;
}

export const createApiClient = (projectKey: string, draft: ApiClientDraft): Promise<NewClient> =>
  sendToProject(projectKey, '/api-clients', { method: 'POST', body: draft });

export const readProject = (projectKey: string): Promise<Project> => sendToProject(projectKey, '');

export const updateProject = (
  projectKey: string,
  update: { readonly version: number; readonly actions: readonly object[] },
): Promise<Project> => sendToProject(projectKey, '', { method: 'POST', body: update });
