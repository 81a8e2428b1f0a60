import { ORPCError } from '@orpc/server'
import { expect, it } from 'vitest'
import { asContractError, TookTooLong } from './pg-errors.ts'

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
])('%s is a database that cannot be reached: try again', (code) => {
  expect(asContractError(failed(code))).toMatchObject({ status: 503 })
})

it.each(['40P01', '40001', '55P03'])('%s is somebody else at the same data, and no outage', (code) => {
  expect(asContractError(failed(code))).toMatchObject({
    status: 503,
    message: expect.stringContaining('Nothing was changed'),
  })
})

it.each([
  ['read', 'Narrow it down'],
  ['unchanged', 'Nothing was changed'],
  ['unknown', 'not known whether it was saved'],
] as const)('a time limit says what is true: %s', (outcome, words) => {
  expect(asContractError(new TookTooLong(outcome))).toMatchObject({
    code: 'TOOK_TOO_LONG',
    status: 504,
    message: expect.stringContaining(words),
    data: { outcome },
  })
  expect(asContractError(failed('57014'))).toMatchObject({ code: 'TOOK_TOO_LONG' })
})

it.each(['ERR_INVALID_ARG_TYPE', 'ERR_INVALID_URL', 'ERR_OUT_OF_RANGE', '42883', 'XX000'])(
  '%s is a mistake of ours, and trying again does not help',
  (code) => {
    expect(asContractError(failed(code))).not.toBeInstanceOf(ORPCError)
  },
)

it('an allowance that says when there is some again is told in its own words', () => {
  const words = 'You have sent 100 invitations. Try again in 4 minutes.'
  const told = Object.assign(new Error(words), { code: 'PW429', detail: '222' })
  expect(asContractError(told)).toMatchObject({ status: 429, message: words, data: { retryAfter: 222 } })
  expect(asContractError(Object.assign(new Error('x'), { code: 'PW429' }))).toMatchObject({
    status: 429,
    message: 'Rate limit exceeded. Please try again later.',
  })
})

it('a conflict names the rule that refused, where it has a name', () => {
  const full = Object.assign(new Error('This shift is full.'), { code: 'PW409', hint: 'full' })
  expect(asContractError(full)).toMatchObject({ message: 'This shift is full.', data: { rule: 'full' } })
  expect(asContractError(failed('PW409'))).toMatchObject({ status: 409, data: undefined })
})
