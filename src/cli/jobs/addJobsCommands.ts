import type { Command } from 'commander';

/** Adds `quayside jobs …`. */
export const addJobsCommands = (program: Command): void => {
  const jobs = program.command('jobs').description('Shows the background jobs of the servers.');
  jobs
    .command('list')
    .description('Lists the job queues with their schedules and running jobs.')
    .option('--project <key>', 'Show only the jobs of this project.')
    .option('--json', 'Print a list of objects.')
    .action(async options => (await import('./jobsList.js')).jobsList(options));
  jobs
    .command('watch')
    .description('Shows the progress of the indexing job of a project until it ends.')
    .requiredOption('--project <key>', 'Project whose orders are indexed.')
    .action(async options => (await import('./jobsWatch.js')).jobsWatch(options));
};
