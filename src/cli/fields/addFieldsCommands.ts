import type { Command } from 'commander';

const projectOption = ['--project <key>', 'Project of the resources.'] as const;
const typeOption = ['--type <typeId>', 'Resource type of the field: order, cart, customer and so on.'] as const;
const fieldOption = ['--field <name>', 'Name of the custom field.'] as const;

/** Adds `quayside fields …`. */
export const addFieldsCommands = (program: Command): void => {
  const fields = program
    .command('fields')
    .description('Manages the indexes of custom fields, which speed up queries by their values.');
  fields
    .command('list')
    .description('Lists the indexed custom fields of a project.')
    .requiredOption(...projectOption)
    .option('--json', 'Print a list of objects.')
    .action(async options => (await import('./fieldsList.js')).fieldsList(options));
  fields
    .command('index')
    .description('Adds an index of a custom field. A running server builds it; queries use it when it is complete.')
    .requiredOption(...projectOption)
    .requiredOption(...typeOption)
    .requiredOption(...fieldOption)
    .option('--wait', 'Wait until the index is complete.')
    .action(async options => (await import('./fieldsIndex.js')).fieldsIndex(options));
  fields
    .command('unindex')
    .description('Removes the index of a custom field. A running server deletes it.')
    .requiredOption(...projectOption)
    .requiredOption(...typeOption)
    .requiredOption(...fieldOption)
    .action(async options => (await import('./fieldsUnindex.js')).fieldsUnindex(options));
};
