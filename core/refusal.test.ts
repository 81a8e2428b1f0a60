import { expect, it } from 'vitest'
import {
  conflict,
  forbidden,
  invalid,
  notFound,
  refusal,
  refuse,
  refuseIf,
  type Refused,
  refusalMessage,
} from './refusal.ts'

const catalog = {
  'seat.full': conflict(({ seats }: { seats: number }) => `All ${seats} seats are taken.`),
  'seat.not_found': notFound(() => 'We can’t find that seat.'),
  'seat.not_yours': forbidden(() => 'Only its holder gives it back.'),
  'seat.reason': invalid(() => 'Say why.', 'reason'),
}

/** As a rule returns it: the type follows from the calls. */
const mayTake = (seats: number, taken: number) =>
  taken >= seats ? refusal('seat.full', { seats }) : seats === 0 ? refusal('seat.not_found') : null

it("returns a refusal's sentence by its code and values", () => {
  expect(refusalMessage(catalog, refusal('seat.full', { seats: 8 }))).toBe('All 8 seats are taken.')
  expect(refusalMessage(catalog, refusal('seat.not_found'))).toBe('We can’t find that seat.')
})

it('throws what a rule returned, with code, values, kind and field', () => {
  expect(() => refuseIf(catalog, mayTake(8, 3))).not.toThrow()
  const refused = (work: () => void): Refused => {
    try {
      work()
    } catch (error) {
      return error as Refused
    }
    throw new Error('nothing was refused')
  }
  expect(refused(() => refuseIf(catalog, mayTake(8, 8)))).toMatchObject({
    name: 'Refused',
    message: 'All 8 seats are taken.',
    code: 'seat.full',
    values: { seats: 8 },
    kind: 'conflict',
    field: undefined,
  })
  expect(refused(() => refuse(catalog, refusal('seat.reason')))).toMatchObject({
    kind: 'invalid',
    field: 'reason',
  })
  expect(refused(() => refuse(catalog, refusal('seat.not_yours')))).toMatchObject({ kind: 'forbidden' })
})

it('does not compile for a code without a sentence, or with other values', () => {
  // @ts-expect-error -- no such code
  expect(() => refusalMessage(catalog, refusal('seat.gone'))).toThrow(TypeError)
  // @ts-expect-error -- seats are missing
  expect(refusalMessage(catalog, refusal('seat.full'))).toContain('undefined')
})
