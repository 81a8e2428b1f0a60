import { describe, expect, it, test } from 'vitest'
import { notificationTexts } from './messages.ts'
import {
  type ActivityFact,
  activityOf,
  type PartnershipFact,
  adminWork,
  attendanceShare,
  facilityWork,
  inOrder,
  proctorWork,
  schoolWork,
  sitesOf,
  weekAfter,
  weekBefore,
  weekOf,
} from './rules.ts'
import { setUpStep } from './contract.ts'

const figures = {
  students: 19,
  proctors: 2,
  waiting_for_approval: 0,
  open_offers: 0,
  credentials_to_review: 0,
  hours_to_approve: 0,
  without_cohort: 0,
  open_incidents: 0,
  reports_to_accept: 0,
  reports_overdue: 0,
  evaluations_to_verify: 0,
  capstone_concerns: 0,
  capstones_to_review: 0,
  wishlist_concerns: 0,
  semester_reports_to_review: 0,
  semester_reports_semester: null,
  plans_to_sign: 0,
  suggestions: 0,
  partnerships: [],
  open_steps: [],
}
const counts = { needs_reply: 0, needs_instructor: 0, needs_publishing: 0, needs_students: 0 }

describe('what needs a school', () => {
  it('is nothing if no one waits and the setup is done', () => {
    expect(schoolWork(figures, { counts, seats: 0, swaps: 0, makeups: 0 })).toEqual([])
  })

  it('names the partnerships that wait for the school, and opens the first', () => {
    expect(schoolWork({ ...figures, partnerships: ['one', 'two'] }, {})).toMatchObject([
      { count: 2, label: 'partnerships need your answer', href: '/school/partnerships?partnership=one' },
    ])
  })

  it('lists waiting people first, then shifts, then what can wait', () => {
    const work = schoolWork(
      { ...figures, waiting_for_approval: 2, open_offers: 4, credentials_to_review: 3, open_incidents: 1 },
      {
        counts: { needs_reply: 2, needs_instructor: 9, needs_publishing: 12, needs_students: 4 },
        seats: 1,
        swaps: 1,
        makeups: 11,
      },
    )
    expect(work.map(({ count, label }) => `${count} ${label}`)).toEqual([
      '2 facility requests need a reply',
      '1 student request',
      '1 swap to approve',
      '2 sign-ups to review',
      '1 open incident',
      '9 shifts without an instructor',
      '12 approved shifts to publish',
      '4 underfilled shifts',
      '3 credentials to review',
      '11 make-ups to plan',
      '4 open slots offered by facilities',
    ])
    expect(work.filter(({ isUrgent }) => isUrgent).map(({ id }) => id)).toEqual([
      'reply',
      'seats',
      'swaps',
      'signups',
      'incidents',
    ])
  })

  it('has students in no cohort, whose hours no program asks, after what waits', () => {
    expect(schoolWork({ ...figures, without_cohort: 6, open_offers: 1 }, {})).toMatchObject([
      { id: 'offers' },
      {
        id: 'cohorts',
        count: 6,
        label: 'students in no cohort',
        href: '/school/students?cohort=none&status=active',
      },
    ])
  })

  it('names what other semesters need, where one is shown', () => {
    const everywhere = { needs_reply: 1, needs_instructor: 4, needs_publishing: 2, needs_students: 0 }
    const work = schoolWork(figures, { counts: { ...counts, needs_instructor: 3 }, everywhere })
    expect(work.map(({ count, label }) => `${count} ${label}`)).toEqual([
      '3 shifts without an instructor',
      '4 to-dos in other semesters',
    ])
    expect(schoolWork(figures, { counts: everywhere, everywhere }).map(({ id }) => id)).not.toContain(
      'elsewhere',
    )
  })

  it('counts the drafts of other semesters as it does those of the one shown, unless all shifts are drafts', () => {
    const of = (shown: Record<string, number>, all: Record<string, number>) =>
      schoolWork(figures, {
        counts: { ...counts, by_status: shown },
        everywhere: { ...counts, by_status: all },
      }).map(({ id, count }) => [id, count])
    expect(of({ draft: 2, published: 1 }, { draft: 78, published: 1 })).toEqual([
      ['unsent', 2],
      ['elsewhere', 76],
    ])
    expect(of({ draft: 2 }, { draft: 78 })).toEqual([['drafts', 1]])
  })

  it('of a new school is its setup in the order in which it can be done, even before the lists are loaded', () => {
    const fresh = { ...figures, open_steps: setUpStep.options.filter((one) => one !== 'activation') }
    const steps = ['semester', 'program', 'cohort', 'students', 'proctors', 'requirements', 'partnership']
    expect(schoolWork(fresh, {}).map(({ id }) => id)).toEqual(steps)
    const everywhere = { ...counts, by_status: {} }
    expect(schoolWork(fresh, { everywhere }).map(({ id }) => id)).toEqual([...steps, 'shifts'])
  })

  it('of a school whose semester is a draft is to activate it', () => {
    expect(schoolWork({ ...figures, open_steps: ['activation'] }, {})).toMatchObject([
      { title: 'Activate your semester' },
    ])
  })

  it('of a school whose shifts are all drafts is to send them, but not later', () => {
    const idsWith = (by_status: Record<string, number>) =>
      schoolWork(figures, { everywhere: { ...counts, by_status } }).map(({ id }) => id)
    expect(idsWith({})).toEqual(['shifts'])
    expect(idsWith({ draft: 12 })).toEqual(['drafts'])
    expect(idsWith({ draft: 12, pending_facility: 1 })).toEqual([])
  })

  it('is what shifts that are over leave: their reports, and evaluations to verify', () => {
    const work = schoolWork(
      { ...figures, reports_to_accept: 2, reports_overdue: 1, evaluations_to_verify: 1 },
      {},
    )
    expect(work.map(({ count, label, href }) => [`${count} ${label}`, href])).toEqual([
      ['2 shift reports to accept', '/school/shift-reports?show=submitted&semester=all'],
      ['1 overdue shift report', '/school/shift-reports?show=overdue&semester=all'],
      ['1 evaluation to verify', '/admin/evaluation-verification?semester=all'],
    ])
  })

  it('is what people of capstones, matches, reports and plans wait for, concerns first', () => {
    const work = schoolWork(
      {
        ...figures,
        capstone_concerns: 1,
        wishlist_concerns: 2,
        capstones_to_review: 3,
        semester_reports_to_review: 40,
        semester_reports_semester: '00000000-0000-4000-8000-000000000001',
        plans_to_sign: 1,
        suggestions: 5,
        credentials_to_review: 1,
      },
      {},
    )
    expect(work.map(({ count, label, href }) => [`${count} ${label}`, href])).toEqual([
      ['1 capstone concern to answer', '/school/capstone?semester=all&show=concerns'],
      ['2 match concerns to answer', '/school/wishlists?semester=all'],
      ['3 capstone decisions', '/school/capstone?semester=all'],
      ['1 credential to review', '/school/compliance/students/verification-queue'],
      ['1 remediation plan to sign', '/admin/evaluation-verification?show=plans'],
      [
        '40 semester reports to review',
        '/admin/semester-reports?show=working&semester=00000000-0000-4000-8000-000000000001',
      ],
      ['5 suggested changes', '/admin/shift-automation'],
    ])
    expect(work.map(({ isUrgent = false }) => isUrgent).slice(0, 3)).toEqual([true, true, false])
  })

  it('is a draft that was never sent, next to shifts that were', () => {
    const of = (draft: number, here = draft) =>
      schoolWork(figures, {
        counts: { ...counts, by_status: { draft: here, published: 9 } },
        everywhere: { ...counts, by_status: { draft, published: 9 } },
      }).map(({ count, label, href }) => [`${count} ${label}`, href])
    expect(of(0)).toEqual([])
    expect(of(1)).toEqual([['1 draft shift to send', '/shifts?state=draft']])
    expect(of(5, 2)).toEqual([
      ['2 draft shifts to send', '/shifts?state=draft'],
      ['3 to-dos in other semesters', undefined],
    ])
  })
})

