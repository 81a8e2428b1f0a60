import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { waitUntilSettled, expectGoodPage, person, sizes } from './people.ts'

const views = { name: /^(Views|Active BSN|Running)$/ }

it('Ana saves filters, returns to them, renames them, opens the page with them, removes them and undoes that', async () => {
  const { page, complaints } = await person('ana', { at: '/school/cohorts' })
  await page.getByRole('button', views).click()
  await page.getByRole('menuitem', { name: 'Set a filter to save it' }).waitFor()
  await page.getByRole('menu').press('Escape')
  await page.getByRole('menu').waitFor({ state: 'hidden' })
  await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Active' })
  await page.waitForURL(/state=active/)
  await page.getByRole('button', views).click()
  await expectGoodPage(page)
  await page.getByRole('menuitem', { name: 'Save these filters…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save these filters' })
  await dialog.getByLabel('Name').fill('Active BSN')
  await expectGoodPage(page)
  await dialog.getByRole('button', { name: 'Save view' }).click()
  await page.getByText('View saved').waitFor()
  await page.getByRole('button', { name: 'Active BSN' }).click()
  await page.getByRole('menuitem', { name: 'Everything' }).click()
  await page.waitForURL((url) => url.search === '')

  await page.getByRole('button', { name: 'Views' }).click()
  await page.getByRole('menuitem', { name: 'Manage views…' }).click()
  const manage = page.getByRole('dialog', { name: 'Saved views' })
  await manage.getByLabel('Name').fill('Running')
  await manage.getByLabel('Name').press('Enter')
  const opensFirst = manage.getByRole('switch', { name: 'Open this page with Running' })
  await opensFirst.click()
  await expect.poll(() => opensFirst.isChecked()).toBe(true)
  await expectGoodPage(page)
  await page.keyboard.press('Escape')

  await page.goto('/school/dashboard')
  await page.getByRole('navigation').getByRole('link', { name: 'Cohorts' }).click()
  await page.waitForURL(/state=active/)
  await page.getByRole('button', { name: 'Running' }).click()
  await page.getByRole('menuitem', { name: 'Manage views…' }).click()
  await manage.getByRole('button', { name: 'Remove Running' }).click()
  await manage.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('View restored').waitFor()
  await page.getByRole('button', { name: 'Running' }).waitFor()
  expect(complaints).toEqual([])
})

/** The number of lines in the page's CSV without its heading; `subject` is a part of its file name. */
async function linesOfFile(page: Page, subject: RegExp = /([a-z]+-)?shifts/): Promise<number> {
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Excel' }).waitFor()
  const href = await page.getByRole('menuitem', { name: 'CSV' }).getAttribute('href')
  await page.keyboard.press('Escape')
  const answer = await page.request.get(href!)
  expect(answer.headers()['content-disposition']).toMatch(
    new RegExp(`^attachment; filename="placewell-${subject.source}-[0-9-]+\\.csv"$`),
  )
  return (await answer.text()).trim().split('\r\n').length - 1
}

