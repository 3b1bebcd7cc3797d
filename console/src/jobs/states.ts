/** The states of a run, as the address of the page names them; failed runs come first. */
export const states = ['failed', 'active', 'waiting', 'delayed', 'completed'] as const;

export const stateColors = {
  waiting: 'gray',
  active: 'blue',
  delayed: 'yellow',
  completed: 'green',
  failed: 'red',
} as const;
