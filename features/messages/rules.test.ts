import { describe, expect, it } from 'vitest'
import { MAX_CHOSEN } from '#core/message-limits.ts'
import { type Audience, audience as audienceSchema } from './contract.ts'
import {
  audienceBlocker,
  audienceText,
  cancelBlocker,
  changeBlocker,
  deliveryFailure,
  reachBlocker,
  reachText,
  remindBlocker,
  resendBlocker,
  sendAtOf,
  sendInstant,
  statusOf,
  timeBlocker,
} from './rules.ts'

const id = '00000000-0000-4000-8000-000000000001'
const site: Audience = {
  kind: 'site',
  facility_id: id,
  from: '2026-12-01',
  to: '2026-12-02',
  with_instructors: true,
}
const partners: Audience = { kind: 'partners', facility_ids: [] }

describe('audiences', () => {
  it('a school may write to its own people, a facility to its partner schools', () => {
    expect(audienceBlocker('school', site)).toBeNull()
    expect(audienceBlocker('school', partners)?.code).toBe('message.not_theirs')
    expect(audienceBlocker('facility', partners)).toBeNull()
    expect(audienceBlocker('facility', { kind: 'partner', school_id: id })).toBeNull()
    expect(audienceBlocker('school', { kind: 'partner', school_id: id })?.code).toBe('message.not_theirs')
    for (const audience of [site, { kind: 'school', group: 'everyone' } as const])
      expect(audienceBlocker('facility', audience)?.code).toBe('message.not_theirs')
  })

  it('an instructor may write to the students on their own shifts, never to colleagues', () => {
    const roster: Audience & { kind: 'shifts' } = { kind: 'shifts', shift_ids: [id], with_instructors: false }
    const days: Audience & { kind: 'own_shifts' } = {
      kind: 'own_shifts',
      from: '2026-12-01',
      to: '2026-12-07',
    }
    for (const audience of [roster, days]) expect(audienceBlocker('instructor', audience)).toBeNull()
    expect(audienceBlocker('instructor', { ...roster, with_instructors: true })?.code).toBe(
      'message.students_alone',
    )
    for (const audience of [site, partners, { kind: 'school', group: 'students' } as const])
      expect(audienceBlocker('instructor', audience)?.code).toBe('message.not_theirs')
    expect(audienceBlocker('school', days)?.code).toBe('message.not_theirs')
    expect(audienceBlocker('instructor', { ...days, to: '2026-11-30' })?.code).toBe('message.days_reversed')
  })

  it('accepts two hundred shifts at once, and no more', () => {
    const of = (length: number) => ({
      kind: 'shifts',
      shift_ids: Array.from({ length }, () => id),
      with_instructors: false,
    })
    expect(audienceSchema.safeParse(of(MAX_CHOSEN)).success).toBe(true)
    expect(audienceSchema.safeParse(of(MAX_CHOSEN + 1)).success).toBe(false)
  })

  it('requires dates in order', () => {
    expect(audienceBlocker('school', { ...site, to: '2026-11-30' })?.code).toBe('message.days_reversed')
    expect(audienceBlocker('school', { ...site, to: '2026-12-01' })).toBeNull()
  })

  it('requires at least one recipient', () => {
    expect(reachBlocker({ people: 0, schools: 0 })?.code).toBe('message.reaches_no_one')
    expect(reachBlocker({ people: 0, schools: 1 })).toBeNull()
  })
})

describe('a scheduled time', () => {
  const now = Date.parse('2026-11-27T15:00:00Z')

  it("is in the school's time zone, also after a clock change", () => {
    expect(sendInstant({ date: '2026-12-01', time: '07:00' }, 'America/Chicago')).toBe(
      '2026-12-01T13:00:00.000Z',
    )
    expect(sendInstant({ date: '2027-03-15', time: '07:00' }, 'America/Chicago')).toBe(
      '2027-03-15T12:00:00.000Z',
    )
    expect(sendAtOf('2027-03-15T12:00:00Z', 'America/Chicago')).toEqual({ date: '2027-03-15', time: '07:00' })
  })

  it.each([
    ['2026-11-27T14:59:59Z', 'message.time_passed'],
    ['2026-11-27T15:00:00Z', 'message.time_passed'],
    ['2026-11-27T15:01:00Z', undefined],
    ['2027-01-26T15:00:00Z', undefined],
    ['2027-01-26T15:01:00Z', 'message.too_far_ahead'],
  ])('%s: %s', (at, code) => expect(timeBlocker(at, now)?.code).toBe(code))

  const waits = { send_at: '2026-12-01T13:00:00Z', delivered_at: null, canceled_at: null, failure: null }
  it('has a status', () => {
    expect(statusOf(waits)).toBe('scheduled')
    expect(statusOf({ ...waits, send_at: null })).toBe('on_its_way')
    expect(statusOf({ ...waits, delivered_at: '2026-12-01T13:00:10Z' })).toBe('sent')
    expect(statusOf({ ...waits, canceled_at: '2026-11-28T13:00:10Z' })).toBe('canceled')
    expect(statusOf({ ...waits, failure: 'sender_left' })).toBe('not_sent')
  })

  it('until it is sent, the writer may change the message, and anyone who sees it may cancel it', () => {
    expect(cancelBlocker('scheduled')).toBeNull()
    expect(cancelBlocker('sent')?.code).toBe('message.gone')
    expect(cancelBlocker('canceled')?.code).toBe('message.canceled')
    expect(changeBlocker({ status: 'scheduled', is_mine: true })).toBeNull()
    expect(changeBlocker({ status: 'scheduled', is_mine: false })?.code).toBe('message.not_yours')
    expect(changeBlocker({ status: 'sent', is_mine: true })?.code).toBe('message.gone')
  })

  it.each([
    ['school', { role: 'school_super_admin' }, null],
    ['school', { role: 'superadmin', is_of_party: false }, null],
    ['school', { role: 'student' }, 'sender_left'],
    ['school', { role: 'school_admin', is_of_party: false }, 'sender_left'],
    ['school', { role: 'school_admin', status: 'deactivated' }, 'sender_left'],
    ['instructor', { role: 'proctor' }, null],
    ['instructor', { role: 'superadmin' }, 'sender_left'],
    ['facility', { role: 'facility_admin' }, null],
  ] as const)('is sent only if its writer still may: %s %o: %s', (party, sender, failure) =>
    expect(deliveryFailure(party, { status: 'active', is_of_party: true, ...sender })).toBe(failure),
  )
})

