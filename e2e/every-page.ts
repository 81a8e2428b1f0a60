import { describe, expect, it } from 'vitest'
import { mayOpen, type Viewer } from '#core/access.ts'
import type { Role } from '#core/roles.ts'
import { pages } from '#features/shell/web/pages.ts'
import { demo, expectGoodPage, person, type sizes, visitor, walkTo } from './people.ts'

const people = ['sam', 'grace', 'ana', 'frank', 'priya', 'marcus', 'jenna']
const publicPages = [
  '/', '/login', '/signup', '/signup/student', '/signup/facility', '/signup/school', '/signup/proctor', '/reset-password',
  '/verify-email', '/pricing', '/faq', '/faq/students', '/faq/school-admins', '/faq/instructors', '/demo', '/about', '/comparison', '/security-and-privacy', '/accessibility', '/privacy', '/terms', '/contact',
  '/accept-invitation', '/accept-student-invitation', '/accept-proctor-invitation', '/school-admin-pending',
  '/student-pending-approval', '/email-test', '/no-such-page',
] // prettier-ignore

interface Visits {
  size: keyof typeof sizes
  dark: boolean
  /** Each person, signed in through the form, walks to every page they may open; or each page is called up once, by the last of those who may. */
  by: 'everybody' | 'one'
}

/** Every page of the menus, in a window of this size and scheme. */
export function visitEveryPage({ size, dark, by }: Visits): void {
  describe(`${size}, ${dark ? 'dark' : 'light'}`, () => {
    it('every public page stands', { timeout: 300_000 }, async () => {
      const someone = await visitor({ size, dark })
      for (const path of publicPages) {
        await someone.page.goto(path)
        await expectGoodPage(someone.page)
      }
      // The browser itself says that an address that is none was answered with 404.
      expect(someone.complaints.filter((text) => !text.includes('404 (Not Found)'))).toEqual([])
    })

    const visits = Map.groupBy(
      pages.flatMap(({ href, access }) => {
        const able = people.filter((name) => mayOpen(access, viewer(name)))
        return (by === 'one' ? able.slice(-1) : able).map((name) => ({ name, href }))
      }),
      ({ name }) => name,
    )
    for (const [name, theirs] of visits)
      it(`every page of ${demo(name).role} ${name} stands`, { timeout: 300_000 }, async () => {
        const someone = await person(name, { size, dark, isFresh: by === 'everybody' })
        for (const [at, { href }] of theirs.entries()) {
          // Everyone walks from page to page; that each page also stands when it is called up is seen in the other pass.
          if (by === 'everybody' && at > 0) await walkTo(someone.page, href)
          else await someone.page.goto(href)
          await someone.page.waitForURL((url) => url.pathname === href)
          await expectGoodPage(someone.page)
          // Without a title of its own it would have that of the product.
          expect(await someone.page.title(), href).toMatch(/.+ · Placewell$/)
        }
        expect(someone.complaints).toEqual([])
      })
  })
}

function viewer(name: string): Viewer {
  return { role: demo(name).role as Role, isPreceptor: name === 'priya' }
}
