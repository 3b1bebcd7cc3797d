/** The states of a run, as the address of the page names them. */
export const states = ['waiting', 'active', 'delayed', 'completed', 'failed'] as const;

export const stateColors = {
  waiting: 'gray',
  active: 'blue',
  delayed: 'orange',
  completed: 'green',
  failed: 'red',
} as const;
