/** The guided set-up: project, sample shop and first API client, after the account that the set-up code has created. */
import { Button, Group, Stack, Stepper, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { NewClient } from '../api/projects';
import type { ServerPageProps } from '../session/useSession';
import { useProjectKey } from '../session/useProjectKey';
import { ClientStep } from './ClientStep';
import { endGuide, type GuideState, guideSteps, readGuide, writeGuide } from './guideState';
import { ProjectStep } from './ProjectStep';
import { SampleShopStep } from './SampleShopStep';
import { useStartTour } from '../tour/tour';
import { PageTitle } from '../layout/PageTitle';

/** The secret of a client is kept until the page is left, since no request can read it again. */
interface KnownClient {
  readonly projectKey: string;
  readonly client: NewClient;
}

const lastStep = guideSteps.length - 1;

const EndStep = ({ projectKey }: { readonly projectKey: string | undefined }) => {
  const { t } = useTranslation();
  const startTour = useStartTour();
  return (
    <Stack>
      <Text>{t('guide.endText')}</Text>
      <Group>
        <Button component={Link} to={projectKey === undefined ? '/' : `/${projectKey}/orders`} onClick={endGuide}>
          {t(projectKey === undefined ? 'guide.leave' : 'guide.openOrders')}
        </Button>
        {projectKey !== undefined && (
          <Button
            variant="default"
            onClick={() => {
              endGuide();
              startTour(projectKey);
            }}
          >
            {t('tour.take')}
          </Button>
        )}
      </Group>
    </Stack>
  );
};

/** Continues a set-up that was begun in this browser; otherwise begins with the project in the address. */
const useGuideState = () => {
  const addressKey = useProjectKey();
  const [state, setState] = useState<GuideState>(
    () => readGuide() ?? { step: 'project', ...(addressKey === '-' ? {} : { projectKey: addressKey }) },
  );
  const change = (next: GuideState): void => {
    writeGuide(next);
    setState(next);
  };
  return [state, change] as const;
};

const GuidePage = ({ session }: ServerPageProps) => {
  const { t } = useTranslation();
  const [{ step, projectKey }, change] = useGuideState();
  const [known, setKnown] = useState<KnownClient>();
  const position = Math.max(1, guideSteps.indexOf(step));
  const moveTo = (index: number, key = projectKey): void =>
    change({ step: guideSteps[index] ?? 'end', ...(key === undefined ? {} : { projectKey: key }) });
  const goOn = (): void => moveTo(position + 1);
  const stepProps = { projectKey, onBack: () => moveTo(1) };
  return (
    <Stack maw={820}>
      <PageTitle>{t('guide.title')}</PageTitle>
      <Stepper active={position} onStepClick={index => moveTo(index)} size="sm" wrap>
        {guideSteps.slice(0, lastStep).map((each, index) => (
          <Stepper.Step
            key={each}
            label={t(`guide.${each}`)}
            allowStepSelect={index > 0 && index < position}
            aria-current={index === position ? 'step' : undefined}
          />
        ))}
      </Stepper>
      <Title order={2} size="h3">
        {position < lastStep
          ? t('guide.position', {
              step: position + 1,
              total: lastStep,
              name: t(`guide.${guideSteps[position] ?? 'end'}`),
            })
          : t('guide.end')}
      </Title>
      {position === 1 && (
        <ProjectStep
          session={session}
          chosen={projectKey}
          onChosen={(key, client) => {
            if (client !== undefined) setKnown({ projectKey: key, client });
            moveTo(2, key);
          }}
        />
      )}
      {position === 2 && <SampleShopStep {...stepProps} onDone={goOn} />}
      {position === 3 && (
        <ClientStep
          {...stepProps}
          client={known?.projectKey === projectKey ? known?.client : undefined}
          onCreated={client => projectKey !== undefined && setKnown({ projectKey, client })}
          onDone={goOn}
        />
      )}
      {position === lastStep && <EndStep projectKey={projectKey} />}
      {position < lastStep && (
        <Group>
          <Button variant="default" onClick={goOn}>
            {t('guide.skip')}
          </Button>
          <Button variant="subtle" onClick={() => moveTo(lastStep)}>
            {t('guide.skipAll')}
          </Button>
        </Group>
      )}
    </Stack>
  );
};

export default GuidePage;
