import { expect, it } from 'vitest'
import { mayOpen } from '#core/access.ts'
import type { Role } from '#core/roles.ts'
import { pages } from '#features/shell/web/pages.ts'
import { measureFold, notLists, phoneFold } from './fold.ts'
import { calm, person } from './people.ts'

/** Who walks the lists of which part of the menus, and the views of pages that are lists of their own. */
const walks: [name: string, role: Role, area: string, views: readonly string[]][] = [
  ['jenna', 'student', 'student', ['/student/shifts?show=open']],
  ['marcus', 'proctor', 'proctor', ['/proctor/schedule?when=past', '/shifts']],
  ['ana', 'school_admin', 'school', ['/shifts', '/shifts?view=offered']],
  ['frank', 'facility_admin', 'facility', ['/facility/shifts?view=list', '/facility/shifts?view=offers']],
  ['sam', 'superadmin', 'admin', ['/admin/student-progress?school=all']],
]

it.each(walks)(
  '%s sees the first row of each list without scrolling',
  { timeout: 120_000 },
  async (name, role, area, views) => {
    const { page } = await person(name, { size: 'phone' })
    await page.setViewportSize({ width: phoneFold.width, height: phoneFold.height })
    const own = pages.filter((one) => one.area === area && mayOpen(one.access, { role, isPreceptor: false }))
    const misses: string[] = []
    for (const path of [...own.map(({ href }) => href).filter((href) => !notLists.test(href)), ...views]) {
      await page.goto(path)
      await page.locator('main h1').first().waitFor()
      await calm(page)
      const { content, row, bar: ofBar, wide } = await measureFold(page)
      // Only students and instructors have a bar at the bottom.
      const bar = ofBar || phoneFold.height
      if (row > bar || wide > phoneFold.width || (row > 0 && content > phoneFold.contentMost))
        misses.push(`${path}: content ${content}, first row ends ${row}, bar ${bar}, wide ${wide}`)
    }
    expect(misses).toEqual([])
  },
)
