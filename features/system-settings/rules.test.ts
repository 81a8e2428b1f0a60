import { describe, expect, it } from 'vitest'
import { readIn } from '#core/plain-date.ts'
import { inTimeFormat } from '#core/time-format.ts'
import { configChange, settingSchemas, type LogEntry } from './contract.ts'
import { settingTexts } from './messages.ts'
import { changesIn, fittingEntries, isSameValue, maintenanceBlocker, withoutAddresses } from './rules.ts'

const NOW = '2027-03-01T12:00:00.000Z'

describe('planned maintenance', () => {
  const planned = { starts_at: '2027-03-02T03:00:00Z', ends_at: '2027-03-02T04:00:00Z', message: '' }
  it.each([
    ['to come', planned, null],
    ['under way', { ...planned, starts_at: '2027-03-01T11:00:00Z' }, null],
    ['over', { ...planned, ends_at: '2027-03-01T12:00:00Z' }, 'setting.maintenance_over'],
    ['none', null, null],
  ])('that is %s', (_what, value, code) => {
    expect(maintenanceBlocker(value, NOW)?.code ?? null).toBe(code)
  })
  it.each([
    ['ends before it starts', { ...planned, ends_at: '2027-03-02T03:00:00Z' }],
    ['takes longer than a week', { ...planned, ends_at: '2027-03-09T03:00:01Z' }],
    ['says too much', { ...planned, message: 'x'.repeat(301) }],
    ['is at no time', { ...planned, starts_at: 'tomorrow' }],
  ])('is refused if it %s', (_what, value) => {
    expect(settingSchemas.maintenance.safeParse(value).success).toBe(false)
  })
})

it('says the times of maintenance with the shared day once', () => {
  readIn('UTC')
  const words = (ends_at: string) =>
    settingTexts('maintenance', { starts_at: '2027-03-02T03:00:00Z', ends_at, message: 'Slow.' })
  expect(words('2027-03-02T04:00:00Z')).toBe('Tuesday, March 2, 2027, 3:00 – 4:00 AM. Slow.')
  expect(words('2027-03-03T04:00:00Z')).toBe(
    'Tuesday, March 2, 2027 at 3:00 AM – Wednesday, March 3, 2027 at 4:00 AM. Slow.',
  )
  expect(inTimeFormat('24h', () => words('2027-03-02T04:00:00Z'))).toBe(
    'Tuesday, March 2, 2027, 0300 – 0400. Slow.',
  )
})

describe('settings', () => {
  it.each([
    ['password_min_length', 7, false],
    ['password_min_length', 8, true],
    ['password_min_length', 64, true],
    ['password_min_length', 65, false],
    ['morning_hour', 3, false],
    ['morning_hour', 4.5, false],
    ['morning_hour', 10, true],
    ['sign_up_roles', [], true],
    ['sign_up_roles', ['student', 'student'], false],
    ['sign_up_roles', ['superadmin'], false],
    ['contact_email', 'help@school.edu', true],
    ['contact_email', 'help', false],
  ] as const)('%s %j: %s', (key, value, isTaken) => {
    expect(configChange.safeParse({ [key]: { version: 0, value } }).success).toBe(isTaken)
  })
  it('have no other keys, and a change is not empty', () => {
    expect(configChange.safeParse({ poll_interval: { version: 0, value: 1 } }).success).toBe(false)
    expect(configChange.safeParse({}).success).toBe(false)
  })
  it('are listed by their names', () => {
    expect(changesIn({ morning_hour: { version: 2, value: null } })).toEqual([
      { key: 'morning_hour', version: 2, value: null },
    ])
  })
})

it.each([
  [null, undefined, true],
  [['student', 'proctor'], ['proctor', 'student'], true],
  [['student'], ['proctor'], false],
  [6, 6, true],
  [6, 7, false],
])('%j and %j are the same: %s', (one, other, isSame) => {
  expect(isSameValue(one, other)).toBe(isSame)
})

it.each([
  ['550 <ana.diaz@school.edu>: no such user', '550 <…>: no such user'],
  ['ana@x.edu and "b@y.edu"', '… and "…"'],
  ['Connection refused', 'Connection refused'],
])('%s is shown without addresses', (text, shown) => {
  expect(withoutAddresses(text)).toBe(shown)
})

describe('the log of failures', () => {
  const entry = (change: Partial<LogEntry>): LogEntry => ({
    id: 'x',
    at: '2027-03-01T10:00:00Z',
    level: 'error',
    source: 'job',
    what: 'Publish shifts',
    message: 'Something went wrong',
    ...change,
  })
  const entries = [
    entry({ id: 'old', at: '2027-02-20T10:00:00Z' }),
    entry({ id: 'job' }),
    entry({
      id: 'email',
      source: 'email',
      what: 'Email',
      level: 'warning',
      message: 'Greylisted',
      at: '2027-03-01T11:00:00Z',
    }),
  ]
  it.each([
    [{}, ['email', 'job', 'old']],
    [{ within: 1 }, ['email', 'job']],
    [{ level: 'warning' }, ['email']],
    [{ source: 'job' }, ['job', 'old']],
    [{ search: 'GREY' }, ['email']],
    [{ search: 'publish', within: 7 }, ['job']],
  ] as const)('%j', (options, ids) => {
    expect(fittingEntries(entries, options, NOW).map(({ id }) => id)).toEqual(ids)
  })
})

it.each([
  ['sign_up_roles', [], 'No one'],
  ['sign_up_roles', ['student', 'proctor'], 'Student, Proctor'],
  ['contact_email', null, 'Every superadmin'],
  ['maintenance', null, 'None'],
  ['morning_hour', 6, '6:00 AM'],
  ['password_min_length', 15, '15 characters'],
] as const)('%s %j reads %s', (key, value, words) => {
  expect(settingTexts(key, value)).toBe(words)
})
