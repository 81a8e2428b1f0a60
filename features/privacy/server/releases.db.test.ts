import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { instantOf } from '#core/clock-time.ts'
import { addDays, todayIn } from '#core/plain-date.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { newToken } from '#platform/server/session.ts'
import { type Release, type RosterRow } from '../contract.ts'
import { releaseText } from '../rules.ts'
import { privacyHandlers } from './handlers.ts'
import { rosterAsFacility } from './public.ts'

let fixture: Fixture
let api: ReturnType<typeof privacyHandlers>
let school: string
let otherSchool: string
let hospital: string
let unit: string
let stella: Person
let sten: Person
let ana: Person
let stranger: Person
let theirs: Person
let faye: Person
let sam: Person
const people = () => ({ ana, stranger, theirs, faye, sam })

beforeAll(async () => {
  fixture = await createFixture()
  api = privacyHandlers(fixture)
  school = await fixture.school('Modesto Junior College')
  otherSchool = await fixture.school('Prairie')
  hospital = await fixture.facility({ name: 'St. Brigid' })
  const site = await fixture.facility({ kind: 'site', parent: hospital })
  unit = await fixture.facility({ kind: 'unit', parent: site, name: '4 West' })
  await fixture.partnership(school, hospital)
  ana = await fixture.person({ role: 'school_admin', school })
  stranger = await fixture.person({ role: 'school_admin', school: otherSchool })
  theirs = await fixture.person({ role: 'student', school: otherSchool })
  faye = await fixture.person({ role: 'facility_admin', facility: hospital })
  sam = await fixture.person({ role: 'superadmin' })
})
afterAll(() => fixture.close())
beforeEach(async () => {
  stella = await fixture.person({ role: 'student', school, fullName: 'Stella Student' })
  sten = await fixture.person({ role: 'student', school })
})

const inAYear = addDays(todayIn('America/New_York'), 365)
const grant = async (person: Pick<Person, 'tokenHash'>, change: Record<string, unknown> = {}) =>
  call(
    api.grant,
    {
      id: crypto.randomUUID(),
      facility_scope: null,
      text_version: releaseText.version,
      expires_on: inAYear,
      ...change,
    },
    { context: await fixture.as(person) },
  )
const record = async (person: Pick<Person, 'tokenHash'>, change: Record<string, unknown> = {}) =>
  call(
    api.record,
    {
      id: crypto.randomUUID(),
      student_id: stella.id,
      facility_scope: null,
      signed_on: '2026-01-05',
      expires_on: inAYear,
      ...change,
    },
    { context: await fixture.as(person) },
  )
const revoke = async (person: Pick<Person, 'tokenHash'>, id: string) =>
  call(api.revoke, { id }, { context: await fixture.as(person) })
/** What one access to the only seat of a shift shows; rolled back, so that the next access is also the first. */
async function look(change: Partial<Shift> = {}): Promise<RosterRow> {
  const {
    isLogged = true,
    in: days = 7,
    status = 'published',
    before = 42,
    after = 14,
    facility = unit,
  } = change
  await fixture.rows(
    'update public.organizations set visibility_before_days = $2, visibility_after_days = $3 where id = $1',
    [hospital, before, after],
  )
  // From 7 PM to 7 AM: a shift of two days.
  const [shift] = await fixture.rows<{ id: string }>(
    `with day as (select (now() at time zone 'America/New_York')::date + $3::integer as date),
     term as (insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year)
       select $1, gen_random_uuid()::text, date - 1, date + 2, 'fall', 'x' from day returning id)
     insert into public.shifts (school_id, semester_id, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, status, capacity, seats, submitted_at)
     select $1, term.id, date, '19:00', '07:00', 'America/New_York', (date + time '19:00') at time zone 'America/New_York',
       (date + interval '31 hours') at time zone 'America/New_York', $2, 'published', 8, 8, now() from day, term returning id`,
    [school, facility, days],
  )
  const { id } = shift!
  await fixture.rows(
    `insert into public.assignments (shift_id, school_id, student_id, status, during, busy)
     select id, school_id, $2, 'assigned', tstzrange(starts_at, ends_at), tstzrange(starts_at, ends_at) from public.shifts where id = $1`,
    [id, stella.id],
  )
  // Proposed new times are stored with the status.
  await fixture.rows(
    `update public.shifts set status = $2, counter = case when $2 = 'countered' then '{}'::jsonb end where id = $1`,
    [id, status],
  )
  const rows: RosterRow[] = []
  const looked = fixture.act(sam, async (tx) => {
    if (!isLogged) await sql`set transaction read only`.execute(tx)
    rows.push(...(await rosterAsFacility(tx, id)))
    throw new Error('Looked')
  })
  await looked.catch((error: Error) => {
    if (error.message !== 'Looked') throw error
  })
  await fixture.rows('delete from public.assignments where shift_id = $1', [id])
  return rows[0]!
}
const covers = async (facility = unit) => (await look({ facility })).is_named
const notified = async (person: Person) =>
  (await receivedBy(fixture, person, 'release')).map(({ title }) => title)
