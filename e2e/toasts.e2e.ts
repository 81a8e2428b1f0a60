import { expect, it } from 'vitest'
import { person } from './people.ts'

/** Controls that are under a toast now. */
const covered = (): string[] => {
  const [toast] = document.querySelectorAll('[data-sonner-toast]')
  if (!toast) return ['no toast']
  const { left, top, right, bottom } = toast.getBoundingClientRect()
  return [...document.querySelectorAll('a, button, input, select, textarea')]
    .filter((one) => !toast.contains(one) && one.checkVisibility())
    .flatMap((one) => {
      const box = one.getBoundingClientRect()
      const isUnder = box.left < right && box.right > left && box.top < bottom && box.bottom > top
      return isUnder && box.width > 0 ? [one.outerHTML.slice(0, 120)] : []
    })
}

it('a toast covers no picker of a superadmin, whose header has more of them', async () => {
  const { page } = await person('sam', { at: '/school/dashboard' })
  const school = page.getByRole('combobox', { name: 'School you work in' })
  await school.click()
  await school.fill('Prairie')
  await page.getByRole('option', { name: /Prairie/ }).click()
  await page.locator('[data-sonner-toast][data-mounted=true]').first().waitFor()
  const picker = page.getByRole('button', { name: /^Semester you work in/ })
  await picker.click({ timeout: 3_000 })
  // The menu opens once its code has been loaded.
  await expect.poll(() => picker.getAttribute('aria-expanded')).toBe('true')
})

it('a toast covers no controls: on a desktop never, on a phone once the page is scrolled', async () => {
  for (const size of ['wide', 'thumb'] as const) {
    const { page } = await person('ana', { at: '/school/account', size })
    await page.getByRole('button', { name: 'Copy', exact: true }).first().click()
    const toast = page.locator('[data-sonner-toast][data-mounted=true]').first()
    await toast.waitFor()
    // The pointer keeps the toast open while it is checked.
    await toast.hover()
    await page.evaluate(
      (isPhone) => isPhone && scrollTo(0, document.documentElement.scrollHeight),
      size === 'thumb',
    )
    await expect.poll(() => page.evaluate(covered)).toEqual([])
  }
})
