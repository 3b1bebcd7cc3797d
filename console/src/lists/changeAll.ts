/** Applies one update action to many resources, one after the other. */
import { sendToProject } from '../api/project';
import type { UpdateAction } from '../changes/useChange';
import type { Resource } from '../api/Resource';
import { resourcesOf, type Selection } from './resourcesOf';

/** The resources themselves, or the selection that finds them. */
export type Selected = readonly Resource[] | Selection;

interface Failure {
  readonly resource: Resource;
  readonly error: unknown;
}

export interface ChangeProgress {
  readonly done: number;
  readonly failed: number;
  /** Counts resources that already had the values. */
  readonly unchanged: number;
  readonly failures: readonly Failure[];
  /** The reason why not all resources could be read. */
  readonly error?: unknown;
  readonly isRunning: boolean;
}

interface ChangeAllOptions {
  readonly projectKey: string;
  /** The path of the resource type. */
  readonly path: string;
  readonly selected: Selected;
  readonly action: UpdateAction;
  /** Ends the changes before the next resource. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: ChangeProgress) => void;
}

/** Bounds the report, since a longer one is not read. */
const failuresMax = 100;

async function* each(selected: Selected): AsyncGenerator<Resource> {
  if (!('where' in selected)) yield* selected;
  else for await (const page of resourcesOf(selected)) yield* page;
}

/** Changes the resources. It never rejects: errors are reported in the progress. */
export const changeAll = async (options: ChangeAllOptions): Promise<void> => {
  const { projectKey, path, selected, action, signal, onProgress } = options;
  const failures: Failure[] = [];
  let [done, failed, unchanged] = [0, 0, 0];
  const report = (changes: Partial<ChangeProgress>): void =>
    onProgress({ done, failed, unchanged, failures: [...failures], isRunning: true, ...changes });
  report({});
  try {
    for await (const resource of each(selected)) {
      if (signal.aborted) break;
      try {
        const body = { version: resource.version, actions: [action] };
        const url = `/${path}/${resource.id}`;
        const { version } = await sendToProject<Resource>(projectKey, url, { method: 'POST', body });
        if (version === resource.version) unchanged++;
      } catch (error) {
        failed++;
        if (failures.length < failuresMax) failures.push({ resource, error });
      }
      done++;
      report({});
    }
    report({ isRunning: false });
  } catch (error) {
    report({ isRunning: false, error });
  }
};
