/** The heading of a short page for something new, with a link to the form of all fields. */
import { Anchor, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { PageTitle } from './PageTitle';

export const CreateTitle = ({ children }: { readonly children: string }) => {
  const { t } = useTranslation();
  return (
    <Group justify="space-between">
      <PageTitle>{children}</PageTitle>
      <Anchor component={Link} to="all" size="sm">
        {t('create.allFields')}
      </Anchor>
    </Group>
  );
};
