/**
 * What an agreement covers: the rule in TypeScript, the function in PostgreSQL and the guard on shifts agree. Also what the calendar does.
 */
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays, type PlainDate, todayIn } from '#core/plain-date.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { cancelAfterAgreement, moveElsewhere } from '#features/shifts/server/public.ts'
import { asContractError, explainRefusals } from '#platform/server/pg-errors.ts'
import type { AgreementKind, PartnershipStatus } from '../contract.ts'
import { agreementGapRefusals } from '../messages.ts'
import { partnershipHandlers } from './handlers.ts'
import { runDueStep } from './commands/run-due-step.ts'
import { runDuePartnershipWork, startPartnershipWorker } from './worker.ts'

// The texts come from the feature that writes shifts.
explainRefusals(agreementGapRefusals)

let fixture: Fixture
let school: string
let ana: Person
let semester: string
let otherSemester: string
const api = partnershipHandlers({ moveShifts: moveElsewhere })
const first = '2037-01-11'
const last = '2037-12-17'
const soon = addDays(todayIn('America/New_York'), 100)

beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school('Lake School')
  ana = await fixture.person({ role: 'school_admin', school })
  const rows = await fixture.rows<{ id: string }>(
    `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year)
     values ($1, 'Spring', '2037-01-04', '2037-12-30', 'spring', '2037') returning id`,
    [school],
  )
  semester = rows[0]!.id
  const other = await fixture.rows<{ id: string }>(
    `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year)
     values ($1, 'Summer', '2037-05-04', '2037-08-30', 'summer', '2037') returning id`,
    [school],
  )
  otherSemester = other[0]!.id
})
afterAll(() => fixture.close())

/** An organization with two sites and a unit in the first. */
async function createCoverFixture() {
  const organization = await fixture.facility({ name: 'River Health' })
  const north = await fixture.facility({ kind: 'site', parent: organization, name: 'North' })
  const south = await fixture.facility({ kind: 'site', parent: organization, name: 'South' })
  const ward = await fixture.facility({ kind: 'unit', parent: north, name: '5 East' })
  return { organization, north, south, ward }
}
type CoverFixture = Awaited<ReturnType<typeof createCoverFixture>>
type Agreement = {
  status?: PartnershipStatus
  from?: PlainDate
  kind?: AgreementKind
  sites?: (keyof CoverFixture)[]
  blackout?: boolean
  /** Seats per semester, in total and on the unit alone. */
  seats?: number
  wardSeats?: number
  /** Lead time of the organization, in days. */
  leadTime?: number
}

async function agree(
  at: CoverFixture,
  { status, from, kind, sites, blackout, seats, wardSeats, leadTime }: Agreement,
): Promise<string> {
  const id = await fixture.partnership(school, at.organization, {
    from: from ?? first,
    to: last,
    ...(kind && { kind }),
    ...(sites && { sites: sites.map((name) => at[name]) }),
  })
  if (blackout)
    await fixture.rows(
      `update public.partnerships set blackout = '[{"from":"2037-02-01","to":"2037-02-05","reason":"System change"}]' where id = $1`,
      [id],
    )
  if (seats !== undefined || wardSeats !== undefined)
    await fixture.rows(
      'update public.partnerships set seat_quota_per_semester = $2, quota_by_unit = $3 where id = $1',
      [id, seats ?? null, JSON.stringify(wardSeats ? [{ unit_id: at.ward, seats: wardSeats }] : [])],
    )
  if (leadTime !== undefined)
    await fixture.rows('update public.organizations set default_lead_time_days = $2 where id = $1', [
      at.organization,
      leadTime,
    ])
  if (status === 'suspended')
    await fixture.rows(
      `update public.partnerships set status = 'suspended', suspended_by_party = 'school', status_reason = 'Insurance' where id = $1`,
      [id],
    )
  else if (status)
    await fixture.rows('update public.partnerships set status = $2 where id = $1', [id, status])
  return id
}

