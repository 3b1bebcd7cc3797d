/** The settings of a project in its form, and the update actions for the changes of the form. */
import { newOrderNumberPattern, newTaskLimits, type Project, type TaskLimits } from '../api/projects';

export interface ProjectForm {
  readonly name: string;
  readonly languages: string[];
  readonly currencies: string[];
  readonly countries: string[];
  /** Undefined while the field has no valid number. */
  readonly cartDays: number | undefined;
  readonly messagesEnabled: boolean;
  readonly messageDays: number | undefined;
  readonly orderNumberPattern: string;
  readonly taskLimits: { readonly [Name in keyof TaskLimits]: number | undefined };
}

export const toForm = ({
  name,
  languages,
  currencies,
  countries,
  carts,
  messages,
  taskLimits,
  orderNumberPattern = newOrderNumberPattern,
}: Project): ProjectForm => ({
  name,
  languages: [...languages],
  currencies: [...currencies],
  countries: [...countries],
  cartDays: carts.deleteDaysAfterLastModification,
  messagesEnabled: messages.enabled,
  messageDays: messages.deleteDaysAfterCreation,
  taskLimits: taskLimits ?? newTaskLimits,
  orderNumberPattern,
});

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

export const settingActions = (project: Project, form: ProjectForm): readonly object[] => {
  const before = toForm(project);
  const isChanged = (...names: readonly (keyof ProjectForm)[]): boolean =>
    names.some(name => !isEqual(before[name], form[name]));
  const { messagesEnabled: enabled, messageDays: deleteDaysAfterCreation } = form;
  return [
    ...(isChanged('name') ? [{ action: 'changeName', name: form.name }] : []),
    ...(isChanged('languages') ? [{ action: 'changeLanguages', languages: form.languages }] : []),
    ...(isChanged('currencies') ? [{ action: 'changeCurrencies', currencies: form.currencies }] : []),
    ...(isChanged('countries') ? [{ action: 'changeCountries', countries: form.countries }] : []),
    ...(isChanged('cartDays')
      ? [
          {
            action: 'changeCartsConfiguration',
            cartsConfiguration: { ...project.carts, deleteDaysAfterLastModification: form.cartDays },
          },
        ]
      : []),
    ...(isChanged('taskLimits') ? [{ action: 'setTaskLimits', taskLimits: form.taskLimits }] : []),
    ...(isChanged('orderNumberPattern')
      ? [{ action: 'setOrderNumberPattern', orderNumberPattern: form.orderNumberPattern }]
      : []),
    ...(isChanged('messagesEnabled', 'messageDays')
      ? [{ action: 'changeMessagesConfiguration', messagesConfiguration: { enabled, deleteDaysAfterCreation } }]
      : []),
  ];
};
