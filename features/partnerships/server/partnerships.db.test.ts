import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays, todayIn } from '#core/plain-date.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { cancelAfterAgreement, moveElsewhere } from '#features/shifts/server/public.ts'
import type { PartnershipTerms } from '../contract.ts'
import { partnershipHandlers } from './handlers.ts'
import { runDuePartnershipWork } from './worker.ts'

let fixture: Fixture
const api = partnershipHandlers({ moveShifts: moveElsewhere })
let school: string
let otherSchool: string
let organization: string
let north: string
let south: string
let ward: string
let ana: Person // the school's administrator
let rob: Person // the other school's
let frank: Person // the organization's
let sita: Person // of the south site alone
let eve: Person // of another organization
let stu: Person
let sam: Person

const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n')
const terms: PartnershipTerms = {
  agreement_kind: 'affiliation',
  signed_on: '2026-01-05',
  effective_from: addDays(todayIn('UTC'), -300),
  effective_to: addDays(todayIn('UTC'), 3_000),
  auto_renew: false,
  notice_days: 30,
  liability_min_cents: 100_000_000,
  indemnity: 'mutual',
}

beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school('Lake School')
  otherSchool = await fixture.school('Hill School')
  organization = await fixture.facility({ name: 'River Health' })
  north = await fixture.facility({ kind: 'site', parent: organization, name: 'River North' })
  south = await fixture.facility({ kind: 'site', parent: organization, name: 'River South' })
  ward = await fixture.facility({ kind: 'unit', parent: north, name: '5 East' })
  const elsewhere = await fixture.facility({ name: 'Other Health' })
  ana = await fixture.person({ role: 'school_admin', school })
  rob = await fixture.person({ role: 'school_admin', school: otherSchool })
  frank = await fixture.person({ role: 'facility_admin', facility: organization })
  sita = await fixture.person({ role: 'facility_admin', facility: south })
  eve = await fixture.person({ role: 'facility_admin', facility: elsewhere })
  stu = await fixture.person({ role: 'student', school })
  sam = await fixture.person({ role: 'superadmin' })
})
afterAll(() => fixture.close())

const as = async (who: Person | null) => ({ context: await fixture.as(who) })
const request = async (who: Person = ana, more: object = {}) =>
  call(
    api.create,
    {
      id: randomUUID(),
      school_id: school,
      organization_id: await fixture.facility({ name: 'Fresh Health' }),
      ...more,
    },
    await as(who),
  )
/** A request to its own organization with one administrator. */
async function asked(more: object = {}) {
  const org = await fixture.facility({ name: 'Fresh Health' })
  const fay = await fixture.person({ role: 'facility_admin', facility: org })
  const asking = await request(ana, { organization_id: org, ...more })
  return { org, fay, ...asking }
}
async function active(more: Partial<PartnershipTerms> = {}) {
  const deal = await asked()
  await addFile(deal.id, deal.fay)
  const accepted = await call(
    api.accept,
    { id: deal.id, version: deal.version, terms: { ...terms, ...more } },
    await as(deal.fay),
  )
  return { ...deal, ...accepted }
}
const addFile = async (id: string, who: Person | null, content: Buffer = pdf, name = 'Agreement.pdf') =>
  call(api.addFile, { id, file_id: randomUUID(), name, content: content.toString('base64') }, await as(who))
const get = async (id: string, who: Person | null) => call(api.get, { id }, await as(who))
/** Titles that a person received and that contain this text, and how many emails were sent. */
const notified = async (person: Person, part: string) =>
  (await receivedBy(fixture, person))
    .filter(({ title }) => title.includes(part))
    .map(({ title, message, mails }) => ({ title, message, mails }))