const only = (releases: Release[]): Release => releases[0]!

describe('a release', () => {
  it("is given by the student, with today's text, and is valid until its last day", async () => {
    expect(await covers()).toBe(false)
    const { releases, facilities, school_name } = await grant(stella)
    expect(school_name).toBe('Modesto Junior College')
    expect(facilities).toEqual([{ id: hospital, name: 'St. Brigid' }])
    expect(releases).toHaveLength(1)
    expect(only(releases)).toMatchObject({
      facility_scope: null,
      text_version: releaseText.version,
      revoked_at: null,
    })
    expect(only(releases)).toMatchObject({ state: 'in_force', last_day: inAYear })
    // The end of the day in the school's time zone.
    const [row] = await fixture.rows<{ expires_at: string }>(
      'select expires_at from public.consents where student_id = $1',
      [stella.id],
    )
    expect(new Date(row!.expires_at).toISOString()).toBe(
      new Date(instantOf(addDays(inAYear, 1), '00:00', 'America/New_York')).toISOString(),
    )
    expect(await covers()).toBe(true)
  })

  it('for a facility counts there and below, and nowhere else', async () => {
    const elsewhere = await fixture.facility({ name: 'Elsewhere' })
    await fixture.partnership(school, elsewhere)
    await grant(stella, { facility_scope: hospital })
    expect(await covers(unit)).toBe(true)
    expect(await covers(hospital)).toBe(true)
    expect(await covers(elsewhere)).toBe(false)
  })

  it('for a unit does not count for the facility above it', async () => {
    await grant(stella, { facility_scope: unit })
    expect(await covers(unit)).toBe(true)
    expect(await covers(hospital)).toBe(false)
  })

  it('with an outdated text is refused', async () => {
    await expect(grant(stella, { text_version: '2019-01' })).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('ends between today and five years from now, at an existing facility', async () => {
    await expect(grant(stella, { expires_on: '2020-01-01' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(grant(stella, { expires_on: '2099-01-01' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(grant(stella, { facility_scope: crypto.randomUUID() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })

  it('given twice is stored once; with another last day it replaces the older one', async () => {
    const id = crypto.randomUUID()
    await Promise.all([grant(stella, { id }), grant(stella), grant(stella)])
    const before = await grant(stella, { id })
    expect(before.releases).toHaveLength(1)
    const after = await grant(stella, { expires_on: addDays(inAYear, 30) })
    expect(after.releases.map(({ state }) => state)).toEqual(['in_force', 'revoked'])
  })

  it('shows nothing once expired, without anyone doing anything', async () => {
    await fixture.rows(
      `insert into public.consents (school_id, student_id, text_version, granted_by, granted_at, expires_at)
       values ($1, $2, 'old', $2, now() - interval '2 days', now() - interval '1 second')`,
      [school, stella.id],
    )
    expect(await covers()).toBe(false)
    const { releases } = await grant(stella)
    expect(releases.map(({ state }) => state)).toEqual(['in_force', 'expired'])
    expect(await covers()).toBe(true)
  })

  it("can't be given for someone else, or by anyone who acts as the student", async () => {
    for (const person of Object.values(people()).filter(({ role }) => role !== 'student'))
      await expect(grant(person)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(
      call(
        api.grant,
        {
          id: crypto.randomUUID(),
          facility_scope: null,
          text_version: releaseText.version,
          expires_on: inAYear,
        },
        { context: await fixture.as(null) },
      ),
    ).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const { hash } = newToken()
    await fixture.rows(
      `insert into priv.sessions (token_hash, user_id, expires_at, impersonated_user_id, impersonation_reason, impersonation_expires_at,
         impersonation_may_write) values ($1, $2, now() + interval '1 hour', $3, 'Looks into a question', now() + interval '20 minutes', true)`,
      [hash, sam.id, stella.id],
    )
    await expect(grant({ tokenHash: hash })).rejects.toMatchObject({
      message: 'Only Stella Student may do this, signed in as themselves.',
    })
    const { releases } = await grant(stella)
    await expect(revoke({ tokenHash: hash }, only(releases).id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('revoking a release', () => {
  it('hides at once, keeps the row, and notifies the school', async () => {
    const { releases } = await grant(stella)
    await revoke(stella, only(releases).id)
    expect(await covers()).toBe(false)
    const after = await call(api.mine, undefined, { context: await fixture.as(stella) })
    expect(only(after.releases).revoked_at).not.toBeNull()
    expect(await notified(ana)).toContain('Stella Student revoked a release of information')
    // Again: nothing happens, and no one is notified twice.
    await revoke(stella, only(releases).id)
    expect((await notified(ana)).filter((title) => title.startsWith('Stella'))).toHaveLength(1)
  })

  it('is for the student and their school', async () => {
    const { releases } = await grant(stella)
    for (const person of [stranger, theirs, sten])
      await expect(revoke(person, only(releases).id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(revoke(faye, only(releases).id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await covers()).toBe(true)
    await revoke(ana, only(releases).id)
    expect(await covers()).toBe(false)
    expect(await notified(stella)).toEqual(['Your school ended a release of information'])
  })

  it('is the only change of a release, even for the owner of the table', async () => {
    const { releases } = await grant(stella)
    const { id } = only(releases)
    const refused = expect.objectContaining({ code: '42501' })
    for (const change of [
      `update public.consents set expires_at = expires_at + interval '1 year' where id = $1`,
      `update public.consents set facility_scope = null, revoked_at = now(), revoked_by = student_id, text_version = 'x' where id = $1`,
      `delete from public.consents where id = $1`,
    ])
      await expect(fixture.rows(change, [id])).rejects.toEqual(refused)
    await expect(fixture.rows('truncate public.consents cascade')).rejects.toEqual(refused)
    await revoke(stella, id)
    await expect(
      fixture.rows('update public.consents set revoked_at = null, revoked_by = null where id = $1', [id]),
    ).rejects.toEqual(refused)
  })
})

describe('directly in the database', () => {
  const tried = async (who: Person, text: string, ...values: string[]): Promise<number | string> => {
    try {
      const statement = sql.raw(values.reduce((all, value) => all.replace('?', `'${value}'`), text))
      return await fixture.act(who, async (tx) => Number((await statement.execute(tx)).numAffectedRows ?? 0))
    } catch (error) {
      return (error as { code: string }).code
    }
  }
  const insert = (signed: string) =>
    `insert into public.consents (school_id, student_id, text_version, signed_on, expires_at) values (?, ?, ${signed}, now() + interval '1 day')`

  it('no one gives the release of someone else, and no school without the paper', async () => {
    for (const who of [sten, stranger, theirs, faye])
      expect(await tried(who, insert(`'x', null`), school, stella.id)).toBe('42501')
    expect(await tried(ana, insert(`'x', null`), school, stella.id)).toBe('42501')
    expect(await tried(stella, insert(`'paper', '2026-01-05'`), school, stella.id)).toBe('42501')
    for (const student of [theirs.id, ana.id])
      expect(await tried(ana, insert(`'paper', '2026-01-05'`), school, student)).toBe('42501')
    expect(await covers()).toBe(false)
  })

  it('the session decides who gave and ended it, regardless of what is sent, and others end nothing', async () => {
    const { releases } = await grant(stella)
    const { id } = only(releases)
    const revoking = `update public.consents set revoked_at = '2099-01-01' where id = ?`
    for (const who of [sten, stranger, theirs, faye]) expect(await tried(who, revoking, id)).toBe(0)
    for (const columns of ['granted_by', 'granted_at', 'expires_at', 'revoked_by', 'purpose'])
      expect(await tried(stella, `update public.consents set ${columns} = ${columns} where id = ?`, id)).toBe(
        '42501',
      )
    expect(await tried(stella, revoking, id)).toBe(1)
    expect(
      await fixture.rows(
        "select granted_by, revoked_by, revoked_at < now() + interval '1 minute' as is_now from public.consents where id = $1",
        [id],
      ),
    ).toEqual([{ granted_by: stella.id, revoked_by: stella.id, is_now: true }])
  })

  it('no one is notified of a release that the caller did not change', async () => {
    const { releases } = await grant(stella)
    for (const who of [sten, stranger, ana, stella])
      expect(
        await tried(
          who,
          `select app.notify_of_row('consents', ?, '{student_id}', '{}', 'release', 'release.ended', '{}', '{}', 'forged')`,
          only(releases).id,
        ),
      ).toBe('42501')
    await tried(
      stranger,
      `select app.notify_of_row('schools', ?, '{people}', array[?]::uuid[], 'release', 'release.requested', '{}', '{}', 'forged')`,
      school,
      stella.id,
    )
    expect(await notified(stella)).toEqual([])
  })
})

describe('a release signed on paper', () => {
  it('is recorded by the school, with who did it, and the student is notified', async () => {
    const { releases } = await record(ana, { facility_scope: hospital })
    expect(only(releases)).toMatchObject({
      signed_on: '2026-01-05',
      text_version: 'paper',
      granted_by_name: 'Test school_admin',
      facility_name: 'St. Brigid',
    })
    expect(await covers()).toBe(true)
    expect(await notified(stella)).toEqual(['Your school recorded a release of information that you signed'])
    await revoke(stella, only(releases).id)
    expect(await covers()).toBe(false)
  })

  it("can't be recorded by another school, another role or an anonymous caller, or signed tomorrow", async () => {
    await expect(record(stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(record(ana, { student_id: theirs.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(record(ana, { student_id: ana.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(record(faye)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(record(stella)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(record(ana, { signed_on: '2099-01-01' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect(await covers()).toBe(false)
  })
})

describe('asking for a release', () => {
  const ask = async (person: Person, ids: string[]) =>
    call(api.ask, { student_ids: ids }, { context: await fixture.as(person) })

  it('notifies students without one, once a day', async () => {
    await grant(sten)
    expect(await ask(ana, [stella.id, sten.id, theirs.id])).toEqual({ asked: 1 })
    expect(await ask(ana, [stella.id])).toEqual({ asked: 0 })
    expect(await notified(stella)).toEqual(['Modesto Junior College requested your release of information'])
    expect(await notified(theirs)).toEqual([])
  })

  it('reaches no one of another school, and is not for facilities or students', async () => {
    expect(await ask(stranger, [stella.id])).toEqual({ asked: 0 })
    await expect(ask(faye, [stella.id])).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(ask(sten, [stella.id])).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await notified(stella)).toEqual([])
  })
})

it('only the student writes the emergency contact', async () => {
  const set = async (person: Person, contact: string | null) =>
    call(api.setEmergencyContact, { emergency_contact: contact }, { context: await fixture.as(person) })
  await set(stella, '  Maria Student, mother, 414 555 0100 ')
  const mine = await call(api.mine, undefined, { context: await fixture.as(stella) })
  expect(mine.emergency_contact).toBe('Maria Student, mother, 414 555 0100')
  await set(stella, null)
  await expect(set(ana, 'Me')).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

it('releases are read only by the student and their school', async () => {
  await grant(stella)
  const of = async (person: Person | null) =>
    call(api.ofStudent, { student_id: stella.id }, { context: await fixture.as(person) })
  expect((await of(ana)).releases).toHaveLength(1)
  expect((await of(sam)).releases).toHaveLength(1)
  await expect(of(stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const person of [faye, stella]) await expect(of(person)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(of(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const seen = (person: Person) =>
    fixture.act(person, (tx) => tx.selectFrom('consents').select('id').execute())
  expect(await seen(faye)).toEqual([])
  expect((await seen(stella)).length).toBe(1)
})

it('every status of a shift shows names, or explains why not', async () => {
  const statuses = (
    await fixture.rows<{ status: string }>(
      `select unnest(regexp_split_to_array(substring(pg_get_constraintdef(oid) from 'ARRAY\\[(.*)\\]'), '::text(, )?')) as status
       from pg_constraint where conname = 'shifts_status_check'`,
    )
  )
    .map(({ status }) => status.replaceAll("'", ''))
    .filter(Boolean)
  expect(statuses.length).toBeGreaterThan(10)
  // Every status of a shift is one of three kinds; a new one fails here until it is listed.
  const kindOf: Record<string, string | null> = {
    ...Object.fromEntries(
      ['approved', 'published', 'full', 'in_progress', 'completed', 'closed'].map((status) => [status, null]),
    ),
    ...Object.fromEntries(
      ['declined', 'expired', 'withdrawn', 'cancelled'].map((status) => [status, 'called_off']),
    ),
    ...Object.fromEntries(
      ['draft', 'pending_facility', 'needs_info', 'countered', 'postponed'].map((status) => [
        status,
        'not_approved',
      ]),
    ),
  }
  expect(Object.keys(kindOf).toSorted()).toEqual(statuses.toSorted())
  await grant(stella)
  for (const status of statuses.filter((one) => one !== 'draft'))
    expect([status, (await look({ status })).masked_because]).toEqual([status, kindOf[status]])
  await expect(look({ status: 'draft' })).rejects.toMatchObject({ code: 'PW404' })
})

/** A shift of two days that begins in this many days, and whether access can be logged. */
type Shift = {
  status: string
  in: number
  before: number
  after: number
  isLogged: boolean
  facility: string
}

it.each<[string, Partial<Shift> & { hasRelease?: boolean }, string | null]>([
  ['named: approved, in the days around it, with a release', {}, null],
  ['masked before the shift is approved', { status: 'pending_facility' }, 'not_approved'],
  ['masked while new times are talked about', { status: 'countered' }, 'not_approved'],
  ['masked when it does not take place', { status: 'cancelled' }, 'called_off'],
  ['named on the first day of the window', { in: 42 }, null],
  ['masked the day before', { in: 43 }, 'too_early'],
  ['named on the last day of the window', { in: -14 }, null],
  ['masked the day after', { in: -15 }, 'too_late'],
  ['masked without a release', { hasRelease: false }, 'no_release'],
  ['masked where the look cannot be logged', { isLogged: false }, 'read_only'],
  [
    'the release is not asked for while the shift is undecided',
    { status: 'needs_info', hasRelease: false },
    'not_approved',
  ],
  ['nothing but the day itself in a window of none', { before: 0, after: 0, in: 0 }, null],
  ['and not the day before', { before: 0, after: 0, in: 1 }, 'too_early'],
])('what a facility sees of a student: %s', async (_name, { hasRelease = true, ...change }, because) => {
  if (hasRelease) await grant(stella)
  const { masked_because, is_named, label, student_id } = await look(change)
  expect({ masked_because, is_named, label, student_id }).toEqual(
    because === null
      ? { masked_because: null, is_named: true, label: 'Stella Student', student_id: stella.id }
      : { masked_because: because, is_named: false, label: 'MJC-1', student_id: null },
  )
})

it('the days around a shift are those of the nearest organization, not of one above it', async () => {
  await grant(stella)
  const group = await fixture.facility({ name: 'Brigidine Health' })
  await fixture.rows(
    'update public.organizations set visibility_before_days = 1, visibility_after_days = 1 where id = $1',
    [group],
  )
  await fixture.rows('update public.facilities set parent_id = $2 where id = $1', [hospital, group])
  expect(await look({ in: 42 })).toMatchObject({ is_named: true })
  expect(await look({ in: -14 })).toMatchObject({ is_named: true })
  await fixture.rows('update public.facilities set parent_id = null where id = $1', [hospital])
})

it('shows the emergency contact only on the day: through the night if the shift ends on the next', async () => {
  await fixture.rows(`update public.users set emergency_contact = 'Maria' where id = $1`, [stella.id])
  const shows = async (change: Partial<Shift>) => (await look(change)).emergency_contact !== null
  expect(await shows({ in: 0 })).toBe(false)
  await grant(stella)
  expect(await shows({ in: 1 })).toBe(false)
  expect(await shows({ in: 0 })).toBe(true)
  expect(await shows({ in: -1 })).toBe(true)
  expect(await shows({ in: -2 })).toBe(false)
  expect(await shows({ in: 0, status: 'cancelled' })).toBe(false)
})
