import { describe, expect, it } from 'vitest'
import { mayOpen } from '#core/access.ts'
import type { Role } from '#core/roles.ts'
import { pages } from '#features/shell/web/pages.ts'
import { demo, expectGoodPage, person, type sizes, visitor } from './people.ts'

const people = ['sam', 'grace', 'ana', 'frank', 'priya', 'marcus', 'jenna']
const publicPages = [
  '/', '/login', '/signup', '/signup/student', '/signup/facility', '/signup/school', '/signup/proctor', '/reset-password',
  '/verify-email', '/pricing', '/faq', '/faq/students', '/faq/school-admins', '/faq/instructors', '/demo', '/about', '/contact',
  '/accept-invitation', '/accept-student-invitation', '/accept-proctor-invitation', '/school-admin-pending',
  '/student-pending-approval', '/email-test', '/no-such-page',
] // prettier-ignore

/** Every page of the menus, as each person who may open it, in a window of this size and scheme. */
export function visitEveryPage(size: keyof typeof sizes, dark: boolean): void {
  describe(`${size}, ${dark ? 'dark' : 'light'}`, () => {
    it('every public page stands', { timeout: 300_000 }, async () => {
      const someone = await visitor({ size, dark })
      for (const path of publicPages) {
        await someone.page.goto(path)
        await expectGoodPage(someone.page)
      }
      expect(someone.complaints).toEqual([])
    })

    for (const name of people)
      it(`every page of ${demo(name).role} ${name} stands`, { timeout: 300_000 }, async () => {
        const someone = await person(name, { size, dark })
        const viewer = { role: demo(name).role as Role, isPreceptor: name === 'priya' }
        for (const { href, access } of pages) {
          if (!mayOpen(access, viewer)) continue
          await someone.page.goto(href)
          await someone.page.waitForURL((url) => url.pathname === href)
          await expectGoodPage(someone.page)
        }
        expect(someone.complaints).toEqual([])
      })
  })
}