describe('a reminder', () => {
  const now = Date.parse('2026-11-27T15:00:00Z')
  const message = {
    status: 'sent',
    at: '2026-11-25T15:00:00Z',
    recipients: 9,
    have_read: 4,
    reminded_at: null,
  } as const
  it.each([
    [{}, undefined],
    [{ status: 'on_its_way' }, 'message.not_sent_yet'],
    [{ status: 'canceled' }, 'message.not_sent_yet'],
    [{ have_read: 9 }, 'message.all_have_read'],
    [{ at: '2026-09-01T15:00:00Z' }, 'message.too_old'],
    [{ reminded_at: '2026-11-26T15:00:01Z' }, 'message.reminded_lately'],
    [{ reminded_at: '2026-11-26T15:00:00Z' }, undefined],
  ] as const)('%o: %s', (change, code) =>
    expect(remindBlocker({ ...message, ...change }, now)?.code).toBe(code),
  )
})

describe('the same message again', () => {
  const sent = { audience: site, title: 'Snow day', message: 'Stay home.', is_urgent: true, send_at: null }

  it('is accepted, whatever key order PostgreSQL uses', () => {
    const kept = Object.fromEntries(Object.entries(site).toReversed())
    expect(resendBlocker({ ...sent, audience: kept }, sent)).toBeNull()
  })

  it.each([
    { title: 'Other' },
    { message: 'Come.' },
    { is_urgent: false },
    { audience: partners },
    { send_at: '2026-12-01T13:00:00Z' },
  ])('is refused with another text: %o', (change) =>
    expect(resendBlocker(sent, { ...sent, ...change })?.code).toBe('message.sent_otherwise'),
  )
})

describe('texts', () => {
  it('name the recipients', () => {
    expect(audienceText(site, ['Harborview'])).toBe('Harborview, Dec 1 – 2, 2026')
    expect(audienceText({ ...site, to: '2026-12-01' }, ['Harborview'])).toBe('Harborview, Tue, Dec 1, 2026')
    expect(audienceText({ kind: 'cohorts', cohort_ids: [id] }, ['BSN Fall 2024'])).toBe('BSN Fall 2024')
    expect(audienceText({ kind: 'cohorts', cohort_ids: [id] }, ['A', 'B', 'C', 'D'])).toBe('4 cohorts')
    expect(audienceText({ kind: 'school', group: 'students' }, [])).toBe('All students')
    expect(audienceText({ kind: 'cohorts', cohort_ids: [id] }, [])).toBe('0 cohorts')
    expect(audienceText({ kind: 'own_shifts', from: '2026-12-01', to: '2026-12-07' }, [])).toBe(
      'Students on my shifts, Dec 1 – 7, 2026',
    )
    expect(
      audienceText({ kind: 'series', series_id: id, from: '2026-12-01', with_instructors: true }, [
        'Pediatrics, 5 East',
      ]),
    ).toBe('Pediatrics, 5 East, from Tue, Dec 1, 2026 on')
    expect(audienceText(partners, [])).toBe('All partner schools')
    expect(audienceText({ kind: 'partner', school_id: id }, ['Lakeshore'])).toBe('Lakeshore')
    expect(audienceText({ kind: 'partners', facility_ids: [id] }, ['5 East'])).toBe('Schools on 5 East')
  })

  it('count them', () => {
    expect(reachText({ people: 3, students: 2, instructors: 1, schools: 0 })).toBe(
      '3 people: 2 students and 1 instructor',
    )
    expect(reachText({ people: 1, students: 1, instructors: 0, schools: 0 })).toBe('1 student')
    expect(reachText({ people: 2, students: 0, instructors: 2, schools: 0 })).toBe('2 instructors')
    expect(reachText({ people: 0, students: 0, instructors: 0, schools: 4 })).toBe('4 schools')
    expect(reachText({ people: 0, students: 0, instructors: 0, schools: 0 })).toBeNull()
  })
})
