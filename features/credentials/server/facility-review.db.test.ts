/** A facility and submissions of its own types: its verifiers review them, and no one at a facility sees anything else. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { credentialHandlers } from './handlers.ts'

let fixture: Fixture
let api: ReturnType<typeof credentialHandlers>
let school: string
let jenna: Person
let ana: Person
let vera: Person
let mia: Person
let otto: Person
let own: string
let hospital: string
let bls: string

beforeAll(async () => {
  fixture = await createFixture()
  api = credentialHandlers({ ...fixture, documents: { read: async () => null } })
  school = await fixture.school('Lakeshore')
  hospital = await fixture.facility({ name: 'Harborview' })
  await fixture.partnership(school, hospital)
  jenna = await fixture.person({ role: 'student', school, fullName: 'Jenna Park' })
  ana = await fixture.person({ role: 'school_admin', school })
  vera = await fixture.person({ role: 'facility_admin', facility: hospital })
  mia = await fixture.person({ role: 'facility_admin', facility: hospital })
  const elsewhere = await fixture.facility({ name: 'Elsewhere' })
  otto = await fixture.person({ role: 'facility_admin', facility: elsewhere })
  for (const [who, where] of [
    [vera, hospital],
    [otto, elsewhere],
  ] as const)
    await fixture.rows(
      `insert into public.facility_admin_permissions (user_id, facility_id, permission_type, is_enabled) values ($1, $2, 'verifier', true)`,
      [who.id, where],
    )
  const [type] = await fixture.rows<{ id: string }>(
    `insert into public.credential_types (code, name, category, validity, needs_file, owner_facility_id)
     values ('BADGE', 'Badge form', 'document', '{"rule": "one_time"}', false, $1) returning id`,
    [hospital],
  )
  own = type!.id
  ;[{ id: bls }] = (await fixture.rows(
    `update public.credential_types set needs_file = false where code = 'BLS' returning id`,
  )) as [{ id: string }]
})
afterAll(() => fixture.close())

const send = async (type: string) =>
  call(
    api.submit,
    { id: randomUUID(), type_id: type, values: { issued_on: '2026-01-01', provider: 'AHA' }, file_ids: [] },
    { context: await fixture.as(jenna) },
  )
const queue = async (by: Person | null) =>
  (await call(api.queue, {}, { context: await fixture.as(by) })).rows.map((row) => [
    row.type_name,
    row.student_name,
  ])
const approve = async (by: Person, id: string) =>
  call(api.decide, { id, decision: 'approve' } as never, { context: await fixture.as(by) })

it('its verifier reviews it, with the name; other people of the facility, other facilities and the school cannot', async () => {
  const { id } = await send(own)
  await send(bls)
  expect(await queue(vera)).toEqual([['Badge form', 'Jenna Park']])
  expect(await queue(mia)).toEqual([])
  expect(await queue(otto)).toEqual([])
  expect(await queue(ana)).toEqual([['BLS certification', 'Jenna Park']])
  const sam = await fixture.person({ role: 'superadmin' })
  expect(await queue(sam)).toEqual([])
  await fixture.selectSchool(sam, school)
  expect(await queue(sam)).toEqual([['BLS certification', 'Jenna Park']])
  for (const by of [mia, otto]) await expect(approve(by, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(approve(ana, id)).rejects.toThrow('Harborview asks for this and reviews it.')
  await expect(queue(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  expect(await call(api.get, { id }, { context: await fixture.as(vera) })).toMatchObject({
    student_name: 'Jenna Park',
  })
  expect(await approve(vera, id)).toMatchObject({ status: 'approved' })
})

it('a verifier cannot see or decide another facility’s type, whatever they send', async () => {
  const { id } = await send(bls)
  await expect(approve(vera, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const changed = await fixture.act(vera, (tx) =>
    tx.updateTable('credentials').set({ status: 'approved' }).where('id', '=', id).executeTakeFirst(),
  )
  expect(changed.numUpdatedRows).toBe(0n)
  const { id: next } = await send(own)
  expect(
    (
      await fixture.act(ana, (tx) =>
        tx.updateTable('credentials').set({ status: 'rejected' }).where('id', '=', next).executeTakeFirst(),
      )
    ).numUpdatedRows,
  ).toBe(0n)
})

it('a verifier waives only the facility’s requirements, for people who sent it something', async () => {
  const asked = async (type: string, of: string) =>
    (
      await fixture.rows<{ id: string }>(
        `insert into public.credential_requirements (type_id, ${of}, active_from) values ($1, $2, '2020-01-01') returning id`,
        [type, of === 'school_id' ? school : hospital],
      )
    )[0]!.id
  const [form, card] = [await asked(own, 'facility_id'), await asked(bls, 'school_id')]
  const waive = async (by: Person, requirement: string | null, type = own, person = jenna.id) =>
    call(
      api.waive,
      {
        id: randomUUID(),
        person_id: person,
        type_id: type,
        requirement_id: requirement,
        until: '2099-01-01',
        note: 'Not needed on this unit.',
      },
      { context: await fixture.as(by) },
    )
  const sent = await send(own)
  expect(await waive(vera, form)).toMatchObject({ status: 'waived', waived_requirement_id: form })
  expect(
    (await call(api.mine, {}, { context: await fixture.as(jenna) })).submissions.map((one) => one.status),
  ).toContain('waived')
  await expect(waive(vera, null)).rejects.toMatchObject({ data: { code: 'credential.waiver_scope' } })
  await expect(waive(vera, card, bls)).rejects.toMatchObject({
    code: expect.stringMatching(/NOT_FOUND|BAD_REQUEST/),
  })
  await expect(waive(ana, form)).rejects.toMatchObject({ data: { code: 'credential.facility_waives' } })
  for (const other of [mia, otto])
    await expect(waive(other, form)).rejects.toMatchObject({ data: { code: 'credential.missing' } })
  const quiet = await fixture.person({ role: 'student', school })
  await expect(waive(vera, form, own, quiet.id)).rejects.toMatchObject({
    data: { code: 'credential.missing' },
  })
  await expect(
    fixture.act(vera, (tx) =>
      tx
        .insertInto('credentials')
        .values({
          school_id: school,
          person_id: quiet.id,
          type_id: own,
          status: 'waived',
          waived_until: '2099-01-01',
          waived_requirement_id: form,
          supersedes_id: sent.id,
          note: 'No.',
        })
        .execute(),
    ),
  ).rejects.toThrow(/credentials_supersedes_own/)
})

it('a verifier waives their own requirement of a platform type for people named on a roster, and for no one else', async () => {
  const [asked] = await fixture.rows<{ id: string }>(
    `insert into public.credential_requirements (type_id, facility_id, active_from) values ($1, $2, '2020-01-01') returning id`,
    [bls, hospital],
  )
  const [elsewhere] = await fixture.rows<{ id: string }>(
    `insert into public.credential_requirements (type_id, facility_id, active_from)
     select $1, linked_facility_id, '2020-01-01' from public.users where id = $2 returning id`,
    [bls, otto.id],
  )
  const ben = await fixture.person({ role: 'student', school, fullName: 'Ben Ode' })
  const waive = async (by: Person, requirement = asked!.id, person = ben.id) =>
    call(
      api.waive,
      {
        id: randomUUID(),
        person_id: person,
        type_id: bls,
        requirement_id: requirement,
        until: '2099-01-01',
        note: 'Observer only.',
      },
      { context: await fixture.as(by) },
    )
  // No one there has seen this person's name.
  await expect(waive(vera)).rejects.toMatchObject({ data: { code: 'credential.missing' } })
  const [{ semester }] = (await fixture.rows(
    `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year)
     values ($1, 'All', current_date - 180, current_date + 180, 'fall', 'x') returning id as semester`,
    [school],
  )) as [{ semester: string }]
  const [{ shift }] = (await fixture.rows(
    `insert into public.shifts (school_id, semester_id, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, status, capacity, seats, submitted_at)
     values ($1, $2, current_date + 7, '07:00', '19:00', 'UTC', current_date + 7 + time '07:00', current_date + 7 + time '19:00', $3, 'published', 8, 8, now())
     returning id as shift`,
    [school, semester, hospital],
  )) as [{ shift: string }]
  const [{ consent }] = (await fixture.rows(
    `insert into public.consents (school_id, student_id, facility_scope, text_version, granted_by, expires_at)
     values ($1, $2, $3, '2026-11', $2, current_date + 90) returning id as consent`,
    [school, ben.id, hospital],
  )) as [{ consent: string }]
  const shown = async (to: Person) =>
    fixture.rows(
      `insert into public.disclosures (school_id, student_id, shift_id, shift_date, facility_id, consent_id, seen_by, seen_by_name, seen_as, fields, day)
       values ($1, $2, $3, current_date + 7, $4, $5, $6, 'V', 'facility_admin', '{name}', current_date)`,
      [school, ben.id, shift, hospital, consent, to.id],
    )
  await shown(vera)
  await shown(mia)
  expect(await waive(vera)).toMatchObject({ status: 'waived', waived_requirement_id: asked!.id })
  await expect(waive(vera, elsewhere!.id)).rejects.toMatchObject({
    data: { code: 'credential.waiver_scope' },
  })
  // People who are not verifiers, or who were not shown the name.
  for (const by of [mia, otto])
    await expect(waive(by)).rejects.toMatchObject({ data: { code: 'credential.missing' } })
  // For the platform's type they see their waiver and nothing that the student sent.
  const { id: sent } = await (async () =>
    call(
      api.submit,
      { id: randomUUID(), type_id: bls, values: { issued_on: '2026-01-01', provider: 'AHA' }, file_ids: [] },
      { context: await fixture.as(ben) },
    ))()
  const seen = await fixture.act(vera, (tx) =>
    tx.selectFrom('credentials').select(['id', 'status']).where('person_id', '=', ben.id).execute(),
  )
  expect(seen.map(({ status }) => status)).toEqual(['waived'])
  expect(seen.map(({ id }) => id)).not.toContain(sent)
})

it('the next person to come to the facility is first, without the date; shifts elsewhere do not count', async () => {
  const [term] = await fixture.rows<{ id: string }>(
    `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year)
     values ($1, 'Next', current_date - 90, current_date + 90, 'fall', 'y') returning id`,
    [school],
  )
  const unit = await fixture.facility({
    kind: 'unit',
    parent: await fixture.facility({ kind: 'site', parent: hospital, name: 'Main' }),
    name: 'ICU',
  })
  const campus = await fixture.facility({ name: 'Another hospital' })
  await fixture.partnership(school, campus)
  const sends = async (fullName: string, days: number, at: string) => {
    const who = await fixture.person({ role: 'student', school, fullName })
    await call(
      api.submit,
      { id: randomUUID(), type_id: own, values: { issued_on: '2026-01-01' }, file_ids: [] },
      { context: await fixture.as(who) },
    )
    await fixture.rows(
      `with s as (insert into public.shifts (school_id, semester_id, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, status, capacity, seats, submitted_at)
         values ($1, $2, current_date + $3::int, '07:00', '19:00', 'UTC', current_date + $3::int + time '07:00', current_date + $3::int + time '19:00', $4, 'published', 8, 8, now()) returning *)
       insert into public.assignments (shift_id, school_id, student_id, during, busy)
       select s.id, s.school_id, $5, tstzrange(s.starts_at, s.ends_at), tstzrange(s.starts_at, s.ends_at) from s`,
      [school, term!.id, days, at, who.id],
    )
  }
  await sends('Ida Late', 20, unit)
  await sends('Eli Elsewhere', 1, campus)
  await sends('Sue Soon', 2, unit)
  const { rows } = await call(api.queue, {}, { context: await fixture.as(vera) })
  const names = rows.map((row) => row.student_name).filter((name) => /Late|Elsewhere|Soon/.test(name))
  expect(names).toEqual(['Sue Soon', 'Ida Late', 'Eli Elsewhere'])
  expect(rows.map((row) => row.next_shift)).toEqual(rows.map(() => null))
})

it('its reviewers are notified of what is sent, once a day: the verifiers, or the school for other types', async () => {
  await fixture.rows('delete from public.notifications')
  for (const type of [own, bls, own]) await send(type)
  const got = async (who: Person) =>
    (await receivedBy(fixture, who, 'credential_submitted')).map(({ message, data }) => [
      message.split('.')[0],
      data['action_url'],
    ])
  expect(await got(vera)).toEqual([['Badge form was sent', '/facility/credentials']])
  expect(await got(ana)).toEqual([
    ['BLS certification was sent', '/school/compliance/students/verification-queue'],
  ])
  for (const who of [mia, otto, jenna]) expect(await got(who)).toEqual([])
})
