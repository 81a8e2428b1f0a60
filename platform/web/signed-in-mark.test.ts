import { expect, it } from 'vitest'
import { consumeSignInMark } from './signed-in-mark.ts'

it('is true once for each sign-in', () => {
  const kept = new Map([['placewell:just-signed-in', '1']])
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
  }
  expect([consumeSignInMark(storage), consumeSignInMark(storage)]).toEqual([true, false])
})