describe('what needs a facility', () => {
  const done = {
    waiting_for_approval: 0,
    credentials_to_review: 0,
    partnerships: [],
    ending: [],
    permission_requests: 0,
    setup_steps: 0,
  }
  it('is nothing if no one waits and the setup is done', () => expect(facilityWork(done)).toEqual([]))
  it('lists waiting people first, then what expires, then setup', () => {
    const work = facilityWork({
      waiting_for_approval: 1,
      credentials_to_review: 4,
      partnerships: ['p1', 'p2'],
      ending: ['p3'],
      permission_requests: 3,
      setup_steps: 2,
    })
    expect(work.map(({ count, label }) => `${count} ${label}`)).toEqual([
      '1 sign-up to review',
      '2 partnerships need your answer',
      '4 credentials to review',
      '3 permission requests to decide',
      '1 agreement ends within 90 days',
      '2 setup steps to do',
    ])
    // Each links to what it counts, not to the page that has it somewhere below.
    expect(work.map(({ href }) => href)).toEqual([
      undefined,
      '/facility/management?partnership=p1',
      '/facility/credentials',
      '/admin/permission-requests',
      '/facility/management?partnership=p3',
      '/facility/complete-setup',
    ])
  })
  it('lists requests first among what is equally urgent', () => {
    const [late, calm, waits, rest] = [
      { id: 'late', isUrgent: true },
      { id: 'calm', isUrgent: false },
      { id: 'waits', isUrgent: true },
      { id: 'rest' },
    ]
    expect(inOrder<{ id: string; isUrgent?: boolean }>([calm!, late!], [rest!, waits!])).toEqual([
      late,
      waits,
      calm,
      rest,
    ])
  })
})

