import { describe, expect, it } from 'vitest'
import { mayOpen } from '#core/access.ts'
import type { Role } from '#core/roles.ts'
import { pages } from '#features/shell/web/pages.ts'
import { demo, expectGoodPage, person, visitor } from './people.ts'

const people = ['sam', 'grace', 'ana', 'frank', 'priya', 'marcus', 'jenna']
const publicPages = [
  '/', '/login', '/signup', '/signup/student', '/signup/facility', '/signup/school', '/signup/proctor', '/reset-password',
  '/verify-email', '/pricing', '/faq', '/faq/students', '/faq/school-admins', '/faq/instructors', '/demo', '/about', '/contact',
  '/accept-invitation', '/accept-student-invitation', '/accept-proctor-invitation', '/school-admin-pending',
  '/student-pending-approval', '/email-test', '/no-such-page',
] // prettier-ignore

// Both sizes and both schemes, in two passes: a fault of the phone or of the dark rarely needs the other to show.
for (const [size, dark] of [
  ['wide', false],
  ['phone', true],
] as const)
  describe(`${size}, ${dark ? 'dark' : 'light'}`, () => {
    it('every public page stands', async () => {
      const someone = await visitor({ size, dark })
      for (const path of publicPages) {
        await someone.page.goto(path)
        await expectGoodPage(someone.page)
      }
      expect(someone.complaints).toEqual([])
    })

    for (const name of people)
      it(`every page of ${demo(name).role} ${name} stands`, async () => {
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
