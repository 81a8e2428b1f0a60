import { expect, test } from 'vitest'
import { pageInstead } from './Pager.tsx'

const shown = { page: 3, pageSize: 10, rows: 0, total: undefined }

test('a page whose last row was decided is left for one that has rows', () => {
  expect(pageInstead({ ...shown, total: 20 })).toBe(2)
  // Someone else decided several, or the address names a page that never was.
  expect(pageInstead({ ...shown, page: 50, total: 20 })).toBe(2)
})

test('a total counted with the rows says nothing about other pages, so the first one is shown', () => {
  expect(pageInstead({ ...shown, total: 0 })).toBe(1)
  expect(pageInstead(shown)).toBe(1)
})

test('a total that includes the page does not keep it', () => {
  expect(pageInstead({ ...shown, total: 30 })).toBe(2)
})

test('the first page, a page with rows, and one that loads stay', () => {
  expect(pageInstead({ ...shown, page: 1, total: 0 })).toBeUndefined()
  expect(pageInstead({ ...shown, rows: 4, total: 24 })).toBeUndefined()
  expect(pageInstead({ ...shown, rows: undefined })).toBeUndefined()
})
