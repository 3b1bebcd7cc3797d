/** The first page of a project: what is to be done, and what was ordered. */
import { Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '../session/useAllowed';
import { SalesSection } from './SalesSection';
import { TaskCards } from './TaskCards';

const StartPage = () => {
  const { t } = useTranslation();
  const isAllowed = useAllowed();
  return (
    <Stack>
      <Title order={1} size="h2">
        {t('start.title')}
      </Title>
      <TaskCards />
      {isAllowed('GET', '/order-figures') && <SalesSection />}
    </Stack>
  );
};

export default StartPage;
