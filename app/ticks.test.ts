/**
 * A question with a reason asks to confirm that no patient is named. Only if its action sends that confirmation can the text be sent at all.
 */
import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const files = globSync(['features/*/web/**/*.{ts,tsx}'])
/** The second parameter of `run` and `runMany`: what was answered. */
const ANSWER = /\((?:\w+|\{[^{}]*\}), \{([^{}]*)\}\)(?:: [^=]*)? =>/g

it('an action that sends the reason of its question sends the confirmation too', () => {
  const answers = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(ANSWER)].flatMap(([, names = '']) =>
      /\breason\b/.test(names) ? [{ file, names }] : [],
    ),
  )
  expect(answers.length).toBeGreaterThan(20)
  expect(answers.filter(({ names }) => !/\btick\b/.test(names))).toEqual([])
})