const addShift = (
  at: CoverFixture,
  {
    date = '2037-02-10',
    kind = 'group',
    status = 'draft',
    facility = 'ward' as keyof CoverFixture,
    capacity = 8,
    term = semester,
  } = {},
) =>
  fixture.rows<{ id: string }>(
    `insert into public.shifts (school_id, semester_id, facility_id, date, start_time, end_time, time_zone, starts_at, ends_at, status, experience_type, capacity)
     values ($1, $2, $3, $4, '07:00', '15:00', 'America/Chicago', now(), now() + interval '8 hours', $5, $6, $7) returning id`,
    [school, term, at[facility], date, status, kind, capacity],
  )

/** What each refusal must mention: the rule, its dates or numbers. */
const sentences: Record<string, RegExp> = {
  no_partnership: /^There is no partnership with River Health\. Request one first\.$/,
  not_active:
    /^The partnership with River Health is (requested|under review|declined|suspended: Insurance|expired)\.$/,
  outside_dates:
    /^The agreement with River Health runs from January 11, 2037 to December 17, 2037; (January 10|December 18), 2037 is outside it\.$/,
  site_not_included: /^The partnership with River Health does not include this site\.$/,
  observation_only:
    /^The partnership with River Health has no affiliation agreement: it allows observation only\.$/,
  blackout: /^River Health takes no students on February 5, 2037: System change\.$/,
  lead_time:
    /^River Health needs (365|101) days’ notice \(earliest day: \w+ \d+, 20\d\d\)\. For an earlier day, explain why it can’t wait\.$/,
  quota:
    /^The agreement with River Health allows 23 seats per semester; 16 are taken and this shift needs 8\.$/,
  unit_quota:
    /^The agreement with River Health allows 15 seats per semester on 5 East; 8 are taken and this shift needs 8\.$/,
}

