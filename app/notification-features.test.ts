import { expect, test } from 'vitest'
import { events } from '#features/notifications/rules.ts'
import { featuresOf } from '#features/notifications/rules/stale-features.ts'
import { contract } from './contract.ts'

/** What these are about is not on a page that stays open, or a page reads it again by itself. */
const none = [
  'automation',
  'invitation_accepted',
  'invitation_bounced',
  'invitation_renewal',
  'partnership_expiring',
  'release',
  'signup_decision',
  'account_changed',
  'announcement',
  'cohort',
  'contact_message',
  'school',
  'school_report',
  'week_ahead',
  'week_review',
]

test('each notification refetches what it is about, by names that the API has', () => {
  const missing = events.filter(({ type }) => featuresOf([{ type }]).length === 0)
  expect(missing.map(({ type }) => type).toSorted()).toEqual(none.toSorted())
  expect(featuresOf(events).filter((feature) => !(feature in contract))).toEqual([])
})
