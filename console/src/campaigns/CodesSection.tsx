/** The codes of a discount: those that there are, and many new ones at once. */
import { Alert, Button, Group, Modal, NumberInput, Progress, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorText } from '../api/errorText';
import { Section } from '../layout/Section';
import { saveFile } from '../lists/saveFile';
import { csvHead, csvRow } from '../lists/toCsv';
import { useAllowed } from '../session/useAllowed';
import { useProjectKey } from '../session/useProjectKey';
import type { Discount } from './campaign';
import { createLot, type Lot, type LotProgress } from './codeLot';
import { WithReason } from '../layout/WithReason';
import { listAddress } from '../related/listAddress';
import { useReload } from '../resources/useResource';

const countMax = 10_000;
const lengthMin = 4;
const lengthMax = 32;

const saveCodes = (projectKey: string, { prefix }: Lot, codes: readonly string[]): void =>
  saveFile(
    `${projectKey}-codes-${prefix === '' ? 'lot' : prefix}.csv`,
    [csvHead(['code']), ...codes.map(code => csvRow([code], ''))],
    'text/csv;charset=utf-8',
  );

interface NumberFieldProps {
  readonly name: 'lotUses' | 'lotPerCustomer';
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}

const LimitField = ({ name, value, onChange }: NumberFieldProps) => {
  const { t } = useTranslation();
  return (
    <NumberInput
      label={t(`campaign.${name}`)}
      description={t('campaign.lotUnlimited')}
      min={1}
      allowDecimal={false}
      value={value ?? ''}
      onChange={next => onChange(next === '' ? undefined : Number(next))}
    />
  );
};

interface LotFieldsProps {
  readonly lot: Lot;
  readonly onChange: (changes: Partial<Lot>) => void;
}

const LotFields = ({ lot, onChange }: LotFieldsProps) => {
  const { t } = useTranslation();
  return (
    <SimpleGrid cols={2}>
      <TextInput
        label={t('campaign.lotPrefix')}
        data-autofocus
        maxLength={64}
        value={lot.prefix}
        onChange={({ currentTarget }) => onChange({ prefix: currentTarget.value.trim() })}
      />
      <NumberInput
        label={t('campaign.lotCount')}
        min={1}
        max={countMax}
        allowDecimal={false}
        value={lot.count}
        onChange={next => onChange({ count: Number(next) })}
      />
      <NumberInput
        label={t('campaign.lotLength')}
        min={lengthMin}
        max={lengthMax}
        allowDecimal={false}
        value={lot.length}
        onChange={next => onChange({ length: Number(next) })}
      />
      <LimitField name="lotUses" value={lot.usesOfEach} onChange={usesOfEach => onChange({ usesOfEach })} />
      <LimitField
        name="lotPerCustomer"
        value={lot.usesPerCustomer}
        onChange={usesPerCustomer => onChange({ usesPerCustomer })}
      />
    </SimpleGrid>
  );
};

interface RunningLotProps {
  readonly lot: Lot;
  readonly progress: LotProgress;
  readonly onStop: () => void;
  readonly onClose: () => void;
}

const RunningLot = ({ lot, progress, onStop, onClose }: RunningLotProps) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const { codes, error, isRunning } = progress;
  return (
    <Stack>
      <Stack gap="xs" role="status">
        <Progress value={(codes.length / lot.count) * 100} aria-label={t('campaign.lot')} />
        <Text size="sm">{t('campaign.lotDone', { done: codes.length, count: lot.count })}</Text>
        {error !== undefined && <Alert color="red">{t('campaign.lotFailed', { error: errorText(error, t) })}</Alert>}
      </Stack>
      <Group justify="end">
        {isRunning ? (
          <Button variant="default" onClick={onStop}>
            {t('campaign.lotStop')}
          </Button>
        ) : (
          <>
            <Button variant="default" onClick={() => saveCodes(projectKey, lot, codes)}>
              {t('campaign.lotSave')}
            </Button>
            <Button onClick={onClose}>{t('order.close')}</Button>
          </>
        )}
      </Group>
    </Stack>
  );
};

const isComplete = ({ count, length }: Lot): boolean =>
  count >= 1 && count <= countMax && length >= lengthMin && length <= lengthMax;

const LotDialog = ({ discount, onClose }: { readonly discount: Discount; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const reload = useReload();
  const [lot, setLot] = useState<Lot>({ prefix: '', count: 100, length: 8, usesOfEach: 1 });
  const [progress, setProgress] = useState<LotProgress>();
  const [stop] = useState(() => new AbortController());
  const create = async (): Promise<void> => {
    const codes = await createLot({ projectKey, discount, lot, signal: stop.signal, onProgress: setProgress });
    if (codes.length > 0) saveCodes(projectKey, lot, codes);
    void reload('discount-codes');
  };
  const close = (): void => {
    stop.abort();
    onClose();
  };
  return (
    <Modal opened onClose={close} title={t('campaign.lot')} closeButtonProps={{ 'aria-label': t('order.close') }}>
      {progress !== undefined ? (
        <RunningLot lot={lot} progress={progress} onStop={() => stop.abort()} onClose={close} />
      ) : (
        <form
          onSubmit={event => {
            event.preventDefault();
            void create();
          }}
        >
          <Stack>
            <Text size="sm">{t('campaign.lotHint')}</Text>
            <LotFields lot={lot} onChange={changes => setLot({ ...lot, ...changes })} />
            <Group justify="end">
              <WithReason
                reason={isComplete(lot) ? undefined : t('reason.lotLimits', { countMax, lengthMin, lengthMax })}
              >
                <Button type="submit">{t('campaign.lotSubmit', { count: lot.count })}</Button>
              </WithReason>
            </Group>
          </Stack>
        </form>
      )}
    </Modal>
  );
};

export const CodesSection = ({ discount }: { readonly discount: Discount }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const isAllowed = useAllowed();
  const [isOpen, setIsOpen] = useState(false);
  if (!isAllowed('GET', '/discount-codes')) return null;
  const codes = listAddress(projectKey, 'discount-codes', '', { cartDiscounts: discount.id });
  return (
    <Section title={t('campaign.codes')}>
      <Group>
        <Button component={Link} variant="default" to={codes}>
          {t('campaign.allCodes')}
        </Button>
        {isAllowed('POST', '/discount-codes') && (
          <Button variant="default" onClick={() => setIsOpen(true)}>
            {t('campaign.lot')}
          </Button>
        )}
      </Group>
      {isOpen && <LotDialog discount={discount} onClose={() => setIsOpen(false)} />}
    </Section>
  );
};
