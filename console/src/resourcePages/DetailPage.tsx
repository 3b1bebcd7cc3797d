/** One resource of any type: its members, its update actions, its messages and its JSON. */
import { Anchor, Button, Group, Stack, Tabs, Text } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { RelatedLists } from '../related/RelatedLists';
import { useAllowed } from '../session/useAllowed';
import { useProjectKey } from '../session/useProjectKey';
import { formatDateTime } from '../values/format';
import { StateBadge, stateMembers } from '../values/StateBadge';
import { ValueView } from '../values/ValueView';
import { useDeleteResource, useResource } from '../resources/useResource';
import { confirmDeletion } from '../resources/confirmDeletion';
import { ApiError } from '../api/ApiError';
import { type Resource, withoutTechnicalMembers } from '../api/Resource';
import { labelOf } from '../values/labelOf';
import type { ResourceType } from '../resources/resourceTypes';
import { typePages } from './typePages';
import { Loading } from '../layout/Loading';
import { TechnicalDetails } from './TechnicalDetails';
import { LoadError } from '../layout/LoadError';
import { PageTitle } from '../layout/PageTitle';

/** Forms are half of the application's code, and a page that is only read does not need them. */
const ActionForm = lazy(() => import('../forms/ActionForm'));
const Timeline = lazy(() => import('../history/Timeline'));

const DeleteButton = ({ type, resource }: { readonly type: ResourceType; readonly resource: Resource }) => {
  const { t, i18n } = useTranslation();
  const projectKey = useProjectKey();
  const navigate = useNavigate();
  const { mutate, ...mutation } = useDeleteResource(type.path);
  const remove = (): void => mutate(resource, { onSuccess: () => void navigate(`/${projectKey}/${type.path}`) });
  return (
    <Button
      color="red.9"
      loading={mutation.isPending}
      onClick={() => confirmDeletion(t('detail.confirmDelete', { label: labelOf(resource, i18n.language) }), remove)}
    >
      {t('detail.delete')}
    </Button>
  );
};

const Heading = ({ type, resource }: { readonly type: ResourceType; readonly resource: Resource }) => {
  const { t, i18n } = useTranslation();
  return (
    <Group justify="space-between" align="start">
      <Stack gap={2}>
        <Group gap="xs">
          <PageTitle>{labelOf(resource, i18n.language)}</PageTitle>
          {[...stateMembers].map(name =>
            typeof resource[name] === 'string' ? <StateBadge key={name} member={name} value={resource[name]} /> : null,
          )}
        </Group>
        <Text size="sm" c="dimmed">
          {t('detail.versions', {
            created: formatDateTime(resource.createdAt, i18n.language),
            modified: formatDateTime(resource.lastModifiedAt, i18n.language),
          })}
        </Text>
      </Stack>
      {type.deleteOperation !== undefined && <DeleteButton type={type} resource={resource} />}
    </Group>
  );
};

/** Shows the separate overview of a type, otherwise all members. */
const Overview = ({ type, resource }: { readonly type: ResourceType; readonly resource: Resource }) => {
  const { Overview: Own } = typePages(type.path);
  if (Own === undefined) return <ValueView value={withoutTechnicalMembers(resource)} typeName={type.name} />;
  return <Own resource={resource} />;
};

export const DetailPage = ({ type }: { readonly type: ResourceType }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const isAllowed = useAllowed();
  const { id = '' } = useParams();
  const query = useResource<Resource>(type.path, id);
  const resource = query.data;
  // Edits must not be lost while the server cannot be reached, so the page stays.
  const isRefused = query.error instanceof ApiError && query.error.statusCode >= 400 && query.error.statusCode < 500;
  if (query.isError && (resource === undefined || isRefused))
    return (
      <Stack>
        <PageTitle>
          <Anchor component={Link} to={`/${projectKey}/${type.path}`} inherit>
            {t(`types.${type.path}`, { defaultValue: type.name })}
          </Anchor>
        </PageTitle>
        <LoadError of={query} />
      </Stack>
    );
  if (resource === undefined) return <Loading />;
  return (
    <Stack>
      <Heading type={type} resource={resource} />
      <Tabs defaultValue="members" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="members">{t('detail.members')}</Tabs.Tab>
          {type.updateOperation !== undefined && <Tabs.Tab value="change">{t('detail.change')}</Tabs.Tab>}
          {isAllowed('GET', '/messages') && <Tabs.Tab value="history">{t('detail.history')}</Tabs.Tab>}
          <Tabs.Tab value="technical">{t('detail.technical')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="members" pt="xs">
          <Suspense fallback={<Loading />}>
            <Overview type={type} resource={resource} />
            <RelatedLists path={type.path} id={resource.id} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="change" pt="md">
          <Suspense fallback={<Loading />}>
            <ActionForm type={type} resource={resource} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="history" pt="md">
          <Suspense fallback={<Loading />}>
            <Timeline typeId={type.typeId} resource={resource} />
          </Suspense>
        </Tabs.Panel>
        <Tabs.Panel value="technical" pt="md">
          <TechnicalDetails resource={resource} />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  );
};
