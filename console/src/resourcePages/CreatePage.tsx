/** Creates a resource of any type from a form of its draft. */
import { Alert, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useProjectKey } from '../session/useProjectKey';
import { isFirstLoad } from '../api/description';
import type { Resource } from '../api/Resource';
import { bodySchemaName, type ResourceType } from '../resources/resourceTypes';
import { useCreateResource } from '../resources/useResource';
import { useWholeSchema } from '../resources/useSchema';
import { Loading } from '../layout/Loading';
import { ErrorAlert } from '../layout/LoadError';
import { PageTitle } from '../layout/PageTitle';

const SchemaForm = lazy(() => import('../forms/SchemaForm'));

export const CreatePage = ({ type }: { readonly type: ResourceType }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const navigate = useNavigate();
  const draftName = useQuery({
    queryKey: ['draft of', type.name],
    queryFn: () => bodySchemaName(type.createOperation ?? ''),
    enabled: type.createOperation !== undefined,
    throwOnError: isFirstLoad,
  }).data;
  const schema = useWholeSchema(draftName);
  const { mutate, ...mutation } = useCreateResource<Resource>(type.path);
  const create = (draft: unknown): void =>
    mutate(draft, { onSuccess: ({ id }) => void navigate(`/${projectKey}/${type.path}/${id}`) });
  if (type.createOperation === undefined) return <Alert>{t('errors.notFound')}</Alert>;
  return (
    <Stack>
      <PageTitle>{t('create.title', { type: t(`typesOne.${type.path}`, { defaultValue: type.name }) })}</PageTitle>
      <ErrorAlert error={mutation.error} />
      {schema === undefined ? (
        <Loading />
      ) : (
        <Suspense fallback={<Loading />}>
          <SchemaForm
            path={type.path}
            schema={schema}
            submitText={t('create.submit')}
            isSaving={mutation.isPending}
            onSubmit={create}
          />
        </Suspense>
      )}
    </Stack>
  );
};
