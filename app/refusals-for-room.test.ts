/** The message for anyone who is refused for lack of room names the rule that refused, and what would work instead. */
import { expect, it } from 'vitest'
import { refusalMessage } from '#core/refusal.ts'
import { seatRefusals } from '#features/assignments/messages.ts'
import { slotRefusals } from '#features/open-slots/messages.ts'
import { shiftRefusals } from '#features/shifts/messages.ts'
import { type CountedLimit, roomBlocker, wordedLimits } from '#features/shifts/rules.ts'

const values: Record<CountedLimit['limit_name'], object> = {
  closed: { name: 'North', date: '2027-03-05', reason: null, isSite: true },
  exclusive: { name: '5 East' },
  agreement: { reason: 'quota', organization: 'River Health', most: 2, taken: 1 },
  unit: { name: '5 East', most: 8, taken: 6 },
  level: { name: '5 East', years: [{ year: 'second_year', most: 4, taken: 2 }] },
  ratio: { name: 'Wisconsin', most: 10, from: '2024-07-01', begun: true, exempt: null },
  school: { name: 'Lake School', most: 6, specialty: 'pediatrics' },
  preceptor: {},
  shift: {},
}
const limits = (Object.keys(values) as CountedLimit['limit_name'][]).map(
  (limit_name): CountedLimit =>
    ({ limit_name, seats: 2, values: values[limit_name], applies: true, source_url: null }) as CountedLimit,
)
/** A sentence that begins with what the person can do. */
const WAY_OUT =
  /(^|[.:] )(Choose|Take|Approve|Propose|Request|Plan|Add|Join|Look at|Agree)\b[^.]*\.$|Choose another[^.]*\.$/

const noLimits = {
  closed: null,
  unit: null,
  years: null,
  agreement: null,
  rules: null,
  date: '2027-03-02',
  experience_type: 'group',
  specialty: 'icu',
  capacity: 2,
  seats: 2,
  taken: 2,
}
const unit = { name: '5 East', most: 8, taken: 6, ratio: null, has_others: false }
const rules = {
  school: 'Lake School',
  jurisdiction: 'Wisconsin',
  source_url: null,
  effective_from: '2024-07-01',
  board: null,
  own: null,
  own_specialty: null,
  preceptor: 1,
  is_instructed: true,
  instructors: 1,
  preceptors: 1,
}
it.each([
  ['closed', { closed: { name: 'North', reason: null, is_site: true } }],
  ['exclusive', { unit: { ...unit, most: 20, has_others: true } }],
  ['agreement', { agreement: { seats: 1, facts: values.agreement } }],
  ['unit', { unit }],
  ['level', { unit: { ...unit, most: 20 }, years: [{ year: 'second_year', most: 4, taken: 2 }] }],
  ['ratio', { rules: { ...rules, board: 2 } }],
  ['school', { rules: { ...rules, own_specialty: 2 } }],
  ['preceptor', { rules: { ...rules, is_instructed: false }, experience_type: 'precepted' }],
  ['shift', {}],
])('a seat by %s', (name, more) => {
  for (const isStudent of [true, false])
    for (const code of ['seat.full', 'seat.limit']) {
      const found = { ...noLimits, ...more, seats_limit: name, is_student: isStudent }
      expect(refusalMessage(seatRefusals, { code, values: found } as never)).toMatch(WAY_OUT)
    }
})

it.each(limits)('a request, an approval, a counteroffer or a change by $limit_name', (limit) => {
  for (const seats of [0, 2])
    for (const verb of ['Approve', 'Propose', 'Request', 'Decline this, and agree on']) {
      // Null means that the limit does not refuse.
      expect(
        roomBlocker(wordedLimits([{ ...limit, seats }]), 9, verb) ?? 'another unit, day or time.',
      ).toMatch(/another unit, day or time\.$/)
    }
  for (const seatsTaken of [0, 1, 3])
    for (const by of ['school', 'facility'] as const)
      expect(
        refusalMessage(shiftRefusals, { code: 'shift.too_few_seats', values: { limit, seatsTaken, by } }),
      ).toMatch(WAY_OUT)
  const { why } = wordedLimits([limit])[0]!
  expect(refusalMessage(slotRefusals, { code: 'slot.no_seat', values: { why } })).toMatch(WAY_OUT)
})

it.each(['blackout', 'exclusive', 'no_room'] as const)('a shift that has to move by %s', (blocker) => {
  const facts = { date: '2027-03-05', unit: 'ICU', seats: 4, blocker }
  expect(refusalMessage(shiftRefusals, { code: 'shift_ahead.no_fit', values: facts })).toMatch(WAY_OUT)
})

it.each([
  ['shift.closed_day', { closed: values.closed }],
  ['shift.unit_not_active', { name: 'ICU', status: 'paused' }],
])('%s', (code, more) =>
  expect(refusalMessage(shiftRefusals, { code, values: more } as never)).toMatch(WAY_OUT),
)
