import { ORPCError } from '@orpc/server'
import { expect, it } from 'vitest'
import { conflict, invalid, limited, refusal, refuse } from '#core/refusal.ts'
import { asContractError, explainRefusals, TimedOut } from './pg-errors.ts'

const failed = (code: string) => Object.assign(new Error('so it is'), { code })

it.each([
  '08006',
  '57P01',
  '53300',
  '40P01',
  'ECONNREFUSED',
  'EPIPE',
  'ERR_STREAM_DESTROYED',
  'ERR_SOCKET_CLOSED',
])('%s counts as a database that cannot be reached: try again', (code) => {
  expect(asContractError(failed(code))).toMatchObject({ status: 503 })
})

it.each(['40P01', '40001', '55P03'])('%s counts as a conflict with another change, not an outage', (code) => {
  expect(asContractError(failed(code))).toMatchObject({
    status: 503,
    message: expect.stringContaining('Nothing was changed'),
  })
})

it.each([
  ['read', 'Narrow it down'],
  ['unchanged', 'Nothing was changed'],
  ['unknown', 'we don’t know whether it was saved'],
] as const)('a time limit says what is certain: %s', (outcome, words) => {
  expect(asContractError(new TimedOut(outcome))).toMatchObject({
    code: 'TOOK_TOO_LONG',
    status: 504,
    message: expect.stringContaining(words),
    data: { outcome },
  })
  expect(asContractError(failed('57014'))).toMatchObject({ code: 'TOOK_TOO_LONG' })
})

it.each(['ERR_INVALID_ARG_TYPE', 'ERR_INVALID_URL', 'ERR_OUT_OF_RANGE', '42883', 'XX000'])(
  '%s is a bug, and a retry does not help',
  (code) => {
    expect(asContractError(failed(code))).not.toBeInstanceOf(ORPCError)
  },
)

it('a used-up limit says when there is some again', () => {
  explainRefusals({ 'mail.hourly': limited(() => 'You sent 60 mails.') })
  const raised = (seconds: number) =>
    asContractError(
      Object.assign(new Error('mail.hourly'), { code: 'PW429', detail: JSON.stringify({ seconds }) }),
    )
  expect(raised(222)).toMatchObject({
    status: 429,
    message: 'You sent 60 mails. Try again in 4 minutes.',
    data: { retryAfter: 222 },
  })
  expect(raised(1)).toMatchObject({ message: 'You sent 60 mails. Try again in 1 second.' })
  expect(raised(86_400)).toMatchObject({ message: 'You sent 60 mails. Try again in 24 hours.' })
  expect(asContractError(Object.assign(new Error('x'), { code: 'PW429' }))).toMatchObject({
    status: 429,
    message: 'Rate limit exceeded. Please try again later.',
  })
})

it('a conflict names the rule that refused, if it has a name', () => {
  const full = Object.assign(new Error('This shift is full.'), { code: 'PW409', hint: 'full' })
  expect(asContractError(full)).toMatchObject({ message: 'This shift is full.', data: { rule: 'full' } })
  expect(asContractError(failed('PW409'))).toMatchObject({ status: 409, data: undefined })
})

it('a refusal keeps its code, values and field; its sentence is made here', () => {
  const catalog = {
    'seat.full': conflict(({ seats }: { seats: number }) => `All ${seats} seats are taken.`),
    'seat.reason': invalid(() => 'Say why.', 'reason'),
  }
  const refused = (work: () => void) => {
    try {
      work()
    } catch (error) {
      return asContractError(error)
    }
    return undefined
  }
  expect(refused(() => refuse(catalog, refusal('seat.full', { seats: 8 })))).toMatchObject({
    code: 'CONFLICT',
    message: 'All 8 seats are taken.',
    data: { code: 'seat.full', values: { seats: 8 } },
  })
  expect(refused(() => refuse(catalog, refusal('seat.reason')))).toMatchObject({
    code: 'BAD_REQUEST',
    data: { code: 'seat.reason', fieldErrors: { reason: 'Say why.' } },
  })
})

it('a code that a trigger raises gets its text from the catalog of its feature', () => {
  explainRefusals({
    'bed.taken': conflict(({ by }: { by: string }) => `${by} has it.`),
  })
  const raised = Object.assign(new Error('bed.taken'), { code: 'PW409', detail: '{"by":"Mercy West"}' })
  expect(asContractError(raised)).toMatchObject({
    code: 'CONFLICT',
    message: 'Mercy West has it.',
    data: { code: 'bed.taken', values: { by: 'Mercy West' } },
  })
})
