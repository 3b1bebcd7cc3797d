/** The current step of the tour, over the page that it explains. */
import { Affix, Button, CloseButton, Group, Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useProjectKey } from '../session/useProjectKey';
import { useResourceTypes } from '../resources/useResourceTypes';
import { tourSteps, useTour } from './tour';

const width = 'min(360px, calc(100vw - 2rem))';

const TourCard = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const projectKey = useProjectKey();
  const [tour, setTour] = useTour();
  const types = useResourceTypes();
  const steps = tourSteps.filter(({ path }) => types.some(type => type.path === path));
  const step = tour && steps[tour.step];
  if (tour === undefined || step === undefined || tour.projectKey !== projectKey) return null;
  const end = () => setTour(undefined);
  const moveTo = (position: number) => {
    setTour({ projectKey, step: position });
    void navigate(`/${projectKey}/${steps[position]?.path ?? ''}`);
  };
  const isLast = tour.step === steps.length - 1;
  return (
    <Affix position={{ bottom: 16, right: 16 }} withinPortal={false}>
      <Paper component="section" aria-label={t('tour.title')} withBorder shadow="lg" p="md" w={width}>
        <Group justify="space-between" wrap="nowrap">
          <Text fw={700} role="status">
            {t(`tour.${step.name}.title`)}
          </Text>
          <CloseButton aria-label={t('tour.end')} onClick={end} />
        </Group>
        <Text size="sm" my="xs">
          {t(`tour.${step.name}.text`)}
        </Text>
        <Group justify="space-between">
          <Text size="sm">{t('tour.position', { step: tour.step + 1, total: steps.length })}</Text>
          <Group gap="xs">
            {tour.step > 0 && (
              <Button variant="default" size="xs" onClick={() => moveTo(tour.step - 1)}>
                {t('tour.back')}
              </Button>
            )}
            <Button size="xs" onClick={() => (isLast ? end() : moveTo(tour.step + 1))}>
              {t(isLast ? 'tour.end' : 'tour.next')}
            </Button>
          </Group>
        </Group>
      </Paper>
    </Affix>
  );
};

export default TourCard;
