/** The first page of a project: its tasks, and its sales. */
import { Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAllowed } from '../session/useAllowed';
import { SalesSection } from './SalesSection';
import { TaskCards } from './TaskCards';
import { PageTitle } from '../layout/PageTitle';

const StartPage = () => {
  const { t } = useTranslation();
  const isAllowed = useAllowed();
  return (
    <Stack>
      <PageTitle>{t('start.title')}</PageTitle>
      <TaskCards />
      {isAllowed('GET', '/order-figures') && <SalesSection />}
    </Stack>
  );
};

export default StartPage;
