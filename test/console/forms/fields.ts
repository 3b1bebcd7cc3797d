/** Finds and fills in the fields of forms. */
import type { Locator, Page } from 'playwright-core';

/** The part of a form with a title. */
export const part = (page: Page | Locator, title: string): Locator =>
  page.getByRole('group', { name: new RegExp(`^${title}( \\*)?$`) });

/** A field by its whole label. */
export const field = (page: Page | Locator, label: string): Locator =>
  page.getByLabel(new RegExp(`^${label}( \\*)?$`)).and(page.locator('input, select, textarea'));

/** Opens the form of an update action. */
export const chooseAction = async (page: Page, action: string): Promise<void> => {
  await page.getByRole('tab', { name: 'Change' }).click();
  await page.getByRole('textbox', { name: 'Update action' }).click();
  await page.getByRole('option', { name: action, exact: true }).click();
};

export const choose = async (page: Page, select: Locator, option: string): Promise<void> => {
  await select.click();
  await page.getByRole('option', { name: option, exact: true }).click();
};

export const apply = async (page: Page, saved: string): Promise<void> => {
  await page.getByRole('button', { name: 'Apply', exact: true }).click();
  await page.getByText(saved).waitFor();
};
