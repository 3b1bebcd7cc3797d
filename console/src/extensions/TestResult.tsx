/** The request and the response of a test call of an extension, and the result that a commit would have. */
import { Alert, List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ErrorEntry } from '../api/ApiError';
import type { ExtensionTest } from '../api/extensionTests';
import { DifferenceTable } from '../changes/DifferenceTable';
import type { Resource } from '../api/Resource';
import { TextBlock } from '../layout/TextBlock';

type Call = NonNullable<ExtensionTest['call']>;

const colors = { accepted: 'green', changed: 'blue', refused: 'orange', actionsFailed: 'red', failed: 'red' } as const;

/** Indents a text if it is JSON. */
const readable = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), undefined, 2);
  } catch {
    return text;
  }
};

const Errors = ({ errors }: { readonly errors: readonly ErrorEntry[] }) => (
  <List size="sm">
    {errors.map(({ code, message }) => (
      <List.Item key={`${code} ${message}`}>
        {code}: {message}
      </List.Item>
    ))}
  </List>
);

interface SentBody {
  readonly resource: { readonly obj: Resource };
}

const Meaning = ({ test: { meaning, call } }: { readonly test: ExtensionTest }) => {
  const { t } = useTranslation();
  const { outcome } = meaning;
  return (
    <Alert color={colors[outcome]}>
      <Stack gap="xs">
        <Text fw={700}>
          {t(`extension.outcome.${outcome}`, {
            actions: outcome === 'changed' ? meaning.actions.length : 0,
          })}
        </Text>
        {outcome === 'changed' && call !== undefined && (
          <DifferenceTable
            before={(JSON.parse(call.body) as SentBody).resource.obj}
            after={meaning.resource}
            headings={[t('extension.sent'), t('extension.withActions')]}
          />
        )}
        {'errors' in meaning && <Errors errors={meaning.errors} />}
      </Stack>
    </Alert>
  );
};

const CallView = ({ call }: { readonly call: Call }) => {
  const { t } = useTranslation();
  const { url, headers, body, durationMs, response, reason } = call;
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return (
    <>
      <Text size="sm" role="status">
        {response === undefined
          ? t('extension.noResponse', { ms: durationMs })
          : t('extension.response', { ms: durationMs, status: response.status })}
      </Text>
      {reason !== undefined && <Text size="sm">{t('extension.reason', { reason })}</Text>}
      {response !== undefined && <TextBlock title={t('extension.responseBody')} text={readable(response.text)} />}
      <TextBlock title={t('extension.request')} text={[`POST ${url}`, ...head, '', readable(body)].join('\n')} />
    </>
  );
};

export const TestResult = ({ test }: { readonly test: ExtensionTest }) => {
  const { t } = useTranslation();
  return (
    <Stack>
      {!test.isTriggered && <Alert color="yellow">{t('extension.notTriggered')}</Alert>}
      <Meaning test={test} />
      {test.call !== undefined && <CallView call={test.call} />}
    </Stack>
  );
};
