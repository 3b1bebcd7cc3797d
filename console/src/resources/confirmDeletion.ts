/** Asks before a resource is deleted: nothing restores it. */
export const confirmDeletion = (question: string, remove: () => void): void => {
  if (window.confirm(question)) remove();
};
