import { describe, expect, test } from 'vitest'
import { archivingText as archivingWords, fieldTexts, whyNot } from '../messages.ts'
import * as rules from './ending.ts'

// Refusals in the words that people read.
const archiveBlocker = (...asked: Parameters<typeof rules.archiveBlocker>) =>
  whyNot(rules.archiveBlocker(...asked))
const deactivationBlocker = (...asked: Parameters<typeof rules.deactivationBlocker>) =>
  whyNot(rules.deactivationBlocker(...asked))
const datesBlocker = (...asked: Parameters<typeof rules.datesBlocker>) => {
  const found = rules.datesBlocker(...asked)
  return found && fieldTexts(found)
}
const deletionOf = (...asked: Parameters<typeof rules.deletionBlocker>) => {
  const message = whyNot(rules.deletionBlocker(...asked))
  return message === null
    ? { allowed: true, drafts: asked[1]['draft'] ?? 0 }
    : { allowed: false, message, keeps: archiveBlocker(...asked) }
}

describe('archiving a semester', () => {
  const fall = { name: 'Fall 2026', lifecycle: 'current' as const }

  test('is refused while hours of its shifts are still to be credited', () => {
    expect(archiveBlocker(fall, { draft: 2, cancelled: 3, closed: 40 })).toBeNull()
    expect(archiveBlocker(fall, { completed: 2, published: 1, draft: 4 })).toBe(
      'Fall 2026 has shifts whose hours are still to be credited: 2 completed and 1 published. Cancel those that are ahead. Once the semester is closed, it can be archived.',
    )
  })

  test('is allowed for a closed one, whose hours are locked', () => {
    expect(archiveBlocker({ ...fall, lifecycle: 'closed' }, { completed: 2 })).toBeNull()
  })

  test('is named by the refusal to delete it', () => {
    const verdict = deletionOf(fall, { full: 1 })
    expect(verdict).toMatchObject({
      message: 'Fall 2026 has 1 shift that is more than a draft: 1 full.',
      keeps: expect.stringContaining('still to be credited: 1 full'),
    })
  })
})

describe('deactivating a semester', () => {
  test('is refused while hours of its shifts are still to be credited', () => {
    const fall = { name: 'Fall 2026' }
    expect(deactivationBlocker(fall, { draft: 2, cancelled: 3, closed: 40, approved: 1 })).toBeNull()
    expect(deactivationBlocker(fall, { completed: 1 })).toBe(
      'Fall 2026 has shifts whose hours are still to be credited: 1 completed. Cancel those that are ahead, and accept the reports of the others first.',
    )
  })
})

describe('new dates of a semester', () => {
  const dates = { start_date: '2026-08-24', end_date: '2026-12-11' }

  test('must contain its shifts', () => {
    expect(datesBlocker(dates, null)).toBeNull()
    expect(datesBlocker(dates, { count: 1, first: '2026-12-18', last: '2026-12-18' })).toEqual({
      end_date:
        '1 shift would be outside of the semester; the last is on Dec 18, 2026. Move or cancel them first, or choose other dates.',
    })
    expect(
      Object.keys(datesBlocker(dates, { count: 2, first: '2026-08-20', last: '2026-12-18' }) ?? {}),
    ).toEqual(['start_date', 'end_date'])
  })
})

describe('deleting a semester', () => {
  test('is allowed with nothing but drafts', () => {
    const fall = { name: 'Fall 2026', lifecycle: 'closed' as const }
    expect(deletionOf(fall, {})).toEqual({ allowed: true, drafts: 0 })
    expect(deletionOf(fall, { draft: 12, published: 0 })).toEqual({ allowed: true, drafts: 12 })
  })

  test.each([
    [{ published: 1 }, 'Fall 2026 has 1 shift that is more than a draft: 1 published. Archive it instead.'],
    [
      { draft: 3, published: 12, in_progress: 1, pending_facility: 2 },
      'Fall 2026 has 15 shifts that are more than drafts: 12 published, 1 in progress and 2 requested. Archive it instead.',
    ],
  ])('is refused with %j', (counts, message) => {
    const fall = { name: 'Fall 2026', lifecycle: 'closed' as const }
    expect(deletionOf(fall, counts)).toEqual({ allowed: false, message, keeps: null })
    expect(deletionOf(fall, { cancelled: 2 })).toMatchObject({
      message: expect.stringContaining('2 canceled'),
    })
  })
})

test('an archived semester that cannot be deleted is not to be archived again', () => {
  const fall = { name: 'Fall 2026', lifecycle: 'archived' as const }
  expect(deletionOf(fall, { cancelled: 1 })).toMatchObject({
    message: 'Fall 2026 has 1 shift that is more than a draft: 1 canceled.',
  })
})

test('says before archiving that shifts go on', () => {
  expect(archivingWords({ closed: 40, cancelled: 2 })).toBe(
    'Archiving hides it. Nothing is lost, and it can be restored.',
  )
  expect(archivingWords({ closed: 40, full: 1 })).toMatch('1 of its shifts is not closed')
  expect(archivingWords({ completed: 15, full: 1 })).toMatch(
    '16 of its shifts are not closed: they still take place',
  )
})

test('says before archiving that students have no report yet', () => {
  expect(archivingWords({ closed: 40 }, 1)).toMatch('1 student with hours has no published report')
  expect(archivingWords({ full: 2 }, 30)).toMatch('30 students with hours have no published report')
})
