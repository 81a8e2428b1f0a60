import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { refusalOf } from './refusal-of.ts'

test('a refusal is its code and values; no other failure is one', () => {
  const full = { code: 'seat.full', values: { seats: 8 } }
  expect(refusalOf(new ORPCError('CONFLICT', { data: full }))).toEqual(full)
  expect(refusalOf(new ORPCError('CONFLICT', { data: { code: 'seat.gone' } }))?.values).toEqual({})
  const others = [new ORPCError('CONFLICT'), new ORPCError('BAD_REQUEST', { data: { fieldErrors: {} } }), new TypeError('fetch failed'), null] // prettier-ignore
  for (const other of others) expect(refusalOf(other)).toBeUndefined()
})