it.each([
  {
    name: 'frank',
    path: '/facility/shifts',
    narrow: async (page: Page) => {
      await page.getByRole('button', { name: 'List', exact: true }).click()
      await page.getByRole('combobox', { name: 'Status' }).selectOption({ label: 'Declined' })
    },
    kept: /^state=declined&view=list$/,
    shown: (page: Page) => page.getByRole('table').locator('tbody tr'),
  },
  {
    name: 'jenna',
    path: '/student/shifts',
    narrow: async (page: Page) => {
      await page.getByRole('button', { name: 'Open shifts' }).click()
      await page.getByRole('combobox', { name: 'Site' }).selectOption({ label: 'Harborview West Hospital' })
    },
    kept: /^show=open&site=[0-9a-f-]{36}$/,
    // The shifts to take, and those that are blocked, which depend on the day.
    shown: (page: Page) =>
      page.getByRole('list', { name: /^(Open shifts|Not available to you now)$/ }).getByRole('listitem'),
  },
  {
    name: 'marcus',
    path: '/proctor/schedule',
    narrow: (page: Page) => page.getByRole('button', { name: 'Past', exact: true }).click(),
    kept: /^when=past$/,
    shown: (page: Page) => page.getByRole('list', { name: 'Past shifts' }).getByRole('listitem'),
  },
])(
  '$name saves the filters of $path under a name, and exports what they show',
  async ({ name, path, narrow, kept, shown }) => {
    const { page, complaints } = await person(name, { at: path })
    const search = (url: URL) => {
      url.searchParams.sort()
      return url.search.slice(1)
    }
    await narrow(page)
    await page.waitForURL((url) => kept.test(search(url)))
    await shown(page).first().waitFor()
    await waitUntilSettled(page)
    expect(await linesOfFile(page)).toBe(await shown(page).count())

    // By keyboard: the menu and its only item.
    await page.getByRole('button', { name: 'Views' }).press('Enter')
    await page.getByRole('menuitem', { name: 'Save these filters…' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Save these filters' })
    await dialog.getByLabel('Name').fill('My list')
    await dialog.getByLabel('Name').press('Enter')
    await page.getByText('View saved').waitFor()
    await page.goto(path)
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'My list' }).click()
    await page.waitForURL((url) => kept.test(search(url)))
    await shown(page).first().waitFor()
    await page.getByRole('button', { name: 'My list' }).waitFor()

    await page.setViewportSize(sizes.phone)
    await page.emulateMedia({ colorScheme: 'dark' })
    // A phone collapses the views with the filters, or with other page actions.
    const myList = page.getByRole('button', { name: 'My list' })
    if (!(await myList.isVisible()))
      await page
        .getByRole('button', { name: /^(Filters|More actions)/ })
        .first()
        .click()
    await myList.click()
    await expectGoodPage(page)
    await page.getByRole('menuitem', { name: 'Manage views…' }).click()
    const manage = page.getByRole('dialog', { name: 'Saved views' })
    await manage.getByRole('button', { name: 'Remove My list' }).click()
    await page.getByRole('button', { name: 'Undo' }).click()
    await page.getByText('View restored').waitFor()
    await page.getByRole('button', { name: 'My list' }).waitFor()
    expect(complaints).toEqual([])
  },
)

const tableRows = (page: Page) => page.getByRole('table').locator('tbody tr')
it.each([
  { name: 'frank', path: '/facility/shifts?view=offers', subject: /open-slots/, shown: tableRows },
  {
    name: 'frank',
    path: '/facility/shifts?view=offers&state=withdrawn',
    subject: /open-slots/,
    shown: tableRows,
  },
  {
    name: 'frank',
    path: '/facility/shifts?view=roster',
    subject: /roster/,
    // A line for each student, or for a shift without students.
    shown: (page: Page) =>
      page.getByRole('article').locator('tbody tr').or(page.getByText('No student is placed yet.')),
  },
  { name: 'ana', path: '/shifts?view=offered&semester=all', subject: /open-slots/, shown: tableRows },
  {
    name: 'jenna',
    path: '/student/shifts?show=makeups',
    subject: /my-make-ups/,
    shown: (page: Page) => page.getByText('Instead of', { exact: true }),
  },
  {
    name: 'jenna',
    path: '/student/shifts?show=swaps',
    subject: /my-swaps/,
    shown: (page: Page) => page.getByText('You give', { exact: true }),
  },
])('$name exports what $path shows', async ({ name, path, subject, shown }) => {
  const { page } = await person(name, { at: path })
  await page.getByRole('button', { name: 'Export' }).waitFor()
  await waitUntilSettled(page)
  expect(await linesOfFile(page, subject)).toBe(await shown(page).count())
  await page.setViewportSize(sizes.phone)
  await expectGoodPage(page)
})
