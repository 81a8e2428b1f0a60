/**
 * A question with a reason asks to confirm that no patient is named. Only if its action sends that confirmation can the text be sent at all.
 */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const FIRST = String.raw`\((?:\w+|\{[^{}]*\})(?:: [\w<>[\].]+)?, `
const TYPE = String.raw`(?:: [\w<>[\].]+)?`
/** The second parameter of `run` and `runMany`: what was answered. A name that is not used is refused by the linter. */
const IN_PARTS = new RegExp(String.raw`${FIRST}\{([^{}]*)\}${TYPE}\)(?:: [^=]*)? =>`, 'g')
const AS_ONE = new RegExp(String.raw`${FIRST}(\w+)${TYPE}\)(?:: [^=]*)? =>`, 'g')
/** What was answered to a question without an action. */
const ASKED = /const (\w+) =[^=\n]*\bawait question\(/g

/** For each answer whose reason is used, whether its confirmation is used too. */
function answersIn(source: string): boolean[] {
  const matches = (pattern: RegExp) => [...source.matchAll(pattern)].map(([, found = '']) => found)
  const inParts = matches(IN_PARTS).filter((names) => /\breason\b/.test(names))
  const named = new Set([...matches(AS_ONE), ...matches(ASKED)])
  const uses = (name: string, part: string) =>
    new RegExp(String.raw`(?<!\w\.|\w)${name}\??\.${part}\b|\{[^{}]*\b${part}\b[^{}]*\} = ${name}\b`).test(
      source,
    )
  return [
    ...inParts.map((names) => /\btick\b/.test(names)),
    ...[...named].filter((name) => uses(name, 'reason')).map((name) => uses(name, 'tick')),
  ]
}

it.each([
  ['run: (row, { reason }) => send({ reason })', [false]],
  ['run: ({ id }, { reason, tick }) => send({ id, reason, ...tick })', [true]],
  ['run: async (row: Row<Task>, { reason }: Answer): Promise<void> => send({ reason })', [false]],
  ['run: (row, answer) => send({ reason: answer.reason })', [false]],
  ['run: (row, answer) => send({ reason: answer.reason, ...answer.tick })', [true]],
  ['const answer = await question({})\nsend({ reason: answer?.reason })', [false]],
  ['const answer = await question({})\nconst { reason } = answer', [false]],
  ['const answer = await question({})\nconst { reason, tick } = answer', [true]],
  ['run: (row, { code }) => send({ code })', []],
])('%s', (source, expected) => {
  expect(answersIn(source)).toEqual(expected)
})

it('an action that sends the reason of its question sends the confirmation too', () => {
  const answers = globSync(['features/*/web/**/*.{ts,tsx}']).flatMap((file) =>
    answersIn(readFileSync(file, 'utf8')).map((isSent) => ({ file, isSent })),
  )
  expect(answers.length).toBeGreaterThan(20)
  for (const file of ['assignments/web/use-seat-actions.ts', 'shift-approvals/web/use-facility-move.ts'])
    expect(answers).toContainEqual({ file: `features/${file}`, isSent: true })
  expect(answers.filter(({ isSent }) => !isSent)).toEqual([])
})