test('an instructor writes reports first, because hours depend on them; a phone number comes last', () => {
  const work = proctorWork({ reports: 2, evaluations: 1, faults: 1, hasPhone: false })
  expect(work.map(({ id }) => id)).toEqual(['reports', 'faults', 'evaluations', 'phone'])
  expect(work.map(({ label }) => label)).toContain('evaluation to write')
  expect(proctorWork({ reports: 0, evaluations: 0, faults: 0, hasPhone: true })).toEqual([])
})

test('a superadmin sees waiting people first', () => {
  const work = adminWork({ waiting_for_approval: 1, permission_requests: 1, messages: 2 })
  expect(work.map(({ id }) => id)).toEqual(['signups', 'messages', 'permissions'])
})

test.each([
  ['2026-08-24', { week: 1, weeks: 16 }],
  ['2026-11-23', { week: 14, weeks: 16 }],
  ['2026-12-11', { week: 16, weeks: 16 }],
  ['2026-12-12', null],
  ['2026-08-23', null],
])('%s is in week %o', (today, week) => {
  expect(weekOf({ start_date: '2026-08-24', end_date: '2026-12-11' }, today)).toEqual(week)
})

test('a week is from Monday through Sunday, for each of its days', () => {
  // 2026-11-23 is a Monday, 2026-11-29 a Sunday.
  for (const day of ['2026-11-23', '2026-11-27', '2026-11-29']) {
    expect(weekAfter(day)).toEqual({ from: '2026-11-30', to: '2026-12-06' })
    expect(weekBefore(day)).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  }
  expect(weekAfter('2026-12-28')).toEqual({ from: '2027-01-04', to: '2027-01-10' })
})

test('groups the days of a site: the most students first, the earlier of two equally busy days', () => {
  const day = (site: string, date: string, students: number) => ({ site, date, students, shifts: 1 })
  const days = [day('West', '2026-12-01', 4), day('Main', '2026-12-02', 5), day('Main', '2026-12-01', 5)]
  expect(sitesOf(days)).toEqual([
    { site: 'Main', students: 10, shifts: 2, busiest: { date: '2026-12-01', students: 5 } },
    { site: 'West', students: 4, shifts: 1, busiest: { date: '2026-12-01', students: 4 } },
  ])
  expect(sitesOf([])).toEqual([])
})

test('attendance is a share of the expected students', () => {
  expect(attendanceShare({ present: 97, missing: 3 })).toBe(97)
  expect(attendanceShare({ present: 0, missing: 0 })).toBeNull()
})

test('the texts are plain, even for one and for none', () => {
  const ahead = notificationTexts['week.ahead']
  const site = { site: 'Main', students: 1, shifts: 1, busiest: { date: '2026-12-01', students: 1 } }
  expect(ahead.title({ from: '2026-11-30', to: '2026-12-06', schools: 1, sites: [site], more: 0 })).toBe(
    'Next week: 1 student from 1 school',
  )
  expect(ahead.message({ from: '2026-11-30', to: '2026-12-06', schools: 1, sites: [site], more: 2 })).toBe(
    'Main: 1 student on 1 shift, most on Tue, Dec 1, 2026 (1).\n2 more sites. Open the roster for names.',
  )
  const review = notificationTexts['week.review']
  const values = {
    from: '2026-11-16',
    to: '2026-11-22',
    shifts: 0,
    present: 0,
    missing: 0,
    no_shows: 0,
    coming: 3,
    open_seats: 0,
    waiting: 1,
  }
  expect(review.title(values)).toBe('Your week, Nov 16 – 22, 2026')
  expect(review.message(values)).toBe(
    'No shifts were held. This week: 3 shifts, no open seats, 1 request without an answer.',
  )
  expect(
    review.message({
      ...values,
      shifts: 12,
      present: 95,
      missing: 5,
      no_shows: 1,
      waiting: 0,
      open_seats: 1,
    }),
  ).toBe(
    '12 shifts were held; 95 of 100 students came (95%), 1 no-show. This week: 3 shifts, 1 open seat, no requests without an answer.',
  )
})

