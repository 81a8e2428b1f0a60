import { expect, test } from 'vitest'
import { checkedProblem } from './format.ts'
import { match } from './match.ts'
import { runMatch } from './run-match.ts'

const problem = checkedProblem({
  version: 1,
  blocks: ['fall', 'spring'],
  rotations: 2,
  students: Array.from({ length: 12 }, (_, i) => ({ id: `s${i}`, choices: ['icu-fall', 'icu-spring'] })),
  options: ['fall', 'spring'].flatMap((block) =>
    ['icu', 'er'].map((unit) => ({ id: `${unit}-${block}`, unit, blocks: [block], seats: 8 })),
  ),
})

test('a separate thread gives the same result', async () => {
  const answer = await runMatch(problem)
  expect(answer.status).toBe('optimal')
  expect(answer).toEqual(await match(problem))
})

test('and can be stopped', async () => {
  const stopping = new AbortController()
  const answer = runMatch(problem, stopping.signal)
  stopping.abort()
  await expect(answer).rejects.toThrow('aborted')
})
