import { expect, test } from 'vitest'
import { mayStep } from '#core/steps.ts'
import { requestStatus } from './contract.ts'
import { decisionBlocker, hoursRequestSteps, ownStepBlocker, reportBlocker, statusLabels } from './rules.ts'

const facts = { today: '2026-11-26', daysBack: 15, hoursPerDay: 16, sameDay: 0 }

test.each([
  ['today', { date: '2026-11-26', minutes: 480 }, {}, null],
  ['tomorrow', { date: '2026-11-27', minutes: 480 }, {}, 'hours_request.future'],
  ['the last day back', { date: '2026-11-11', minutes: 480 }, {}, null],
  ['one day more', { date: '2026-11-10', minutes: 480 }, {}, 'hours_request.too_late'],
  ['a school that allows today alone', { date: '2026-11-25', minutes: 480 }, { daysBack: 0 }, 'hours_request.too_late'],
  ['a whole day', { date: '2026-11-26', minutes: 960 }, {}, null],
  ['a minute more', { date: '2026-11-26', minutes: 961 }, {}, 'hours_request.too_many'],
  ['beside a shift of that day', { date: '2026-11-26', minutes: 480 }, { sameDay: 481 }, 'hours_request.too_many'],
])('reporting hours: %s', (_, hours, more, code) => {
  expect(reportBlocker(hours, { ...facts, ...more })?.code ?? null).toBe(code)
}) // prettier-ignore

test('what a student may do with reported hours', () => {
  const may = (to: 'pending' | 'withdrawn') =>
    requestStatus.options.filter((status) => ownStepBlocker({ status }, to) === null)
  expect(may('withdrawn')).toEqual(['pending', 'needs_info'])
  expect(may('pending')).toEqual(['needs_info'])
})

test.each([
  ['approves', { decision: 'approved', note: null }, 'pending', 2, null],
  ['approves without reading the answer', { decision: 'approved', note: null }, 'pending', 3, 'hours_request.settled'],
  ['approves what was decided', { decision: 'approved', note: null }, 'not_approved', 2, 'hours_request.settled'],
  ['approves before the answer', { decision: 'approved', note: null }, 'needs_info', 2, 'hours_request.settled'],
  ['refuses', { decision: 'not_approved', note: 'Counted already.' }, 'pending', 2, null],
  ['refuses without a reason', { decision: 'not_approved', note: null }, 'pending', 2, 'hours_request.reason_missing'],
  ['asks nothing', { decision: 'needs_info', note: null }, 'pending', 2, 'hours_request.reason_missing'],
] as const)('the school %s', (_, decision, status, version, code) => {
  expect(decisionBlocker({ status, version }, { ...decision, version: 2 })?.code ?? null).toBe(code)
}) // prettier-ignore

test('nothing leads out of what is decided, and every state has a name', () => {
  for (const from of ['approved', 'not_approved', 'withdrawn'])
    for (const to of requestStatus.options)
      for (const party of ['student', 'school'] as const)
        expect(mayStep(hoursRequestSteps, from, to, party), `${from} to ${to}`).toBe(false)
  expect(Object.keys(statusLabels)).toEqual(requestStatus.options)
})
