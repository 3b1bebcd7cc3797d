import { useQuery } from '@tanstack/react-query';
import { newOrderNumberPattern, newTaskLimits, type Project, readProject, type TaskLimits } from '../api/projects';
import { useProjectKey } from './useProjectKey';

const unknown: Pick<Project, 'languages' | 'currencies' | 'countries'> = {
  languages: ['en'],
  currencies: ['EUR'],
  countries: [],
};

interface ShownProject extends Pick<Project, keyof typeof unknown> {
  /** Undefined until the project is read. */
  readonly taskLimits: TaskLimits | undefined;
  readonly orderNumberPattern: string;
}

const filled = (list: readonly string[] | undefined, otherwise: readonly string[]): readonly string[] =>
  list === undefined || list.length === 0 ? otherwise : list;

/** Returns languages, currencies and countries of the project; English and euros if the account must not read them. */
export const useProject = (): ShownProject => {
  const projectKey = useProjectKey();
  const { data, isError } = useQuery({
    queryKey: ['project', projectKey],
    queryFn: () => readProject(projectKey),
    retry: false,
  });
  return {
    languages: filled(data?.languages, unknown.languages),
    currencies: filled(data?.currencies, unknown.currencies),
    countries: filled(data?.countries, unknown.countries),
    taskLimits: data === undefined && !isError ? undefined : (data?.taskLimits ?? newTaskLimits),
    orderNumberPattern: data?.orderNumberPattern ?? newOrderNumberPattern,
  };
};

/** Returns the language of the project that matches the language of the console. */
export const mainLanguage = (languages: readonly string[], language: string): string =>
  languages.find(each => each.startsWith(language)) ?? languages[0] ?? language;
