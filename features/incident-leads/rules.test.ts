import { describe, expect, it } from 'vitest'
import { leadBlocker, leadWords } from './rules.ts'

describe('the incident lead', () => {
  const lead = {
    user_id: 'g',
    name: 'Grace Kim',
    facility_id: 'org',
    facility_name: 'River Health',
    since: '',
    is_active: true,
  }
  it.each([
    [null, 'No one is named yet, so no one at the facility is notified of incidents.'],
    [{ ...lead, facility_id: 'site' }, 'Grace Kim reads incidents here.'],
    [lead, 'Grace Kim, named for River Health, reads incidents here.'],
    [{ ...lead, user_id: 'me' }, 'You, named for River Health, read incidents here.'],
    [
      { ...lead, is_active: false },
      'Grace Kim was named and is not on the team of River Health anymore, so no one reads incidents. Name someone else.',
    ],
  ])('is described with the facility where they were named: %j', (named, words) => {
    expect(leadWords(named, 'site', 'me')).toBe(words)
  })

  it('is a member of the team', () => {
    expect(leadBlocker({ choices: [] })).toMatch(/Invite one first/)
    expect(
      leadBlocker({ choices: [{ user_id: 'g', name: 'Grace Kim', facility_name: 'River Health' }] }),
    ).toBeNull()
  })
})
