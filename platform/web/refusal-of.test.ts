import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { refusalOf } from './refusal-of.ts'

test("returns a refusal's code and values, and nothing for other failures", () => {
  const full = { code: 'seat.full', values: { seats: 8 } }
  expect(refusalOf(new ORPCError('CONFLICT', { data: full }))).toEqual(full)
  expect(refusalOf(new ORPCError('CONFLICT', { data: { code: 'seat.gone' } }))?.values).toEqual({})
  const others = [
    new ORPCError('CONFLICT'),
    new ORPCError('BAD_REQUEST', { data: { fieldErrors: {} } }),
    new TypeError('fetch failed'),
    null,
  ]
  for (const other of others) expect(refusalOf(other)).toBeUndefined()
})
