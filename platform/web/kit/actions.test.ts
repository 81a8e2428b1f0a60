import { expect, test } from 'vitest'
import {
  type Action,
  blockerOf,
  applicableRows,
  leftOut,
  missingIn,
  emptyAnswer,
  offered,
  perform,
} from './actions.ts'

type Seat = { id: string; status: 'open' | 'taken' | 'gone' }
const seats: Seat[] = [
  { id: 'a', status: 'open' },
  { id: 'b', status: 'taken' },
  { id: 'c', status: 'gone' },
]
const take: Action<Seat> = {
  id: 'take',
  label: 'Take',
  isOffered: ({ status }) => status !== 'gone',
  blocker: ({ status }) => status === 'taken' && 'This seat is taken.',
  run: ({ id }) => (id === 'a' ? Promise.resolve('done') : Promise.reject(new Error('Full'))),
}
const how = { idOf: ({ id }: Seat) => id, wordsOf: (error: unknown) => (error as Error).message }

test('leaves out an action that makes no sense, and keeps one that is refused with its reason', () => {
  expect(seats.map((seat) => offered([take], seat).length)).toEqual([1, 1, 0])
  expect(seats.map((seat) => blockerOf(take, seat))).toEqual([undefined, 'This seat is taken.', undefined])
  expect(applicableRows(take, seats)).toEqual([seats[0]])
})

test('says once for all actions that leave out the same rows what they leave out', () => {
  const many = { ...take, isBulk: true }
  const move = { ...many, id: 'move', label: 'Move…' }
  expect(leftOut([many, move], seats)).toEqual(['Take, Move: 1 left out. This seat is taken.'])
  expect(leftOut([many], [seats[1]!])).toEqual([])
  expect(leftOut([many], [seats[0]!])).toEqual([])
})

test('each row has its outcome, and one refusal does not stop the others', async () => {
  const outcomes = await perform(take, [seats[1]!, seats[0]!], emptyAnswer, how)
  expect(outcomes.map(({ row, ok, why }) => [row.id, ok, why])).toEqual([
    ['b', false, 'Full'],
    ['a', true, undefined],
  ])
})

test('a refusal of an old version, or of what is gone, is final; others can be tried again', async () => {
  async function refused(error: object) {
    const run = async () => {
      throw Object.assign(new Error('No'), error)
    }
    return perform({ ...take, run }, [seats[0]!], emptyAnswer, how)
  }
  const isOld = async (error: object) => (await refused(error))[0]!.isOld
  expect(await isOld({ status: 409, data: { code: 'seat.old_version', values: {} } })).toBe(true)
  expect(await isOld({ status: 409, data: { kind: 'version', sent_version: 3 } })).toBe(true)
  expect(await isOld({ status: 404 })).toBe(true)
  expect(await isOld({ status: 409, data: { code: 'seat.full', values: {} } })).toBe(false)
  expect(await isOld({})).toBe(false)
})

test('a request for many answers per row; a row without an answer was not done', async () => {
  const many: Action<Seat> = {
    ...take,
    runMany: () =>
      Promise.resolve([
        { id: 'b', ok: false, why: 'Late' },
        { id: 'a', ok: true },
      ]),
  }
  const outcomes = await perform(many, seats, emptyAnswer, how)
  expect(outcomes.map(({ ok, why }) => [ok, why])).toEqual([
    [true, undefined],
    [false, 'Late'],
    [false, 'It was not done.'],
  ])
})

test('names what a question requires by its field', () => {
  const question = {
    title: 'Cancel?',
    reason: { label: 'Reason', isRequired: true },
    code: { label: 'Why', labels: { sick: 'Sick' } },
    fields: [{ name: 'day', label: 'Day', kind: 'date' as const, isRequired: true }],
  }
  expect(missingIn(question, emptyAnswer)).toEqual({
    code: 'Choose one.',
    reason: 'Write at least 3 characters.',
    day: 'Day is required.',
  })
  const short = { ...question, reason: { label: 'Reason', isRequired: true, minLength: 1 } }
  expect(missingIn(short, emptyAnswer)).toMatchObject({ reason: 'Reason is required.' })
  expect(
    missingIn(question, { ...emptyAnswer, reason: 'Flu', code: 'sick', values: { day: '2027-01-12' } }),
  ).toEqual({})
})
