import { describe, expect, it } from 'vitest'
import { expectGoodPage, person, sizes } from './people.ts'

describe('the lifecycle of a shift', () => {
  it('is walked through, with who is notified of each transition', async () => {
    const { page, complaints } = await person('sam', { at: '/admin/shift-lifecycle-demo' })
    await page.getByRole('button', { name: 'Submit', exact: true }).click()
    await page.getByText('New shift request.').waitFor()
    await page.getByRole('button', { name: 'Approve', exact: true }).click()
    await page.getByText('5 East, North approved your request.').waitFor()
    expect(new URL(page.url()).searchParams.get('walk')).toBe('submit-school.approve-facility')
    // The diagram works by keyboard: a status can be viewed without a transition.
    await page.getByRole('button', { name: 'Change suggested' }).focus()
    await page.keyboard.press('Enter')
    await expect
      .poll(() => page.getByRole('button', { name: 'Change suggested' }).getAttribute('aria-pressed'))
      .toBe('true')
    await expectGoodPage(page)
    await page.goBack()
    await page.getByRole('status').getByText('Waiting for facility').waitFor()
    await page.setViewportSize(sizes.phone)
    await expectGoodPage(page)
    expect(complaints).toEqual([])
  })

  it('is compared with the database, for every event in every status by every party', async () => {
    const { page, complaints } = await person('sam', { at: '/admin/shift-lifecycle-test', dark: true })
    await page.getByText('The database does exactly what the rules say.').waitFor()
    await page.getByText('3,000 trials').waitFor()
    await page.getByLabel('By whom').selectOption('student')
    await page.getByRole('heading', { name: 'By a student' }).waitFor()
    await expectGoodPage(page)
    await page.setViewportSize(sizes.phone)
    await expectGoodPage(page)
    expect(complaints).toEqual([])
  })
})
