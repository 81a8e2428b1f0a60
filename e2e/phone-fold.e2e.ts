import { expect, it } from 'vitest'
import { mayOpen } from '#core/access.ts'
import { pages } from '#features/shell/web/pages.ts'
import { measureFold, notLists, phoneFold } from './fold.ts'
import { calm, person } from './people.ts'

it.each([
  ['jenna', 'student', ['/student/shifts?show=open']],
  ['marcus', 'proctor', ['/proctor/schedule?when=past', '/shifts']],
] as const)(
  '%s sees the first row of each list without scrolling',
  { timeout: 120_000 },
  async (name, role, views) => {
    const { page } = await person(name, { size: 'phone' })
    await page.setViewportSize({ width: phoneFold.width, height: phoneFold.height })
    const own = pages.filter(
      ({ area, access }) => area === role && mayOpen(access, { role, isPreceptor: false }),
    )
    const misses: string[] = []
    for (const path of [...own.map(({ href }) => href).filter((href) => !notLists.test(href)), ...views]) {
      await page.goto(path)
      await page.locator('main h1').first().waitFor()
      await calm(page)
      const { content, row, bar, wide } = await measureFold(page)
      if (row > bar || wide > phoneFold.width || (row > 0 && content > phoneFold.contentMost))
        misses.push(`${path}: content ${content}, first row ends ${row}, bar ${bar}, wide ${wide}`)
    }
    expect(misses).toEqual([])
  },
)
