/** A link to a resource by the name that people know. */
import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { isReference, type KeyReference, type Reference } from '../api/Resource';
import { useResourceTypes } from '../resources/useResourceTypes';
import { useProjectKey } from '../session/useProjectKey';
import { useWords } from '../words/useWords';
import { labelOf } from './labelOf';
import { loadReferenced } from './loadReferenced';

export const ReferenceLink = ({ reference }: { readonly reference: Reference | KeyReference }) => {
  const projectKey = useProjectKey();
  const { t, i18n } = useTranslation();
  const words = useWords();
  const path = useResourceTypes().find(({ typeId }) => typeId === reference.typeId)?.path;
  const [member, value] = isReference(reference) ? (['id', reference.id] as const) : (['key', reference.key] as const);
  const expanded = isReference(reference) ? reference.obj : undefined;
  const { data, isPending, isError } = useQuery({
    queryKey: ['referenced', projectKey, path, value],
    queryFn: () => loadReferenced({ projectKey, path: path ?? '', member, value }),
    enabled: path !== undefined && expanded === undefined,
    retry: false,
    staleTime: 30_000,
  });
  const resource = expanded ?? data;
  const kind = words.value('typeId', reference.typeId);
  // A resource of a type that the session may not read has no name here.
  if (path === undefined || isError)
    return (
      <Text span inherit title={value}>
        {member === 'key' ? value : kind}
      </Text>
    );
  if (resource === null)
    return (
      <Text span inherit title={value} c="dimmed">
        {t('value.gone', { kind })}
      </Text>
    );
  if (resource === undefined)
    return isPending ? (
      <Text span inherit c="dimmed">
        …
      </Text>
    ) : null;
  return (
    <Anchor inherit component={Link} to={`/${projectKey}/${path}/${resource.id}`}>
      {labelOf(resource, i18n.language)}
    </Anchor>
  );
};

interface ReferenceLabelProps {
  readonly typeId: string;
  readonly member: 'id' | 'key';
  readonly value: string;
}

/** The name of a resource without a link. */
export const ReferenceLabel = ({ typeId, member, value }: ReferenceLabelProps) => {
  const projectKey = useProjectKey();
  const { i18n } = useTranslation();
  const path = useResourceTypes().find(each => each.typeId === typeId)?.path;
  const { data } = useQuery({
    queryKey: ['referenced', projectKey, path, value],
    queryFn: () => loadReferenced({ projectKey, path: path ?? '', member, value }),
    enabled: path !== undefined,
    retry: false,
  });
  return data === undefined || data === null ? value : labelOf(data, i18n.language);
};