describe('an agreement covers a shift', () => {
  const cases: [
    string,
    Agreement | null,
    { date?: PlainDate; kind?: string; facility?: keyof CoverFixture },
    string | null,
  ][] = [
    ['within its dates', {}, {}, null],
    ['on its first day', {}, { date: first }, null],
    ['on its last day', {}, { date: last }, null],
    ['at a site that it names', { sites: ['north'] }, {}, null],
    ['for observation', { kind: 'observation_only' }, { kind: 'observation' }, null],
    ['beside days that are closed', { blackout: true }, { date: '2037-02-06' }, null],
    ['not without one', null, {}, 'no_partnership'],
    ['not while it is asked for', { status: 'requested' }, {}, 'not_active'],
    ['not while it is reviewed', { status: 'under_review' }, {}, 'not_active'],
    ['not once it is declined', { status: 'declined' }, {}, 'not_active'],
    ['not while it is suspended', { status: 'suspended' }, {}, 'not_active'],
    ['not once it has run out', { status: 'expired' }, {}, 'not_active'],
    ['not the day before', {}, { date: '2037-01-10' }, 'outside_dates'],
    ['not the day after', {}, { date: '2037-12-18' }, 'outside_dates'],
    ['not at another site', { sites: ['south'] }, {}, 'site_not_included'],
    [
      'not at the organization itself when it names sites',
      { sites: ['north'] },
      { facility: 'organization' },
      'site_not_included',
    ],
    ['not hands-on when it is for observation', { kind: 'observation_only' }, {}, 'observation_only'],
    ['not hands-on without anything written', { kind: 'none' }, {}, 'observation_only'],
    ['not on closed days', { blackout: true }, { date: '2037-02-05' }, 'blackout'],
    ['in good time', { leadTime: 21 }, {}, null],
    [
      'not when the organization asks to know of it earlier',
      { leadTime: 365, from: '2026-01-12' },
      { date: soon },
      'lead_time',
    ],
    ['with exactly the notice that is asked', { leadTime: 100, from: '2026-01-12' }, { date: soon }, null],
    ['not a day later', { leadTime: 101, from: '2026-01-12' }, { date: soon }, 'lead_time'],
    ['on the last seat', { seats: 24, wardSeats: 16 }, {}, null],
    ['not beyond the seats of the semester', { seats: 23 }, {}, 'quota'],
    ['not beyond the seats of its unit', { seats: 24, wardSeats: 15 }, {}, 'unit_quota'],
    ['of another unit’s seats it takes none', { wardSeats: 8 }, { facility: 'south' }, null],
  ]
  it.each(cases)('%s', async (_, agreement, wish, refused) => {
    const at = await createCoverFixture()
    if (agreement) {
      const counts = agreement.seats !== undefined || agreement.wardSeats !== undefined
      const id = await agree(at, counts ? {} : agreement)
      // Eight seats on the unit and eight at the south site are taken; drafts, withdrawn shifts and other semesters don't count.
      if (counts) {
        await addShift(at, { status: 'approved' })
        await addShift(at, { status: 'approved', facility: 'south' })
        await addShift(at, { status: 'withdrawn' })
        await addShift(at, { status: 'approved', term: otherSemester })
        await fixture.rows('delete from public.partnerships where id = $1', [id])
        await agree(at, agreement)
      }
    }
    const { date = '2037-02-10', kind = 'group', facility = 'ward' } = wish

    const answer = await call(
      api.covers,
      {
        school_id: school,
        facility_id: at[facility],
        date,
        experience_type: kind as 'group',
        semester_id: semester,
        seats: 8,
        is_submission: true,
      },
      { context: await fixture.as(ana) },
    )
    expect(answer).toMatchObject({ covers: refused === null, reason: refused })
    expect(answer.message ?? '').toMatch(refused === null ? /^$/ : sentences[refused]!)

    // The guard on the shift itself: a draft is always allowed, a submission is not.
    const [shift] = await addShift(at, { date, kind, facility })
    const outcomeOf = (work: Promise<unknown[]>) =>
      work.then(
        (rows) => rows.length,
        (error: Error & { code: string }) => ({
          code: error.code,
          raised: error.message,
          message: (asContractError(error) as Error).message,
        }),
      )
    const wanted =
      refused === null ? 1 : { code: 'PW409', raised: `cover.${refused}`, message: answer.message }
    for (const status of ['pending_facility', 'approved', 'published']) {
      await fixture.rows(`update public.shifts set status = 'draft' where id = $1`, [shift!.id])
      expect(
        await outcomeOf(
          fixture.rows('update public.shifts set status = $2 where id = $1 returning 1', [shift!.id, status]),
        ),
      ).toEqual(wanted)
    }
    await fixture.rows('delete from public.shifts where id = $1', [shift!.id])
    // A shift that is approved when created was submitted elsewhere, so the lead time is not checked.
    expect(await outcomeOf(addShift(at, { date, kind, facility, status: 'published' }))).toEqual(
      refused === 'lead_time' ? 1 : wanted,
    )
  })

  it('keeps a submitted shift when the agreement is suspended, but refuses to move it outside the agreement', async () => {
    const at = await createCoverFixture()
    const id = await agree(at, { sites: ['north'] })
    const [shift] = await addShift(at, { status: 'approved' })
    await expect(
      fixture.rows('update public.shifts set facility_id = $2 where id = $1', [shift!.id, at.south]),
    ).rejects.toMatchObject({ message: 'cover.site_not_included' })
    await expect(
      fixture.rows(`update public.shifts set date = '2037-12-20' where id = $1`, [shift!.id]),
    ).rejects.toMatchObject({ message: 'cover.outside_dates' })
    await fixture.rows(
      `update public.partnerships set status = 'suspended', suspended_by_party = 'facility' where id = $1`,
      [id],
    )
    expect(
      await fixture.rows(`update public.shifts set status = 'published' where id = $1 returning status`, [
        shift!.id,
      ]),
    ).toEqual([{ status: 'published' }])
    await fixture.rows(`update public.shifts set status = 'postponed' where id = $1`, [shift!.id])
    await expect(
      fixture.rows(`update public.shifts set status = 'pending_facility' where id = $1`, [shift!.id]),
    ).rejects.toMatchObject({ message: 'cover.not_active' })
  })

  it('needs no agreement for a shift at the school itself', async () => {
    const rows = await fixture.rows(
      `insert into public.shifts (school_id, semester_id, date, start_time, end_time, time_zone, starts_at, ends_at, status)
       values ($1, $2, '2037-02-10', '07:00', '15:00', 'America/Chicago', now(), now() + interval '8 hours', 'published') returning status`,
      [school, semester],
    )
    expect(rows).toEqual([{ status: 'published' }])
  })

  it('is reported only to the school and the facility', async () => {
    const at = await createCoverFixture()
    const frank = await fixture.person({ role: 'facility_admin', facility: at.organization })
    const others: [Person | null, string][] = [
      [await fixture.person({ role: 'school_admin', school: await fixture.school('Hill') }), 'FORBIDDEN'],
      [await fixture.person({ role: 'facility_admin', facility: await fixture.facility() }), 'FORBIDDEN'],
      [await fixture.person({ role: 'proctor', school }), 'FORBIDDEN'],
      [null, 'UNAUTHORIZED'],
    ]
    const ask = { school_id: school, facility_id: at.ward, date: '2037-02-10' }
    expect(await call(api.covers, ask, { context: await fixture.as(frank) })).toMatchObject({ covers: false })
    for (const [who, code] of others)
      await expect(call(api.covers, ask, { context: await fixture.as(who) })).rejects.toMatchObject({ code })
  })

  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])('counts the notice from today in %s', async (zone) => {
    const at = await createCoverFixture()
    await agree(at, { leadTime: 30, from: '2026-01-12' })
    await fixture.rows('update public.facilities set time_zone = $2 where id = $1', [at.organization, zone])
    // These two zones never have the same day.
    const earliest = addDays(todayIn(zone), 30)
    const submit = async (date: PlainDate) => {
      const [shift] = await addShift(at, { date })
      return fixture.rows(`update public.shifts set status = 'pending_facility' where id = $1 returning 1`, [
        shift!.id,
      ])
    }
    await expect(submit(addDays(earliest, -1))).rejects.toMatchObject({ message: 'cover.lead_time' })
    expect(await submit(earliest)).toHaveLength(1)
  })

  it('the lead time is overridden with a reason, and checked again only for an earlier day', async () => {
    const at = await createCoverFixture()
    await agree(at, { leadTime: 365, from: '2026-01-12' })
    const [shift] = await addShift(at, { date: soon })
    const change = (what: string) =>
      fixture.rows(`update public.shifts set ${what} where id = $1 returning 1`, [shift!.id])
    await expect(change(`status = 'pending_facility'`)).rejects.toMatchObject({ message: 'cover.lead_time' })
    await change(`date = '2037-03-02', status = 'draft'`)
    await change(`status = 'pending_facility'`)
    await expect(change(`date = '${soon}'`)).rejects.toMatchObject({ message: 'cover.lead_time' })
    await change(`date = '2037-03-03'`)
    await change('capacity = 9')
    // A facility's own counteroffer is not refused.
    await change(`status = 'countered', counter = '{}'`)
    await change(`date = '${soon}', status = 'approved', counter = null`)
    const earlier = addDays(soon, -1)
    await expect(change(`date = '${earlier}'`)).rejects.toMatchObject({ message: 'cover.lead_time' })
    // Nor is a change that both parties agreed on.
    await change(`change = '{"party": "school"}'`)
    await change(`date = '${earlier}', change = null`)
    const [urgent] = await addShift(at, { date: soon })
    const submit = (why: string | null) =>
      fixture.rows(
        `update public.shifts set status = 'pending_facility', lead_time_reason = $2 where id = $1`,
        [urgent!.id, why],
      )
    await expect(submit(null)).rejects.toMatchObject({ message: 'cover.lead_time' })
    await expect(submit('  ')).rejects.toMatchObject({ message: 'cover.lead_time' })
    await submit('The ward has asked for students.')
  })

  it('of two concurrent requests for the last seats, one gets them', async () => {
    const at = await createCoverFixture()
    await agree(at, { seats: 8 })
    const shifts = [...(await addShift(at)), ...(await addShift(at, { date: '2037-02-17' }))]
    const answers = await Promise.allSettled(
      shifts.map(({ id }) =>
        fixture.rows(`update public.shifts set status = 'approved' where id = $1`, [id]),
      ),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(answers.find((answer) => answer.status === 'rejected')!.reason).toMatchObject({
      message: 'cover.quota',
    })
  })

  it('keeps seats above a lowered quota, but gives no more', async () => {
    const at = await createCoverFixture()
    const id = await agree(at, { seats: 16 })
    const [shift] = await addShift(at, { status: 'approved', capacity: 12 })
    await fixture.rows('update public.partnerships set seat_quota_per_semester = 6 where id = $1', [id])
    const change = (what: string) =>
      fixture.rows(`update public.shifts set ${what} where id = $1`, [shift!.id])
    await change(`date = '2037-03-02', status = 'published'`)
    await change('capacity = 10')
    // The facility approved five of the requested seats: only these count for the next shift.
    await change('approved_capacity = 5')
    await addShift(at, { status: 'approved', capacity: 1 })
    await change('approved_capacity = null')
    const worded = change('capacity = 11').catch((error: unknown) => {
      throw asContractError(error)
    })
    await expect(worded).rejects.toMatchObject({
      message:
        'The agreement with River Health allows 6 seats per semester; 1 is taken and this shift needs 11.',
      data: { code: 'cover.quota' },
    })
    await expect(change(`semester_id = '${otherSemester}'`)).rejects.toMatchObject({ message: 'cover.quota' })
  })
})

