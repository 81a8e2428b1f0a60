import { endStates } from '#core/shift-statuses.ts'
import { expect, it } from 'vitest'
import { examples, nextSteps, stepsOf, walkText } from './lifecycle-walk.ts'

it('reads what it writes, and each example to its end', () => {
  for (const { walk } of examples) expect(walkText(stepsOf(walk))).toBe(walk)
})

it.each([
  [undefined, undefined],
  ['approve-facility', undefined],
  ['submit-school.approve-school', 'submit-school'],
  ['submit-school.nonsense-school.approve-facility', 'submit-school'],
  ['submit-student', undefined],
])('reads %s as %s', (text, read) => {
  expect(walkText(stepsOf(text))).toBe(read)
})

it('offers what the rules allow, and nothing at an end', () => {
  expect(
    nextSteps('pending_facility').map(({ party, steps }) => [party, steps.map(({ event }) => event)]),
  ).toEqual([
    ['school', ['withdraw']],
    ['facility', ['approve', 'ask', 'counter', 'decline']],
    // The last one, if an agreement has ended.
    ['system', ['expire', 'withdraw']],
  ])
  expect(nextSteps('closed').map(({ party }) => party)).toEqual(['school_super'])
  for (const status of endStates) expect(nextSteps(status)).toEqual([])
})
