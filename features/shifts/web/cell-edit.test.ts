import { expect, test } from 'vitest'
import { cellChange, cellText, changeOfAll, instructorsChange } from './cell-edit.ts'

const row = { title: 'Adult Health', capacity: 8 }

test('text typed in a cell changes only that field', () => {
  expect(cellChange(row, 'title', ' Child Health ')).toEqual({ fields: { title: 'Child Health' } })
  expect(cellChange(row, 'title', '')).toEqual({ fields: { title: null } })
  expect(cellChange(row, 'capacity', '6')).toEqual({ fields: { capacity: 6 } })
})

test('instructors are chosen as a list, in order', () => {
  const led = { proctor_id: 'x', more_proctor_ids: ['y'] }
  expect(instructorsChange(led, ['x', 'y'])).toBeNull()
  expect(instructorsChange(led, ['y', 'z'])).toEqual({ fields: { proctor_id: 'y', more_proctor_ids: ['z'] } })
  expect(instructorsChange(led, [])).toEqual({ fields: { proctor_id: null, more_proctor_ids: [] } })
})

test.each(['title', 'capacity'] as const)('an unchanged %s changes nothing', (field) =>
  expect(cellChange(row, field, cellText(row, field))).toBeNull(),
)

test.each(['0', '501', '2.5', 'x', ''])('%j is not a number of seats', (typed) =>
  expect(cellChange(row, 'capacity', typed)).toEqual({ problem: 'A whole number from 1 to 500.' }),
)

test('a title has a maximum length', () =>
  expect(cellChange(row, 'title', 'x'.repeat(201))).toEqual({ problem: 'At most 200 characters.' }))

test('changing several shifts changes only the filled-in fields', () => {
  const blank = { title: '', capacity: ' ', instructors: 'as_they_are' as const }
  expect(changeOfAll(blank)).toBeNull()
  expect(changeOfAll({ ...blank, capacity: '6' })).toEqual({ fields: { capacity: 6 } })
  expect(changeOfAll({ title: 'Adult Health', capacity: '', instructors: ['x', 'y'] })).toEqual({
    fields: { title: 'Adult Health', proctor_id: 'x', more_proctor_ids: ['y'] },
  })
  expect(changeOfAll({ ...blank, instructors: 'nobody' })).toEqual({
    fields: { proctor_id: null, more_proctor_ids: [] },
  })
  expect(changeOfAll({ ...blank, title: 'x', capacity: '0' })).toEqual({
    problem: 'A whole number from 1 to 500.',
  })
})
