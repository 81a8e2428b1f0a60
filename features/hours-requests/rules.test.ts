import { expect, test } from 'vitest'
import { canTransition } from '#core/steps.ts'
import { requestStatus } from './contract.ts'
import {
  confirmationWords,
  confirmBlocker,
  decisionBlocker,
  hoursRequestSteps,
  statusInList,
  ownStepBlocker,
  reportBlocker,
  statusLabels,
} from './rules.ts'

const facts = { today: '2026-11-26', daysBack: 15, hoursPerDay: 16, sameDay: 0 }

test.each([
  ['today', { date: '2026-11-26', minutes: 480 }, {}, null],
  ['tomorrow', { date: '2026-11-27', minutes: 480 }, {}, 'hours_request.future'],
  ['the last day back', { date: '2026-11-11', minutes: 480 }, {}, null],
  ['one day more', { date: '2026-11-10', minutes: 480 }, {}, 'hours_request.too_late'],
  [
    'a school that allows today alone',
    { date: '2026-11-25', minutes: 480 },
    { daysBack: 0 },
    'hours_request.too_late',
  ],
  ['a whole day', { date: '2026-11-26', minutes: 960 }, {}, null],
  ['a minute more', { date: '2026-11-26', minutes: 961 }, {}, 'hours_request.too_many'],
  [
    'beside a shift of that day',
    { date: '2026-11-26', minutes: 480 },
    { sameDay: 481 },
    'hours_request.too_many',
  ],
])('reporting hours: %s', (_, hours, more, code) => {
  expect(reportBlocker(hours, { ...facts, ...more })?.code ?? null).toBe(code)
})

test("a student's actions on reported hours", () => {
  const may = (to: 'pending' | 'withdrawn') =>
    requestStatus.options.filter((status) => ownStepBlocker({ status }, to) === null)
  expect(may('withdrawn')).toEqual(['pending', 'needs_info'])
  expect(may('pending')).toEqual(['needs_info'])
})

test.each([
  ['approves', { decision: 'approved', note: null }, 'pending', 2, null],
  [
    'approves without reading the answer',
    { decision: 'approved', note: null },
    'pending',
    3,
    'hours_request.settled',
  ],
  [
    'approves what was decided',
    { decision: 'approved', note: null },
    'not_approved',
    2,
    'hours_request.settled',
  ],
  [
    'approves before the answer',
    { decision: 'approved', note: null },
    'needs_info',
    2,
    'hours_request.settled',
  ],
  ['refuses', { decision: 'not_approved', note: 'Counted already.' }, 'pending', 2, null],
  [
    'refuses without a reason',
    { decision: 'not_approved', note: null },
    'pending',
    2,
    'hours_request.reason_missing',
  ],
  ['asks nothing', { decision: 'needs_info', note: null }, 'pending', 2, 'hours_request.reason_missing'],
] as const)('the school %s', (_, decision, status, version, code) => {
  expect(decisionBlocker({ status, version }, { ...decision, version: 2 })?.code ?? null).toBe(code)
})

test.each([
  ['confirms', { confirmation: 'confirmed', note: null }, {}, null],
  ['while the school asks', { confirmation: 'confirmed', note: null }, { status: 'needs_info' }, null],
  ['says what is wrong', { confirmation: 'not_confirmed', note: 'It was four hours.' }, {}, null],
  [
    'says nothing of what is wrong',
    { confirmation: 'not_confirmed', note: null },
    {},
    'hours_request.reason_missing',
  ],
  [
    'twice',
    { confirmation: 'confirmed', note: null },
    { confirmation: 'confirmed' },
    'hours_request.settled',
  ],
  [
    'after the decision',
    { confirmation: 'confirmed', note: null },
    { status: 'approved' },
    'hours_request.settled',
  ],
  [
    'what was withdrawn',
    { confirmation: 'confirmed', note: null },
    { status: 'withdrawn' },
    'hours_request.settled',
  ],
  [
    'what has changed since',
    { confirmation: 'confirmed', note: null },
    { version: 3 },
    'hours_request.settled',
  ],
] as const)('the named instructor %s', (_, sent, row, code) => {
  const known = { status: 'pending', version: 2, confirmation: null, ...row }
  expect(confirmBlocker(known, { ...sent, version: 2 })?.code ?? null).toBe(code)
})

test("an instructor's answer is summarized in a sentence", () => {
  const words = (confirmation: 'confirmed' | 'not_confirmed' | null, note: string | null = null) =>
    confirmationWords({ instructor_name: 'Dana Ruiz', confirmation, confirmation_note: note })
  expect(words(null)).toBe('Dana Ruiz has not answered yet.')
  expect(words('confirmed')).toBe('Confirmed by Dana Ruiz.')
  expect(words('not_confirmed', 'It was four hours.')).toBe('Dana Ruiz does not confirm: It was four hours.')
  expect(confirmationWords({ instructor_name: null, confirmation: null, confirmation_note: null })).toBeNull()
})

test('decided hours have no further transitions, and every status has a label', () => {
  for (const from of ['approved', 'not_approved', 'withdrawn'])
    for (const to of requestStatus.options)
      for (const party of ['student', 'school'] as const)
        expect(canTransition(hoursRequestSteps, from, to, party), `${from} to ${to}`).toBe(false)
  expect(Object.keys(statusLabels)).toEqual(requestStatus.options)
  expect(Object.keys(statusInList)).toEqual(requestStatus.options)
})
