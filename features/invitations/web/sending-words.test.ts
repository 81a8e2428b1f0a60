import { expect, it } from 'vitest'
import { unsentWords } from './sending-words.ts'

it('says after an import what to do about the rows that were not sent', () => {
  expect(unsentWords(1)).toMatch(/^1 row was not sent\. The report says why\./)
  expect(unsentWords(26)).toMatch(/^26 rows were not sent\./)
})
