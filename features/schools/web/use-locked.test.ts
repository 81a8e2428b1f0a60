import { expect, it } from 'vitest'
import { differencesOf } from './use-locked.ts'

it('says what their version says otherwise, and nothing of what is the same', () => {
  const mine = { name: 'Lakeshore', phone: '1', active: true, rows: [1] }
  const labels = { name: 'Name', phone: 'Phone', active: 'Open shifts', rows: 'Requirements' }
  expect(differencesOf(mine, { ...mine }, labels)).toBe('the same as yours')
  expect(differencesOf({ name: 'Lakeshore', phone: '', active: false, rows: [2] }, mine, labels)).toBe(
    'phone nothing, open shifts off, requirements another list',
  )
})
