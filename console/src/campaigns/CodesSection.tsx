/** The existing codes of a discount, and a form that creates many new ones. */
import { Alert, Button, Group, Modal, Progress, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { errorText } from '../api/errorText';
import { Section } from '../layout/Section';
import { saveFile } from '../lists/saveFile';
import { csvHead, csvRow } from '../lists/toCsv';
import { CheckedForm, SubmitButton } from '../numbers/CheckedForm';
import { NumberField } from '../numbers/NumberField';
import { useAllowed } from '../session/useAllowed';
import { useProjectKey } from '../session/useProjectKey';
import type { Discount } from './campaign';
import { createLot, type Lot, type LotProgress } from './codeLot';
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

/** A lot in its form: numbers are undefined while they are not valid. */
type LotForm = Omit<Lot, 'count' | 'length'> & { readonly [Name in 'count' | 'length']: number | undefined };

const isComplete = (lot: LotForm): lot is Lot => lot.count !== undefined && lot.length !== undefined;

interface LimitFieldProps {
  readonly name: 'lotUses' | 'lotPerCustomer';
  readonly value: number | undefined;
  readonly onChange: (value: number | undefined) => void;
}

const LimitField = ({ name, value, onChange }: LimitFieldProps) => {
  const { t } = useTranslation();
  return (
    <NumberField
      label={t(`campaign.${name}`)}
      description={t('campaign.lotUnlimited')}
      min={1}
      value={value}
      onChange={onChange}
    />
  );
};

interface LotFieldsProps {
  readonly lot: LotForm;
  readonly onChange: (changes: Partial<LotForm>) => void;
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
      <NumberField
        label={t('campaign.lotCount')}
        required
        min={1}
        max={countMax}
        value={lot.count}
        onChange={count => onChange({ count })}
      />
      <NumberField
        label={t('campaign.lotLength')}
        required
        min={lengthMin}
        max={lengthMax}
        value={lot.length}
        onChange={length => onChange({ length })}
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

const LotDialog = ({ discount, onClose }: { readonly discount: Discount; readonly onClose: () => void }) => {
  const { t } = useTranslation();
  const projectKey = useProjectKey();
  const reload = useReload();
  const [lot, setLot] = useState<LotForm>({ prefix: '', count: 100, length: 8, usesOfEach: 1 });
  const [progress, setProgress] = useState<LotProgress>();
  const [stop] = useState(() => new AbortController());
  const create = async (complete: Lot): Promise<void> => {
    const codes = await createLot({
      projectKey,
      discount,
      lot: complete,
      signal: stop.signal,
      onProgress: setProgress,
    });
    if (codes.length > 0) saveCodes(projectKey, complete, codes);
    void reload('discount-codes');
  };
  const close = (): void => {
    stop.abort();
    onClose();
  };
  return (
    <Modal opened onClose={close} title={t('campaign.lot')} closeButtonProps={{ 'aria-label': t('order.close') }}>
      {progress !== undefined && isComplete(lot) ? (
        <RunningLot lot={lot} progress={progress} onStop={() => stop.abort()} onClose={close} />
      ) : (
        <CheckedForm onSubmit={() => isComplete(lot) && void create(lot)}>
          <Stack>
            <Text size="sm">{t('campaign.lotHint')}</Text>
            <LotFields lot={lot} onChange={changes => setLot({ ...lot, ...changes })} />
            <Group justify="end">
              <SubmitButton>{t('campaign.lotSubmit', { count: lot.count ?? 0 })}</SubmitButton>
            </Group>
          </Stack>
        </CheckedForm>
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
