import { Button, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { listProjects, type Project } from '../api/projects';
import { useProjectKey } from '../session/useProjectKey';
import { ScrolledTable } from '../layout/ScrolledTable';
import { LoadState } from '../layout/LoadError';
import { PageTitle } from '../layout/PageTitle';
import { TableHead } from '../layout/TableHead';

const ProjectRow = ({ project }: { readonly project: Project }) => {
  const { t } = useTranslation();
  const { key, name, currencies, countries, languages } = project;
  return (
    <Table.Tr>
      <Table.Td>
        <Link to={`/${key}/orders`}>{key}</Link>
      </Table.Td>
      <Table.Td>{name}</Table.Td>
      <Table.Td>{currencies.join(', ')}</Table.Td>
      <Table.Td>{countries.join(', ')}</Table.Td>
      <Table.Td>{languages.join(', ')}</Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap">
          <Link to={`/${key}/-/settings`} aria-label={`${t('projects.settings')}: ${key}`}>
            {t('projects.settings')}
          </Link>
          <Link to={`/${key}/api-clients`} aria-label={`${t('types.api-clients')}: ${key}`}>
            {t('types.api-clients')}
          </Link>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
};

const ProjectsTable = ({ projects }: { readonly projects: readonly Project[] }) => {
  const { t } = useTranslation();
  return (
    <ScrolledTable minWidth={720} label={t('projects.title')}>
      <Table>
        <TableHead
          labels={['key', 'name', 'currencies', 'countries', 'languages', 'links'].map(column =>
            t(`projects.${column}`),
          )}
        />
        <Table.Tbody>
          {projects.map(project => (
            <ProjectRow key={project.key} project={project} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrolledTable>
  );
};

const ProjectsPage = () => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const query = useQuery({ queryKey: ['projects'], queryFn: listProjects });
  const projects = query.data;
  return (
    <Stack>
      <Group justify="space-between">
        <PageTitle>{t('projects.title')}</PageTitle>
        <Button component={Link} to={`/${projectKey}/-/projects/create`}>
          {t('projects.create')}
        </Button>
      </Group>
      <LoadState of={query} />
      {projects?.length === 0 && <Text>{t('projects.empty')}</Text>}
      {projects !== undefined && projects.length > 0 && <ProjectsTable projects={projects} />}
    </Stack>
  );
};

export default ProjectsPage;