describe('the recent activity of a school', () => {
  const fact = (id: number, changes: Partial<ActivityFact> = {}): ActivityFact => ({
    id,
    at: `2026-11-24T12:${String(id).padStart(2, '0')}:00Z`,
    event: 'create',
    actor_role: 'school_admin',
    actor_name: 'Ana Ruiz',
    shift_id: `shift ${id}`,
    student_id: null,
    title: 'Med-Surg II',
    specialty: 'med_surg',
    date: '2026-12-01',
    ...changes,
  })
  const student = { actor_role: 'student', actor_name: null, student_id: 'a' }
  const textsOf = (...facts: ActivityFact[]) => activityOf(facts).map(({ text }) => text)

  it('joins repeated actions of one person into one line, with a link to a single shift', () => {
    const lines = activityOf([fact(9, { event: 'publish' }), fact(8), fact(7), fact(6)])
    expect(lines.map(({ text }) => text)).toEqual([
      'Ana Ruiz published “Med-Surg II” on Tue, Dec 1, 2026',
      'Ana Ruiz planned 3 shifts',
    ])
    expect(lines.map(({ shift_id }) => shift_id)).toEqual(['shift 9', null])
  })
  it('has a line for each person, and for a repetition later', () => {
    expect(textsOf(fact(40), fact(20), fact(19, { actor_name: 'Ben Hale' }))).toHaveLength(3)
  })
  it.each<[Partial<ActivityFact>, string]>([
    [
      { event: 'approve', actor_role: 'facility_admin', actor_name: null },
      'The facility approved “Med-Surg II”',
    ],
    [{ event: 'approve', actor_role: null, actor_name: null }, 'The facility approved “Med-Surg II”'],
    [{ event: 'publish', actor_role: null, actor_name: null }, 'Placewell published “Med-Surg II”'],
    [{ event: 'seat_assign', ...student }, 'A student signed up for “Med-Surg II”'],
    [{ event: 'seat_check_in', ...student }, 'A student checked in to “Med-Surg II”'],
    [{ event: 'seat_assign', student_id: 'a' }, 'Ana Ruiz assigned a student to “Med-Surg II”'],
    [{ title: null }, 'Ana Ruiz planned “Medical-surgical”'],
  ])('names staff of the school and no one else: %o', (changes, text) => {
    expect(textsOf(fact(1, changes))[0]).toBe(`${text} on Tue, Dec 1, 2026`)
  })
  it('counts students and shifts', () => {
    const seats = ['a', 'b', 'a'].map((student_id, n) =>
      fact(3 - n, { event: 'seat_check_in', ...student, student_id, shift_id: 's' }),
    )
    expect(textsOf(...seats)).toEqual(['2 students checked in to “Med-Surg II” on Tue, Dec 1, 2026'])
    const assigned = [
      fact(2, { event: 'seat_assign', student_id: 'a' }),
      fact(1, { event: 'seat_assign', student_id: 'b' }),
    ]
    expect(textsOf(...assigned)).toEqual(['Ana Ruiz assigned 2 students to 2 shifts'])
  })
  const partnership = (changes: Partial<PartnershipFact>): PartnershipFact => ({
    id: 1,
    at: '2026-11-24T12:05:00Z',
    event: 'submitted',
    party: 'school',
    actor_name: 'Ana Ruiz',
    partnership_id: 'p',
    organization: 'Harborview',
    ...changes,
  })
  it.each<[Partial<PartnershipFact>, string]>([
    [{}, 'Ana Ruiz requested a partnership with Harborview'],
    [{ party: 'facility', actor_name: 'Frank' }, 'Harborview requested a partnership'],
    [{ event: 'accepted', party: 'facility', actor_name: null }, 'Harborview accepted the partnership'],
    [{ event: 'terms_proposed', party: 'facility' }, 'Harborview proposed new terms for the partnership'],
    [{ event: 'ending' }, 'Ana Ruiz gave notice to end the partnership with Harborview'],
    [{ event: 'terminated', party: 'system', actor_name: null }, 'The partnership with Harborview ended'],
    [
      { event: 'suspended', party: 'platform', actor_name: 'Sam' },
      'Placewell suspended the partnership with Harborview',
    ],
  ])('includes events with facilities, and name no one there: %o', (changes, text) => {
    expect(activityOf([], [partnership(changes)])).toEqual([
      expect.objectContaining({ text, partnership_id: 'p', shift_id: null }),
    ])
  })
  it('is in one order for shifts and partnerships', () => {
    const lines = activityOf([fact(9), fact(3, { event: 'publish' })], [partnership({})])
    expect(lines.map(({ id }) => id)).toEqual(['shift 9', 'partnership 1', 'shift 3'])
  })
  it('ends after twenty lines', () => {
    expect(activityOf(Array.from({ length: 40 }, (_, n) => fact(n, { actor_name: `${n}` })))).toHaveLength(20)
  })
})
