import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { storedView } from './stored-view.ts'

let kept: Map<string, string>
beforeEach(() => {
  kept = new Map()
  // Storage that ends with the browser session, and nothing that outlives it.
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('view and school are kept for the browser session (Spec §4)', () => {
  expect([storedView.role(), storedView.school()]).toEqual([null, null])
  storedView.keep('school_admin', 'school-1')
  expect([storedView.role(), storedView.school()]).toEqual(['school_admin', 'school-1'])
  storedView.keep('student', null)
  expect([storedView.role(), storedView.school()]).toEqual(['student', 'school-1'])
})

test('only the school is cleared if it is unavailable, and everything when the superadmin leaves (Spec §4)', () => {
  storedView.keep('school_admin', 'school-1')
  storedView.forgetSchool()
  expect([storedView.role(), storedView.school()]).toEqual(['school_admin', null])
  storedView.keep('school_admin', 'school-1')
  storedView.clear()
  expect(kept.size).toBe(0)
})

test('so is the facility, and it is cleared when the superadmin leaves', () => {
  expect(storedView.facility()).toBeNull()
  storedView.keepFacility('facility-1')
  expect(storedView.facility()).toBe('facility-1')
  storedView.clear()
  expect(storedView.facility()).toBeNull()
})

test('an invalid stored view is ignored', () => {
  for (const key of ['placewell:view-role', 'placewell:selected-school']) kept.set(key, 'owner')
  expect(storedView.role()).toBeNull()
})
