import { expect, test } from 'vitest'
import { canTransition, type Step, stepRefusals } from './steps.ts'

const steps: Step<'draft' | 'sent' | 'done', 'writer' | 'reader'>[] = [
  { event: 'send', from: 'draft', to: 'sent', parties: ['writer'] },
  { event: 'finish', from: 'sent', to: 'done', parties: ['reader', 'writer'] },
]

test.each([
  ['draft', 'sent', 'writer', true],
  ['draft', 'sent', 'reader', false],
  ['sent', 'done', 'reader', true],
  ['draft', 'done', 'writer', false],
  ['done', 'draft', 'writer', false],
] as const)('from %s to %s by the %s: %s', (from, to, party, may) => {
  expect(canTransition(steps, from, to, party)).toBe(may)
})

test('an illegal step says what to do, without the codes of statuses', () => {
  expect(stepRefusals['step.illegal'].text({ from: 'draft', to: 'done' })).toBe(
    'This just changed, so that is no longer possible. Reload the page to see its current status.',
  )
})
