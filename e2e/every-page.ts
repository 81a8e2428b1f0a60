import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { mayOpen, type Viewer } from '#core/access.ts'
import type { Role } from '#core/roles.ts'
import { pages } from '#features/shell/web/pages.ts'
import { measureFold, notLists, phoneFold } from './fold.ts'
import { waitUntilSettled, demo, expectGoodPage, person, sizes, visitor, walkTo } from './people.ts'

const people = ['sam', 'grace', 'ana', 'frank', 'priya', 'marcus', 'jenna']
const publicPages = [
  '/',
  '/login',
  '/signup',
  '/signup/student',
  '/signup/facility',
  '/signup/school',
  '/signup/proctor',
  '/reset-password',
  '/verify-email',
  '/pricing',
  '/faq',
  '/faq/students',
  '/faq/school-admins',
  '/faq/instructors',
  '/demo',
  '/about',
  '/comparison',
  '/security-and-privacy',
  '/accessibility',
  '/privacy',
  '/terms',
  '/contact',
  '/accept-invitation',
  '/accept-student-invitation',
  '/accept-proctor-invitation',
  '/school-admin-pending',
  '/student-pending-approval',
  '/email-test',
  '/no-such-page',
]

/** The owner of each area's pages, and additional views that are lists. */
const owners: Partial<Record<(typeof pages)[number]['area'], { name: string; views: readonly string[] }>> = {
  student: { name: 'jenna', views: ['/student/shifts?show=open'] },
  proctor: { name: 'marcus', views: ['/proctor/schedule?when=past', '/shifts'] },
  school: { name: 'ana', views: ['/shifts', '/shifts?view=offered'] },
  facility: { name: 'frank', views: ['/facility/shifts?view=list', '/facility/shifts?view=offers'] },
  admin: { name: 'sam', views: ['/admin/student-progress?school=all'] },
}

interface Visits {
  size: keyof typeof sizes
  dark: boolean
  /**
   * Each person visits every page they may open; or, for 'one', each page is opened once, by its area's owner or else by the last person
   * who may.
   */
  by: 'everybody' | 'one'
}

/** Visits every page of the menus, in a window of this size and scheme. */
export function visitEveryPage({ size, dark, by }: Visits): void {
  describe(`${size}, ${dark ? 'dark' : 'light'}`, () => {
    it('every public page passes', { timeout: 300_000 }, async () => {
      const someone = await visitor({ size, dark })
      for (const path of publicPages) {
        await someone.page.goto(path)
        await expectGoodPage(someone.page)
      }
      // The browser itself logs the 404 of an address that does not exist.
      expect(someone.complaints.filter((text) => !text.includes('404 (Not Found)'))).toEqual([])
    })

    const visits = Map.groupBy(
      pages.flatMap(({ href, access, area }) => {
        const able = people.filter((name) => mayOpen(access, viewer(name)))
        const owner = owners[area]?.name
        const one = owner && able.includes(owner) ? [owner] : able.slice(-1)
        return (by === 'one' ? one : able).map((name) => ({ name, href, isOwn: name === owner }))
      }),
      ({ name }) => name,
    )
    for (const [name, theirs] of visits)
      it(`every page of ${demo(name).role} ${name} passes`, { timeout: 300_000 }, async () => {
        const someone = await person(name, { size, dark })
        const misses: string[] = []
        for (const [at, { href, isOwn }] of theirs.entries()) {
          // Here everyone walks from page to page; the other pass opens each page directly.
          if (by === 'everybody' && at > 0) await walkTo(someone.page, href)
          else await someone.page.goto(href)
          await someone.page.waitForURL((url) => url.pathname === href)
          await expectGoodPage(someone.page)
          // A page without a title of its own would have the product's.
          expect(await someone.page.title(), href).toMatch(/.+ · Placewell$/)
          if (size === 'phone' && isOwn && !notLists.test(href))
            misses.push(...(await foldMisses(someone.page)))
        }
        for (const view of size === 'phone' ? viewsOf(name) : []) {
          await someone.page.goto(view)
          misses.push(...(await foldMisses(someone.page)))
        }
        expect(misses).toEqual([])
        expect(someone.complaints).toEqual([])
      })
  })
}

const viewsOf = (name: string): readonly string[] =>
  Object.values(owners).find((one) => one.name === name)?.views ?? []

/** On a current phone the first row of a list is visible without scrolling: returns what is wrong with that, if anything. */
async function foldMisses(page: Page): Promise<string[]> {
  await page.setViewportSize({ width: phoneFold.width, height: phoneFold.height })
  await page.locator('main h1').first().waitFor()
  await waitUntilSettled(page)
  const { content, row, bar: ofBar, wide } = await measureFold(page)
  await page.setViewportSize(sizes.phone)
  // Only students and instructors have a bottom bar.
  const bar = ofBar || phoneFold.height
  const isSeen = row <= bar && wide <= phoneFold.width && (row <= 0 || content <= phoneFold.contentMost)
  return isSeen ? [] : [`${page.url()}: content ${content}, first row ends ${row}, bar ${bar}, wide ${wide}`]
}

function viewer(name: string): Viewer {
  return { role: demo(name).role as Role, isPreceptor: name === 'priya' }
}