describe('requesting a partnership', () => {
  it('reaches the other party by email, and is in both lists', async () => {
    const id = randomUUID()
    const input = {
      id,
      school_id: school,
      organization_id: organization,
      all_sites: false,
      site_ids: [north],
      message: 'Sixteen students in the fall.',
      contact: { name: 'Ana', email: 'ana@lake.example' },
    }
    const made = await call(api.create, input, await as(ana))
    expect(made).toMatchObject({ id, status: 'requested' })
    expect(await call(api.create, input, await as(ana))).toEqual(made)
    expect(await notified(frank, 'requested a partnership')).toEqual([
      { title: 'Lake School: requested a partnership', message: 'Sixteen students in the fall.', mails: 1 },
    ])
    const [row] = (await call(api.list, {}, await as(frank))).filter((each) => each.id === id)
    expect(row).toMatchObject({ school_name: 'Lake School', party: 'facility', site_names: ['River North'] })
    expect(row!.today).toBe(todayIn('America/New_York')) // the organization's, by which its notice is counted
    const detail = await get(id, ana)
    expect(detail.events.map(({ event, party }) => [event, party])).toEqual([
      ['submitted', 'school'],
      ['created', 'school'],
    ])
    // It is about the north site only: the south site's administrator has nothing to do with it.
    expect((await call(api.list, {}, await as(sita))).map((each) => each.id)).not.toContain(id)
    await expect(get(id, sita)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it("starts with the organization's defaults, and no one can set more", async () => {
    const org = await fixture.facility({ name: 'Fresh Health' })
    const began = async (id: string) =>
      (
        await fixture.rows('select notice_days, auto_approve_shifts from public.partnerships where id = $1', [
          id,
        ])
      )[0]
    const automatic = () =>
      fixture.act(ana, (tx) =>
        sql`insert into public.partnerships (id, school_id, organization_id, direction, auto_approve_shifts)
          values (${randomUUID()}::uuid, ${school}::uuid, ${org}::uuid, 'school_requested', true)`.execute(
          tx,
        ),
      )
    await expect(automatic()).rejects.toMatchObject({ code: '42501' })
    await fixture.rows(
      'update public.organizations set default_notice_days = 75, default_auto_approve = true where id = $1',
      [org],
    )
    const { id } = await request(ana, { organization_id: org })
    expect(await began(id)).toEqual({ notice_days: 75, auto_approve_shifts: true })
    const { notice_days: _, ...silent } = terms
    for (const [proposed, notice_days] of [
      [{ ...silent, notice_days: 20 }, 20],
      [{ ...silent, notice_days: 30 }, 30],
      [silent, 75],
    ] as const) {
      const third = await fixture.school('Dale School')
      const tia = await fixture.person({ role: 'school_admin', school: third })
      const agreed = await request(tia, { school_id: third, organization_id: org, terms: proposed })
      expect(await began(agreed.id)).toEqual({ notice_days, auto_approve_shifts: true })
    }
  })

  it('is in the inbox of the facility a superadmin works in, whether a site or its organization', async () => {
    const elsewhere = await asked()
    const ofNorth = await fixture.facility({ name: 'North Group' })
    const clinic = await fixture.facility({ kind: 'site', parent: ofNorth, name: 'North Clinic' })
    const other = await fixture.facility({ kind: 'site', parent: ofNorth, name: 'Other Clinic' })
    const { id } = await request(ana, { organization_id: ofNorth, all_sites: false, site_ids: [clinic] })
    const inboxOf = async (facility: string | null) => {
      await fixture.rows('update priv.sessions set selected_facility_id = $1 where user_id = $2', [
        facility,
        sam.id,
      ])
      return (await call(api.list, { here: true }, await as(sam))).map((row) => row.id)
    }
    expect(await inboxOf(clinic)).toEqual([id])
    expect(await inboxOf(ofNorth)).toEqual([id])
    expect(await inboxOf(other)).toEqual([])
    expect(await inboxOf(null)).toEqual([])
    expect((await call(api.list, { here: true }, await as(elsewhere.fay))).map((row) => row.id)).toEqual([
      elsewhere.id,
    ])
    expect(await call(api.list, { here: true }, await as(eve))).toEqual([])
  })

  it('allows one at a time, and a new one after a refusal', async () => {
    const first = await asked()
    await expect(request(ana, { organization_id: first.org })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'There is already an open partnership with this organization: it is requested.',
    })
    await call(api.decline, { ...first, reason: 'No seats this year.' }, await as(first.fay))
    expect(await request(ana, { organization_id: first.org })).toMatchObject({ status: 'requested' })
    expect(await notified(ana, 'declined')).toMatchObject([{ message: 'No seats this year.', mails: 1 }])
  })

  it('creates one if sent twice at the same moment', async () => {
    const org = await fixture.facility({ name: 'Busy Health' })
    const answers = await Promise.allSettled([
      request(ana, { organization_id: org }),
      request(ana, { organization_id: org }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('keeps a draft invisible to everyone else until it is sent', async () => {
    const draft = await asked({ submit: false })
    expect(draft.status).toBe('draft')
    await expect(get(draft.id, draft.fay)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(
      call(api.accept, { id: draft.id, version: draft.version }, await as(draft.fay)),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await call(api.submit, draft, await as(ana))).toMatchObject({ status: 'requested' })
  })

  it.each<[string, () => Person | null, string]>([
    ['another school', () => rob, 'FORBIDDEN'],
    ['a site’s administrator', () => sita, 'FORBIDDEN'],
    ['another organization', () => eve, 'FORBIDDEN'],
    ['a student', () => stu, 'FORBIDDEN'],
    ['nobody', () => null, 'UNAUTHORIZED'],
  ])('refuses %s', async (_, who, code) => {
    await expect(
      call(
        api.create,
        { id: randomUUID(), school_id: school, organization_id: organization },
        await as(who()),
      ),
    ).rejects.toMatchObject({ code })
  })

  it('accepts no site of another organization and no program of another school', async () => {
    const [program] = await fixture.rows<{ id: string }>(
      `insert into public.programs (school_id, name, level) values ($1, 'BSN Hill', 'BSN') returning id`,
      [otherSchool],
    )
    await expect(request(ana, { all_sites: false, site_ids: [north] })).rejects.toThrow(
      'One of the sites does not belong to this organization.',
    )
    await expect(request(ana, { all_sites: false })).rejects.toThrow('Choose at least one site')
    await expect(request(ana, { program_ids: [program!.id] })).rejects.toThrow('not the school’s')
  })

  it('also works the other way: a facility invites, the school answers', async () => {
    const org = await fixture.facility({ name: 'Inviting Health' })
    const fay = await fixture.person({ role: 'facility_admin', facility: org })
    const invited = await request(fay, { organization_id: org })
    expect(await notified(ana, 'Inviting Health: invites you')).toHaveLength(1)
    await expect(call(api.decline, { ...invited, reason: 'Not now' }, await as(fay))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await addFile(invited.id, fay)
    // Only the facility sets seats.
    await expect(
      call(api.accept, { ...invited, terms: { ...terms, seat_quota_per_semester: 90 } }, await as(ana)),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await call(api.accept, { ...invited, terms }, await as(ana))).toMatchObject({ status: 'active' })
  })
})

describe('the list of the platform', () => {
  it('pages, searches and counts all partnerships, and returns the first ones for the map', async () => {
    await fixture.rows(
      `insert into public.partnerships (school_id, organization_id, status, created_by)
       select $1, $2, 'declined', $3 from generate_series(1, 320)`,
      [otherSchool, organization, sam.id],
    )
    const of = async (input: { q: string; state?: 'declined'; page?: number }) =>
      call(api.search, input, await as(sam))
    const page = await of({ q: 'hill river', state: 'declined', page: 13 })
    expect([page.total, page.rows.length, page.picture.length]).toEqual([320, 20, 300])
    expect(page.by_state.declined).toBeGreaterThanOrEqual(320)
    expect((await of({ q: 'hill river', page: 99 })).rows).toHaveLength(20)
    expect((await of({ q: 'nobody of this name' })).total).toBe(0)
    const named = async (q: string) =>
      (await call(api.find, { q }, await as(sam))).map(
        (row) => `${row.school_name}, ${row.organization_name}`,
      )
    expect(await named('hill river')).toHaveLength(20)
    expect(
      new Set((await named('hill river')).map((name) => /hill/i.test(name) && /river/i.test(name))),
    ).toEqual(new Set([true]))
    expect(await named('hill nobody')).toEqual([])
    for (const who of [ana, frank, stu, null])
      await expect(call(api.find, { q: 'hill' }, await as(who))).rejects.toMatchObject({
        code: who ? 'FORBIDDEN' : 'UNAUTHORIZED',
      })
    for (const who of [ana, frank, stu, null])
      await expect(call(api.search, {}, await as(who))).rejects.toMatchObject({
        code: who ? 'FORBIDDEN' : 'UNAUTHORIZED',
      })
    await fixture.rows(`delete from public.partnerships where school_id = $1`, [otherSchool])
  })
})

describe('answering a request', () => {
  it('review, then acceptance with an agreement and its file', async () => {
    const deal = await asked()
    const reviewed = await call(api.review, deal, await as(deal.fay))
    expect(reviewed.status).toBe('under_review')
    await expect(call(api.accept, { ...reviewed, terms }, await as(deal.fay))).rejects.toThrow(
      'Add the signed agreement first (PDF)',
    )
    await addFile(deal.id, deal.fay)
    await expect(call(api.accept, reviewed, await as(deal.fay))).rejects.toThrow(
      'the agreement’s first and last day',
    )
    await expect(
      call(
        api.accept,
        { ...reviewed, terms: { ...terms, effective_from: '2020-01-01', effective_to: '2020-12-31' } },
        await as(deal.fay),
      ),
    ).rejects.toThrow('already over')
    const accepted = await call(
      api.accept,
      { ...reviewed, terms, auto_approve_shifts: true },
      await as(deal.fay),
    )
    expect(accepted.status).toBe('active')
    expect(await get(deal.id, ana)).toMatchObject({
      state: 'active',
      auto_approve_shifts: true,
      effective_to: terms.effective_to,
      files: [{ name: 'Agreement.pdf', size_bytes: pdf.length, uploaded_party: 'facility' }],
    })
    expect(await notified(ana, 'accepted the partnership')).toMatchObject([{ mails: 1 }])
  })

  it('an agreement for observation needs no file', async () => {
    const deal = await asked()
    const accepted = await call(
      api.accept,
      { ...deal, terms: { ...terms, agreement_kind: 'observation_only' } },
      await as(deal.fay),
    )
    expect(accepted.status).toBe('active')
  })

  it('only the other party accepts, and no one else sees it', async () => {
    const deal = await asked()
    for (const [who, code] of [
      [ana, 'FORBIDDEN'],
      [rob, 'NOT_FOUND'],
      [eve, 'NOT_FOUND'],
      [stu, 'FORBIDDEN'],
      [null, 'UNAUTHORIZED'],
    ] as const) {
      await expect(call(api.accept, { ...deal, terms }, await as(who))).rejects.toMatchObject({ code })
      await expect(call(api.decline, { ...deal, reason: 'Because.' }, await as(who))).rejects.toMatchObject({
        code,
      })
    }
  })

  it('declining needs a reason', async () => {
    const deal = await asked()
    await expect(call(api.decline, { ...deal, reason: ' ' }, await as(deal.fay))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })

  it('the superadmin decides for either party, with a reason', async () => {
    const deal = await asked()
    await expect(call(api.review, deal, await as(sam))).rejects.toThrow('give a reason')
    const declined = await call(api.decline, { ...deal, reason: 'By phone: no seats.' }, await as(sam))
    expect(declined.status).toBe('declined')
    expect(await notified(ana, 'declined')).not.toEqual([])
    expect(await notified(deal.fay, 'declined')).toHaveLength(1)
    expect((await get(deal.id, ana)).events[0]).toMatchObject({
      party: 'platform',
      reason: 'By phone: no seats.',
    })
  })

  it('without administrators of the organization, superadmins are notified', async () => {
    await request(ana)
    expect((await notified(sam, 'requested a partnership')).length).toBeGreaterThan(0)
  })

  it('of concurrent acceptance and withdrawal, one wins and the other reads what happened', async () => {
    for (let round = 0; round < 5; round++) {
      const deal = await asked()
      await addFile(deal.id, deal.fay)
      const [accepting, withdrawing] = [await as(deal.fay), await as(ana)]
      const answers = await Promise.allSettled([
        call(api.accept, { ...deal, terms }, accepting),
        call(api.withdraw, deal, withdrawing),
      ])
      const lost = answers.filter((each) => each.status === 'rejected')
      expect(lost).toHaveLength(1)
      expect(lost[0]!.reason).toMatchObject({ code: 'CONFLICT' })
      expect((lost[0]!.reason as Error).message).toMatch(
        /changed this partnership in the meantime: .*status \(now (active|withdrawn)\)/,
      )
      const rows = await fixture.rows<{ status: string; events: number }>(
        `select status, (select count(*) from public.partnership_events e where e.partnership_id = p.id and event in ('accepted', 'withdrawn')) as events
         from public.partnerships p where id = $1`,
        [deal.id],
      )
      expect(rows).toEqual([
        { status: answers[0].status === 'fulfilled' ? 'active' : 'withdrawn', events: 1 },
      ])
    }
  })

  it('the same answer sent twice counts once', async () => {
    const deal = await asked()
    const press = { ...deal, idempotency_key: randomUUID() }
    const first = await call(api.review, press, await as(deal.fay))
    expect(await call(api.review, press, await as(deal.fay))).toEqual(first)
    await expect(call(api.review, deal, await as(deal.fay)), 'another request').rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect((await get(deal.id, ana)).events.filter(({ event }) => event === 'review_started')).toHaveLength(1)
  })
})

describe('withdrawing a request', () => {
  it('can be undone for a day, back to the earlier status', async () => {
    const deal = await asked()
    const reviewed = await call(api.review, deal, await as(deal.fay))
    const withdrawn = await call(api.withdraw, { ...reviewed, reason: 'Wrong site' }, await as(ana))
    await expect(call(api.restore, withdrawn, await as(deal.fay))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    const back = await call(api.restore, withdrawn, await as(ana))
    expect(back.status).toBe('under_review')
    const again = await call(api.withdraw, back, await as(ana))
    await fixture.rows(
      `update public.partnerships set withdrawn_at = now() - interval '25 hours' where id = $1`,
      [deal.id],
    )
    await expect(call(api.restore, { ...again, version: again.version + 1 }, await as(ana))).rejects.toThrow(
      'for 24 hours',
    )
  })

  it("can't be undone while a newer request is open", async () => {
    const deal = await asked()
    const withdrawn = await call(api.withdraw, deal, await as(ana))
    await request(ana, { organization_id: deal.org })
    await expect(call(api.restore, withdrawn, await as(ana))).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('a partnership in force', () => {
  it('is suspended by either party with a reason, and resumed by the same party', async () => {
    const deal = await active()
    const suspended = await call(api.suspend, { ...deal, reason: 'Insurance lapsed.' }, await as(deal.fay))
    expect(await get(deal.id, ana)).toMatchObject({ state: 'suspended', suspended_by_party: 'facility' })
    await expect(call(api.resume, suspended, await as(ana))).rejects.toThrow('Only they can resume it')
    expect(await call(api.resume, suspended, await as(deal.fay))).toMatchObject({ status: 'active' })
    expect(await notified(ana, 'suspended')).toMatchObject([
      { message: 'Insurance lapsed. No new shifts can be submitted until it is resumed.' },
    ])
  })

  it('gets new terms that one party proposes and the other accepts', async () => {
    const deal = await active({ effective_to: addDays(todayIn('UTC'), 200) })
    const next = { ...terms, effective_from: addDays(todayIn('UTC'), 201) }
    const proposed = await call(
      api.propose,
      { ...deal, terms: next, reason: 'Three years more' },
      await as(ana),
    )
    await expect(call(api.answer, { ...proposed, accept: true }, await as(ana))).rejects.toThrow(
      'The other party',
    )
    await expect(call(api.answer, { ...proposed, accept: false }, await as(deal.fay))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    const accepted = await call(api.answer, { ...proposed, accept: true }, await as(deal.fay))
    expect(accepted.status).toBe('active')
    expect(await get(deal.id, ana)).toMatchObject({ effective_to: next.effective_to, proposal: null })
  })

  it('keeps every shift people rely on within new terms and sites', async () => {
    const deal = await active()
    const campus = await fixture.facility({ kind: 'site', parent: deal.org, name: 'Campus' })
    const annex = await fixture.facility({ kind: 'site', parent: deal.org, name: 'Annex' })
    const [semester] = await fixture.rows<{ id: string }>(
      `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year)
       values ($1, $2, current_date, current_date + 200, 'custom', '2026') returning id`,
      [school, `Term ${deal.id}`],
    )
    const [{ id: shift }] = (await fixture.rows<{ id: string }>(
      `insert into public.shifts (school_id, semester_id, facility_id, date, start_time, end_time, time_zone, starts_at, ends_at, status, submitted_at)
       values ($1, $2, $3, current_date + 60, '07:00', '15:00', 'America/Chicago', now(), now() + interval '8 hours', 'published', now()) returning id`,
      [school, semester!.id, campus],
    )) as [{ id: string }]
    const offer = async (next: object, version: number) =>
      call(api.propose, { id: deal.id, version, terms: { ...terms, ...next } }, await as(ana))
    const accept = async (row: { id: string; version: number }) =>
      call(api.answer, { id: row.id, version: row.version, accept: true }, await as(deal.fay))
    const sites = async (site_ids: string[], version: number) =>
      call(api.change, { id: deal.id, version, changes: { all_sites: false, site_ids } }, await as(deal.fay))

    const shorter = await offer({ effective_to: addDays(todayIn('UTC'), 40) }, deal.version)
    await expect(accept(shorter)).rejects.toThrow('1 shift (')
    const observed = await offer({ agreement_kind: 'observation_only' }, shorter.version)
    await expect(accept(observed)).rejects.toThrow('would no longer be within the partnership')
    const longer = await accept(await offer({ effective_to: addDays(todayIn('UTC'), 90) }, observed.version))
    await expect(sites([annex], longer.version)).rejects.toThrow('or keep the sites that include it')
    const narrower = await sites([campus], longer.version)

    await fixture.rows(`update public.shifts set status = 'cancelled' where id = $1`, [shift])
    await accept(await offer({ effective_to: addDays(todayIn('UTC'), 40) }, narrower.version))
  })

  it("can be accepted with the proposed terms or the facility's own", async () => {
    const proposed = { ...terms, agreement_kind: 'mou' as const, seat_quota_per_semester: 48 }
    const deal = await asked({ terms: proposed })
    expect(await get(deal.id, deal.fay)).toMatchObject({ status: 'requested', ...proposed, units: [] })
    await addFile(deal.id, deal.fay)
    await call(
      api.accept,
      { ...deal, terms: { ...proposed, seat_quota_per_semester: 40 } },
      await as(deal.fay),
    )
    expect(await get(deal.id, ana)).toMatchObject({ agreement_kind: 'mou', seat_quota_per_semester: 40 })
    // Omitting the seats changes none.
    const other = await asked({ terms: proposed })
    await addFile(other.id, other.fay)
    await call(api.accept, { ...other, terms }, await as(other.fay))
    expect(await get(other.id, ana)).toMatchObject({ seat_quota_per_semester: 48 })
  })

  it('gets required credentials from the facility, of its own and of the platform', async () => {
    const deal = await active()
    const type = async (facility: string | null, owner: string | null = null): Promise<string> =>
      (
        await fixture.rows<{ id: string }>(
          `insert into public.credential_types (code, name, category, validity, owner_facility_id, owner_school_id)
           values ('T' || floor(random() * 1e9), 'Badge form', 'document', '{"rule": "one_time"}', $1, $2) returning id`,
          [facility, owner],
        )
      )[0]!.id
    const own = await type(deal.org)
    const change = async (who: Person, ids: string[]) =>
      call(api.change, { ...deal, changes: { required_credential_ids: ids } }, await as(who))
    await expect(change(ana, [own])).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(
      fixture.act(ana, (tx) =>
        tx
          .updateTable('partnerships')
          .set({ required_credential_ids: [own] })
          .where('id', '=', deal.id)
          .execute(),
      ),
    ).rejects.toMatchObject({ message: 'partnership.facility_decides' })
    for (const foreign of [await type(organization), await type(null, school), randomUUID()])
      await expect(change(deal.fay, [own, foreign])).rejects.toMatchObject({
        data: { code: 'partnership.foreign_type' },
      })
    for (const who of [rob, eve])
      await expect(change(who, [own])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await change(deal.fay, [own, own])
    for (const who of [ana, deal.fay])
      expect((await get(deal.id, who)).required_credentials).toEqual([{ id: own, name: 'Badge form' }])
  })

  it('lets each party change only its own fields', async () => {
    const deal = await active()
    await expect(
      call(api.change, { ...deal, changes: { auto_approve_shifts: true } }, await as(ana)),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(
      call(api.change, { ...deal, changes: { contact_school: { name: 'X' } } }, await as(deal.fay)),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(
      call(
        api.change,
        { ...deal, changes: { quota_by_unit: [{ unit_id: ward, seats: 4 }] } },
        await as(deal.fay),
      ),
    ).rejects.toThrow('One of the units')
    const site = await fixture.facility({ kind: 'site', parent: deal.org, name: 'Fresh Site' })
    const unit = await fixture.facility({ kind: 'unit', parent: site, name: '2 West' })
    const seats = { unit_id: unit, seats: 12 }
    for (const [who, changes, code] of [
      [ana, { quota_by_unit: [seats] }, 'FORBIDDEN'],
      [ana, { blackout: [] }, 'FORBIDDEN'],
      [deal.fay, { quota_by_unit: [seats, seats] }, 'BAD_REQUEST'],
      [rob, { quota_by_unit: [seats] }, 'NOT_FOUND'],
      [eve, { quota_by_unit: [seats] }, 'NOT_FOUND'],
    ] satisfies [Person, object, string][])
      await expect(call(api.change, { ...deal, changes }, await as(who))).rejects.toMatchObject({ code })
    const quota = await call(
      api.change,
      {
        ...deal,
        changes: {
          seat_quota_per_semester: 40,
          quota_by_unit: [seats],
          blackout: [{ from: '2027-01-01', to: '2027-01-02', reason: 'System change' }],
        },
      },
      await as(deal.fay),
    )
    expect((await get(deal.id, deal.fay)).units).toEqual([
      { id: unit, name: '2 West', site_name: 'Fresh Site' },
    ])
    expect(await get(deal.id, ana)).toMatchObject({
      units: [],
      quota_by_unit: [{ ...seats, unit_name: '2 West' }],
      blackout: [{ from: '2027-01-01', to: '2027-01-02', reason: 'System change' }],
    })
    await call(
      api.change,
      { ...quota, changes: { contact_school: { name: 'Ana', phone: '414' } } },
      await as(ana),
    )
    expect(await get(deal.id, deal.fay)).toMatchObject({
      seat_quota_per_semester: 40,
      contact_school: { name: 'Ana' },
      blackout: [{ reason: 'System change' }],
    })
  })

  it('is changed by no one else', async () => {
    const deal = await active()
    const commands = {
      suspend: (who: Person | null) =>
        as(who).then((c) => call(api.suspend, { ...deal, reason: 'Because.' }, c)),
      terminate: (who: Person | null) =>
        as(who).then((c) => call(api.terminate, { ...deal, reason: 'Because.', decisions: [] }, c)),
      propose: (who: Person | null) => as(who).then((c) => call(api.propose, { ...deal, terms }, c)),
      change: (who: Person | null) =>
        as(who).then((c) => call(api.change, { ...deal, changes: { message: 'x' } }, c)),
      addFile: (who: Person | null) => addFile(deal.id, who),
    }
    for (const command of Object.values(commands))
      for (const [who, code] of [
        [rob, 'NOT_FOUND'],
        [eve, 'NOT_FOUND'],
        [sita, 'NOT_FOUND'],
        [stu, 'FORBIDDEN'],
        [null, 'UNAUTHORIZED'],
      ] as const)
        await expect(command(who)).rejects.toMatchObject({ code })
  })

  it('is visible to a site’s administrator if it includes the site, but decided by others', async () => {
    const org = await fixture.facility({ name: 'Two Sites' })
    const site = await fixture.facility({ kind: 'site', parent: org, name: 'One' })
    const siteAdmin = await fixture.person({ role: 'facility_admin', facility: site })
    const whole = await request(ana, { organization_id: org })
    expect((await get(whole.id, siteAdmin)).party).toBeNull()
    await expect(
      call(api.decline, { ...whole, reason: 'Because.' }, await as(siteAdmin)),
    ).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await call(api.withdraw, whole, await as(ana))
    const one = await request(ana, { organization_id: org, all_sites: false, site_ids: [site] })
    expect(await call(api.review, one, await as(siteAdmin))).toMatchObject({ status: 'under_review' })
  })
})

describe('ending a partnership', () => {
  it('keeps the notice: it stays in force until the last day, each later shift is decided on, and it can be taken back until then', async () => {
    const deal = await active()
    const site = await fixture.facility({ kind: 'site', parent: deal.org, name: 'Campus' })
    const [semester] = await fixture.rows<{ id: string }>(
      `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year)
       values ($1, $2, current_date, current_date + 200, 'custom', '2026') returning id`,
      [school, `Term ${deal.id}`],
    )
    const shift = async (inDays: number, status: string) =>
      (
        await fixture.rows<{ id: string }>(
          `insert into public.shifts (school_id, semester_id, facility_id, date, start_time, end_time, time_zone, starts_at, ends_at, status, submitted_at)
           values ($1, $2, $3, current_date + $4::integer, '07:00', '15:00', 'America/Chicago', now(), now() + interval '8 hours', $5,
             case when $5 <> 'draft' then now() end) returning id`,
          [school, semester!.id, site, inDays, status],
        )
      )[0]!.id
    const within = await shift(20, 'published')
    const later = await shift(60, 'published')
    const pending = await shift(61, 'pending_facility')
    const draft = await shift(62, 'draft')
    const { today } = await get(deal.id, ana)
    const early = await call(api.laterShifts, { id: deal.id, after: today }, await as(deal.fay))
    expect(early.map(({ id }) => id)).toEqual([within, later, pending])
    await expect(call(api.laterShifts, { id: deal.id, after: today }, await as(rob))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    const decide = (keep: string[], cancel: string[]) => [
      ...keep.map((shift_id) => ({ shift_id, action: 'keep' as const })),
      ...cancel.map((shift_id) => ({ shift_id, action: 'cancel' as const })),
    ]
    const end = async (more: object, version = deal.version) =>
      call(
        api.terminate,
        { id: deal.id, version, reason: 'Closing.', decisions: [], ...more },
        await as(deal.fay),
      )
    await expect(end({ ends_on: today })).rejects.toThrow('The agreed notice is 30 days')
    await expect(end({ decisions: decide([later], []) })).rejects.toThrow('1 shift after')
    await expect(end({})).rejects.toThrow('2 shifts after')
    const statuses = () =>
      fixture.rows('select id, status from public.shifts where id = any ($1) order by date', [
        [within, later, pending, draft],
      ])
    const before = await statuses()

    const ending = await end({ decisions: decide([], [later, pending]) })
    expect(ending.status).toBe('active')
    const seen = await get(deal.id, ana)
    expect(seen).toMatchObject({ state: 'ending', ends_on: addDays(today, 30), ending_party: 'facility' })
    expect(seen.events[0]).toMatchObject({
      event: 'ending',
      reason: 'Closing.',
      details: { shifts_canceled: 2, shifts_kept: 0 },
    })
    expect(await statuses()).toEqual(before)
    expect(await notified(ana, 'ends the partnership')).toMatchObject([{ mails: 1 }])
    await expect(end({}, ending.version)).rejects.toThrow('already')
    // Nothing new is approved after the last day.
    await expect(shift(45, 'published')).rejects.toThrow('cover.outside_dates')
    await shift(29, 'published')

    // Only the party that ended it takes it back.
    await expect(call(api.continue, ending, await as(ana))).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(call(api.continue, ending, await as(rob))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(call(api.continue, ending, await as(null))).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const back = await call(api.continue, ending, await as(deal.fay))
    expect(await get(deal.id, ana)).toMatchObject({ ends_on: null, ending_party: null })
    await expect(call(api.continue, back, await as(deal.fay))).rejects.toMatchObject({ code: 'CONFLICT' })

    const again = await end({ decisions: decide([later], [pending]) }, back.version)
    const student = await fixture.person({ role: 'student', school })
    await fixture.rows(
      `insert into public.assignments (shift_id, school_id, student_id, status, during, busy)
       select x.id, x.school_id, $1, 'requested', tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at)
       from public.shifts x where x.id = $2`,
      [student.id, pending],
    )
    const work = (now: string) =>
      runDuePartnershipWork(
        { workerPool: fixture.workerPool, log: fixture.log, cancelShifts: cancelAfterAgreement },
        { now },
      )
    await work(`${addDays(today, 30)}T16:00:00Z`)
    expect((await get(again.id, ana)).state).toBe('ending')
    await work(`${addDays(today, 31)}T16:00:00Z`)
    await work(`${addDays(today, 31)}T16:00:00Z`)
    expect(await statuses()).toEqual([
      { id: within, status: 'published' },
      { id: later, status: 'published' },
      { id: pending, status: 'withdrawn' },
      { id: draft, status: 'draft' },
    ])
    const ended = await get(deal.id, ana)
    expect(ended).toMatchObject({ status: 'terminated', state: 'terminated' })
    expect(ended.events[0]).toMatchObject({ event: 'terminated', details: { shifts_canceled: 1 } })
    expect(
      await fixture.rows('select title from public.notifications where recipient_id = $1', [student.id]),
    ).toHaveLength(1)
    // Now another partnership is possible.
    expect(await request(ana, { organization_id: deal.org })).toMatchObject({ status: 'requested' })
  })
})

describe('files of a partnership', () => {
  it('are returned unchanged as downloads, to both parties and the superadmin', async () => {
    const deal = await asked()
    const { id: fileId } = await addFile(deal.id, ana, pdf, 'Vertrag "2026" – größer.pdf')
    expect(await addFile(deal.id, deal.fay)).toEqual({ id: fileId }) // the same bytes are the same file
    for (const who of [ana, deal.fay, sam]) {
      const { headers, body } = await call(api.file, { id: deal.id, file_id: fileId }, await as(who))
      expect(headers['content-disposition']).toMatch(
        /^attachment; filename="[\w .()-]+"; filename\*=UTF-8''Vertrag/,
      )
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(Buffer.from(await body.arrayBuffer())).toEqual(pdf)
    }
    for (const [who, code] of [
      [rob, 'NOT_FOUND'],
      [eve, 'NOT_FOUND'],
      [stu, 'FORBIDDEN'],
      [null, 'UNAUTHORIZED'],
    ] as const)
      await expect(call(api.file, { id: deal.id, file_id: fileId }, await as(who))).rejects.toMatchObject({
        code,
      })
  })

  it.each([
    ['something else', Buffer.from('<html>%PDF-</html>')],
    ['a program', Buffer.from('MZ\u0000\u0000\u0000\u0000')],
  ])('must be PDFs, not %s', async (_, content) => {
    const deal = await asked()
    await expect(addFile(deal.id, ana, content)).rejects.toThrow('This is not a PDF')
  })

  it.each([
    ['Agreement\u202Efdp.exe', 'Agreementfdp.exe.pdf'],
    ['..\\..\\a\nb\u0000.pdf', 'ab.pdf'],
  ])('named %j are saved as %j, in the list and as a download', async (name, saved) => {
    const deal = await asked()
    const { id: fileId } = await addFile(deal.id, ana, pdf, name)
    expect((await get(deal.id, ana)).files).toMatchObject([{ name: saved }])
    const { headers } = await call(api.file, { id: deal.id, file_id: fileId }, await as(ana))
    expect(headers['content-disposition']).toContain(`filename="${saved}"`)
  })

  it.each(['a.exe', 'a\u202Efdp.pdf', 'a/b.pdf', 'a\nb.pdf'])(
    "can't be named %j in the database, regardless of who writes",
    async (name) => {
      const deal = await asked()
      const { id: fileId } = await addFile(deal.id, ana)
      await expect(
        fixture.rows('update public.partnership_files set name = $2 where id = $1', [fileId, name]),
      ).rejects.toMatchObject({ code: '23514', constraint: 'partnership_files_name' })
    },
  )

  it('with a script, a command or embedded files are refused with what to do', async () => {
    const deal = await asked()
    const file = Buffer.from('%PDF-1.7\n1 0 obj\n<< /S /JavaScript /JS (x) >>\nendobj\n')
    await expect(addFile(deal.id, ana, file)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'This PDF contains a script. Print it to a new PDF and add that one.',
      data: { fieldErrors: { content: expect.any(String) } },
    })
  })

  it('count against the storage of the school and of the organization separately', async () => {
    const quota = (bytes: number) =>
      fixture.rows(
        `create or replace trigger guard after insert on public.partnership_files for each row
          when (current_user = 'app_rw' and new.uploaded_party <> 'platform') execute function app.guard_partnership_file('${bytes}')`,
      )
    const college = await fixture.school()
    const zoe = await fixture.person({ role: 'school_admin', school: college })
    const hospital = await fixture.facility({ name: 'Full Health' })
    const fay = await fixture.person({ role: 'facility_admin', facility: hospital })
    const deal = await request(zoe, { school_id: college, organization_id: hospital })
    const file = (bytes: number, sign: string) => Buffer.concat([pdf, Buffer.alloc(bytes - pdf.length, sign)])
    await quota(2_500_000)
    try {
      await addFile(deal.id, zoe, file(2_000_000, 'a'))
      await expect(addFile(deal.id, zoe, file(1_000_000, 'b'))).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringMatching(
          /^Your school can store 2441 kB of agreements and has used 1953 kB; this file is 977 kB\./,
        ),
      })
      await addFile(deal.id, fay, file(1_000_000, 'c'))
    } finally {
      await quota(524_288_000)
    }
  })

  it('are at most 10 MB, and arrive complete', async () => {
    const deal = await asked()
    const large = Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024)])
    await expect(addFile(deal.id, ana, large)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(
      call(
        api.addFile,
        { id: deal.id, file_id: randomUUID(), name: 'a.pdf', content: `${pdf.toString('base64')}!!!!` },
        await as(ana),
      ),
    ).rejects.toThrow('didn’t upload completely')
    const fits = Buffer.concat([pdf, Buffer.alloc(10 * 1024 * 1024 - pdf.length, 1)])
    await addFile(deal.id, ana, fits)
    expect((await get(deal.id, ana)).files).toMatchObject([{ size_bytes: 10 * 1024 * 1024 }])
  })
})

it('finds organizations by name and by site, and shows the one already open', async () => {
  const found = await call(api.findOrganizations, { q: 'river n', school_id: school }, await as(ana))
  expect(found).toMatchObject([
    { name: 'River Health', sites: [{ name: 'River North' }, { name: 'River South' }] },
  ])
  const open = await call(api.findOrganizations, { q: 'river', school_id: school }, await as(ana))
  expect(open[0]!.open).toMatchObject({ status: 'requested' })
  expect(await call(api.ownOrganizations, undefined, await as(frank))).toEqual([
    { id: organization, name: 'River Health' },
  ])
  await expect(call(api.findOrganizations, { q: '' }, await as(stu))).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

it('exports the filtered rows of one’s own', async () => {
  const { csv, rows } = await call(api.exportCsv, { q: 'river', state: 'requested' }, await as(ana))
  expect(rows).toBe(1)
  expect(csv).toContain('Lake School,River Health,Requested,River North')
  expect((await call(api.exportCsv, {}, await as(rob))).rows).toBe(0)
})

it('exports what the list shows: the chosen group, in its order', async () => {
  const college = await fixture.school('Shown School')
  const zoe = await fixture.person({ role: 'school_admin', school: college })
  for (const [name, status] of [
    ['Alpha Health', 'active'],
    ['Beta Health', 'active'],
    ['Gamma Health', 'declined'],
    ['Delta Health', 'requested'],
  ] as const)
    await fixture.partnership(college, await fixture.facility({ name }), { status })
  const shown = async (input: object) =>
    (await call(api.exportCsv, input, await as(zoe))).csv
      .trim()
      .split(/\r?\n/)
      .slice(1)
      .map((line) => line.split(',')[1])
  expect(await shown({ show: 'over' })).toEqual(['Gamma Health'])
  expect(await shown({ show: 'open' })).toEqual(['Delta Health'])
  expect(await shown({ show: 'force', sort: 'organization', dir: 'desc' })).toEqual([
    'Beta Health',
    'Alpha Health',
  ])
  expect(await shown({ show: 'force', q: 'alpha' })).toEqual(['Alpha Health'])
})

it('keeps its history', async () => {
  const deal = await asked()
  for (const change of [
    'update public.partnership_events set reason = null',
    'delete from public.partnership_events',
  ])
    await expect(fixture.rows(`${change} where partnership_id = $1`, [deal.id])).rejects.toMatchObject({
      code: '42501',
    })
})

describe('a partnership in force', () => {
  it('names its school a unit to plan the first shift on, of the sites it is about', async () => {
    const org = await fixture.facility({ name: 'Bay Health' })
    const fay = await fixture.person({ role: 'facility_admin', facility: org })
    const [east, west] = [
      await fixture.facility({ kind: 'site', parent: org, name: 'Bay East' }),
      await fixture.facility({ kind: 'site', parent: org, name: 'Bay West' }),
    ]
    await fixture.facility({ kind: 'unit', parent: east, name: '1 East' })
    const unit = await fixture.facility({ kind: 'unit', parent: west, name: '2 West' })
    const later = await fixture.facility({ kind: 'unit', parent: west, name: '3 West' })
    const deal = await request(ana, { organization_id: org, all_sites: false, site_ids: [west] })
    expect((await get(deal.id, ana)).open_unit_id).toBeNull()
    await addFile(deal.id, fay)
    await call(api.accept, { id: deal.id, version: deal.version, terms }, await as(fay))
    expect((await get(deal.id, ana)).open_unit_id).toBe(unit)
    const rows = await call(api.list, {}, await as(ana))
    expect(rows.find(({ id }) => id === deal.id)?.open_unit_id).toBe(unit)
    expect((await get(deal.id, fay)).open_unit_id).toBeNull()
    const setStatus = (id: string) =>
      fixture.rows(`update public.facilities set status = 'paused' where id = $1`, [id])
    await setStatus(unit)
    expect((await get(deal.id, ana)).open_unit_id).toBe(later)
    await setStatus(later)
    expect((await get(deal.id, ana)).open_unit_id).toBeNull()
  })
})
