import { Kbd, Modal, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';

const keys = { '/': 'slash', j: 'j', k: 'k', Enter: 'enter', '?': 'help' } as const;

/** Explains the keys of a list. */
export const KeysDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const { t } = useTranslation();
  return (
    <Modal opened onClose={onClose} title={t('lists.keys')} closeButtonProps={{ 'aria-label': t('lists.close') }}>
      <Table>
        <Table.Tbody>
          {Object.entries(keys).map(([key, name]) => (
            <Table.Tr key={key}>
              <Table.Th scope="row">
                <Kbd>{key}</Kbd>
              </Table.Th>
              <Table.Td>{t(`lists.keysOf.${name}`)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Modal>
  );
};
