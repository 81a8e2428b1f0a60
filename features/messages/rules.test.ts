import { describe, expect, it } from 'vitest'
import type { Audience } from './contract.ts'
import { audienceBlocker, audienceWords, reachBlocker, reachWords, resendBlocker } from './rules.ts'

const id = '00000000-0000-4000-8000-000000000001'
const site: Audience = {
  kind: 'site',
  facility_id: id,
  from: '2026-12-01',
  to: '2026-12-02',
  with_instructors: true,
}
const partners: Audience = { kind: 'partners', facility_ids: [] }

describe('who may be written to', () => {
  it('a school writes to its own people, a facility to its partner schools', () => {
    expect(audienceBlocker('school', site)).toBeNull()
    expect(audienceBlocker('school', partners)?.code).toBe('message.not_theirs')
    expect(audienceBlocker('facility', partners)).toBeNull()
    for (const audience of [site, { kind: 'school', group: 'everyone' } as const])
      expect(audienceBlocker('facility', audience)?.code).toBe('message.not_theirs')
  })

  it('on days that have an order', () => {
    expect(audienceBlocker('school', { ...site, to: '2026-11-30' })?.code).toBe('message.days_reversed')
    expect(audienceBlocker('school', { ...site, to: '2026-12-01' })).toBeNull()
  })

  it('and to someone', () => {
    expect(reachBlocker({ people: 0, schools: 0 })?.code).toBe('message.reaches_no_one')
    expect(reachBlocker({ people: 0, schools: 1 })).toBeNull()
  })
})

describe('the same message again', () => {
  const sent = { audience: site, title: 'Snow day', message: 'Stay home.', is_urgent: true }

  it('is no fault, in whatever order PostgreSQL keeps its keys', () => {
    const kept = Object.fromEntries(Object.entries(site).toReversed())
    expect(resendBlocker({ ...sent, audience: kept }, sent)).toBeNull()
  })

  it.each([{ title: 'Other' }, { message: 'Come.' }, { is_urgent: false }, { audience: partners }])(
    'is refused with other words: %o',
    (change) => expect(resendBlocker(sent, { ...sent, ...change })?.code).toBe('message.sent_otherwise'),
  )
})

describe('words', () => {
  it('name the recipients', () => {
    expect(audienceWords(site, ['Harborview'])).toBe('Harborview, Dec 1 – 2, 2026')
    expect(audienceWords({ ...site, to: '2026-12-01' }, ['Harborview'])).toBe('Harborview, Tue, Dec 1, 2026')
    expect(audienceWords({ kind: 'cohorts', cohort_ids: [id] }, ['BSN Fall 2024'])).toBe('BSN Fall 2024')
    expect(audienceWords({ kind: 'cohorts', cohort_ids: [id] }, ['A', 'B', 'C', 'D'])).toBe('4 cohorts')
    expect(audienceWords({ kind: 'school', group: 'students' }, [])).toBe('All students')
    expect(audienceWords(partners, [])).toBe('All partner schools')
    expect(audienceWords({ kind: 'partners', facility_ids: [id] }, ['5 East'])).toBe('Schools on 5 East')
  })

  it('count them', () => {
    expect(reachWords({ people: 3, students: 2, instructors: 1, schools: 0 })).toBe(
      '3 people: 2 students and 1 instructor',
    )
    expect(reachWords({ people: 1, students: 1, instructors: 0, schools: 0 })).toBe('1 student')
    expect(reachWords({ people: 2, students: 0, instructors: 2, schools: 0 })).toBe('2 instructors')
    expect(reachWords({ people: 0, students: 0, instructors: 0, schools: 4 })).toBe('4 schools')
    expect(reachWords({ people: 0, students: 0, instructors: 0, schools: 0 })).toBeNull()
  })
})
