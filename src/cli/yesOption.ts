/** The option of commands that delete something and ask before. */
export const yesOption = ['--yes', 'Do not ask for a confirmation, as in a script.'] as const;