describe('the calendar', () => {
  const work = (now: string) =>
    runDuePartnershipWork(
      { workerPool: fixture.workerPool, log: fixture.log, cancelShifts: cancelAfterAgreement },
      { now },
    )
  /** An agreement that ends on a day, with one administrator on each party; all others are out of the way. */
  async function ending(to: PlainDate, more = '') {
    await fixture.rows(
      `delete from public.partnerships p where not exists (select 1 from public.partnership_events e where e.partnership_id = p.id)`,
    )
    await fixture.rows(
      `update public.partnerships set status = 'declined' where status in ('active', 'expired')`,
    )
    const ownSchool = await fixture.school('Ending School')
    const organization = await fixture.facility({ name: 'Ending Health' })
    const id = await fixture.partnership(ownSchool, organization, { from: '2026-01-01', to })
    if (more) await fixture.rows(`update public.partnerships set ${more} where id = $1`, [id])
    const people = [
      await fixture.person({ role: 'school_admin', school: ownSchool }),
      await fixture.person({ role: 'facility_admin', facility: organization }),
    ]
    return { id, people }
  }
  const notified = async (people: Person[]) =>
    (await Promise.all(people.map((person) => receivedBy(fixture, person, 'partnership_expiring')))).flat()

  it('reminds both parties 120, 90, 60 and 30 days before, once each, by email too', async () => {
    const { people } = await ending('2027-06-30')
    const daysBefore = async (days: number) => work(`${addDays('2027-06-30', -days)}T16:00:00Z`)
    const counts: number[] = []
    for (const days of [121, 120, 119, 119, 90, 89, 60, 31, 30, 30, 1, 0]) {
      await daysBefore(days)
      counts.push((await notified(people)).length)
    }
    expect(counts).toEqual([0, 2, 2, 2, 4, 4, 6, 6, 8, 8, 8, 8])
    expect((await notified(people)).every(({ mails }) => mails === 1)).toBe(true)
    expect((await notified(people)).map(({ title }) => title)).toContain(
      'The agreement with Ending Health ends in 120 days',
    )
  })

  it('after an interruption, sends one reminder with the days left', async () => {
    const { people } = await ending('2027-06-30')
    await work('2027-06-10T16:00:00Z')
    await work('2027-06-11T16:00:00Z')
    expect((await notified(people)).map(({ title }) => title)).toEqual([
      'The agreement with Ending Health ends in 20 days',
      'The agreement with Ending School ends in 20 days',
    ])
  })

  it('expires it after the last day at the organization, and not an hour earlier', async () => {
    const { id } = await ending('2027-06-30')
    const status = async () =>
      (
        await fixture.rows<{ status: string }>('select status from public.partnerships where id = $1', [id])
      )[0]!.status
    await work('2027-07-01T03:59:00Z') // 23:59 in New York
    expect(await status()).toBe('active')
    expect(await work('2027-07-01T04:01:00Z')).toEqual(['expired'])
    expect(await status()).toBe('expired')
    expect(await work('2027-07-01T04:02:00Z')).toEqual([])
  })

  it('renews it for a year if it renews automatically and the notice period has passed', async () => {
    const { id, people } = await ending('2027-06-30', 'auto_renew = true, notice_days = 60')
    await work('2027-05-01T16:00:00Z')
    expect(await fixture.rows('select effective_to from public.partnerships where id = $1', [id])).toEqual([
      { effective_to: '2027-06-30' },
    ])
    expect(await work('2027-05-02T16:00:00Z')).toEqual(['renewed'])
    expect(
      await fixture.rows('select effective_to, status from public.partnerships where id = $1', [id]),
    ).toEqual([{ effective_to: '2028-06-30', status: 'active' }])
    expect(await notified(people)).toEqual([])
  })

  it('runs next to requests, in any number of processes', async () => {
    const { people } = await ending(addDays(todayIn('America/New_York'), 100))
    const { workerPool, log } = fixture
    const services = { workerPool, log, cancelShifts: cancelAfterAgreement }
    const stops = [startPartnershipWorker(services), startPartnershipWorker(services)]
    await expect.poll(async () => (await notified(people)).length).toBe(2)
    await Promise.all(stops.map((stop) => stop()))
    expect(await notified(people)).toHaveLength(2)
  })

  it('does what is due for the others when one fails', async () => {
    const { id } = await ending(
      '2027-06-30',
      `status_reason = 'We close.', ends_on = '2027-06-30', ending_party = 'school'`,
    )
    const expires = await fixture.partnership(
      await fixture.school('Other School'),
      await fixture.facility({ name: 'Other Health' }),
      { from: '2026-01-01', to: '2027-06-30' },
    )
    const { workerPool, log } = fixture
    const cancelShifts = () => Promise.reject(new Error('These shifts cannot be canceled.'))
    const now = '2027-07-01T16:00:00Z'
    expect(await runDuePartnershipWork({ workerPool, log, cancelShifts }, { now })).toEqual(['expired'])
    expect(
      await fixture.rows('select id, status from public.partnerships where id = any ($1) order by status', [
        [id, expires],
      ]),
    ).toEqual([
      { id, status: 'active' },
      { id: expires, status: 'expired' },
    ])
  })

  it('only the worker may run it', async () => {
    const { id, people } = await ending('2027-06-30')
    await expect(
      fixture.act(people[0]!, (tx) => runDueStep(tx, id, '2027-07-01T04:01:00Z', cancelAfterAgreement)),
    ).rejects.toMatchObject({
      code: '42501',
    })
  })
})
