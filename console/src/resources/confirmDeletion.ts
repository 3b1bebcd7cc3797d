/** Asks for confirmation before a resource is deleted, since it cannot be restored. */
export const confirmDeletion = (question: string, remove: () => void): void => {
  if (window.confirm(question)) remove();
};
