import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { partnershipStatus, type PartnershipStatus } from '../contract.ts'
import { type PartnershipParty, partnershipSteps } from '../rules.ts'

// What PostgreSQL refuses by itself: each statement is sent with the application's own login and a person's session, without any
// TypeScript. Only TypeScript checks that a reason is given, that clinical terms have a signed file, that terms are not over when they are
// agreed on, that each later shift is decided on, and that a withdrawal is not undone while a newer request is open (a unique index does).

let fixture: Fixture
let school: string
let organization: string
let site: string
let today: string
const people: Record<'ana' | 'fay' | 'rob' | 'eve' | 'sita' | 'stu' | 'sam', Person> = {} as never
beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school('Lake School')
  organization = await fixture.facility({ name: 'River Health' })
  site = await fixture.facility({ kind: 'site', parent: organization, name: 'North' })
  const elsewhere = await fixture.facility({ name: 'Other Health' })
  people.ana = await fixture.person({ role: 'school_admin', school })
  people.fay = await fixture.person({ role: 'facility_admin', facility: organization })
  people.rob = await fixture.person({ role: 'school_admin', school: await fixture.school('Hill') })
  people.eve = await fixture.person({ role: 'facility_admin', facility: elsewhere })
  people.sita = await fixture.person({ role: 'facility_admin', facility: site })
  people.stu = await fixture.person({ role: 'student', school })
  people.sam = await fixture.person({ role: 'superadmin' })
  const [row] = await fixture.rows<{ today: string }>(
    'select (now() at time zone time_zone)::date as today from public.facilities where id = $1',
    [organization],
  )
  today = row!.today
})
afterAll(() => fixture.close())

/** Runs one statement as a person; returns how many rows it changed, or the code of its refusal. */
const tried = async (who: Person | null, statement: ReturnType<typeof sql>): Promise<number | string> => {
  try {
    return await fixture.act(who as Person, async (tx) => {
      const { numAffectedRows } = await statement.execute(tx)
      return Number(numAffectedRows ?? 0)
    })
  } catch (error) {
    return (error as { code: string }).code
  }
}
const nobodys = () => [people.rob, people.eve, people.stu, people.sita]

/** Puts a partnership into a status with the columns it needs. */
const put = (id: string, status: PartnershipStatus) =>
  fixture.rows(
    `update public.partnerships set status = $2, suspended_by_party = case $2 when 'suspended' then 'school' end,
       withdrawn_at = case $2 when 'withdrawn' then now() end, withdrawn_from = case $2 when 'withdrawn' then 'requested' end,
       ends_on = case $2 when 'terminated' then current_date end,
       proposal = case $2 when 'expired' then '{"agreement_kind": "mou"}'::jsonb end, proposal_party = case $2 when 'expired' then 'school' end where id = $1`,
    [id, status],
  )
/** A partnership that the school requested, in a status; all others are out of the way. */
async function standing(status: PartnershipStatus): Promise<string> {
  await fixture.rows('delete from public.partnership_sites')
  await fixture.rows(
    `update public.partnerships set status = 'declined', suspended_by_party = null where status in ('requested', 'under_review', 'active', 'suspended')`,
  )
  const id = await fixture.partnership(school, organization)
  await put(id, status)
  return id
}

describe('steps', () => {
  it.each(partnershipStatus.options)('from %s: only those of the party are allowed', async (from) => {
    const wrong: string[] = []
    const id = await standing(from)
    for (const to of partnershipStatus.options.filter((status) => status !== from))
      for (const [party, who] of [
        ['asking', people.ana],
        ['answering', people.fay],
      ] as const) {
        const step = partnershipSteps.find((one) => one.from === from && one.to === to)
        // Back to the status before the withdrawal; back from suspension by the party that suspended; back from expired with the proposed
        // terms.
        const isTheirs =
          (step?.parties as readonly PartnershipParty[] | undefined)?.includes(party) &&
          !(from === 'withdrawn' && to === 'under_review') &&
          !(from === 'suspended' && party === 'answering') &&
          from !== 'expired'
        const result = await tried(
          who,
          sql`update public.partnerships set status = ${to}, status_reason = 'It is a trial.' where id = ${id}::uuid`,
        )
        // Only its author sees a draft; to the other party it does not exist.
        const isHidden = from === 'draft' && party === 'answering' && result === 0
        const isRefused = isHidden || result === 'PW409' || result === 'PW403'
        if (isTheirs ? result !== 1 : !isRefused) wrong.push(`${to} by ${party}: ${result}`)
        if (result === 1) await put(id, from)
      }
    expect(wrong).toEqual([])
  })

  it('no one else may take them', async () => {
    const id = await standing('requested')
    for (const who of [...nobodys(), null])
      expect(
        await tried(who, sql`update public.partnerships set status = 'active' where id = ${id}::uuid`),
      ).toBe(0)
  })

  it('record who took them, and facts that no one writes directly', async () => {
    const id = await standing('requested')
    expect(
      await tried(people.fay, sql`update public.partnerships set status = 'declined' where id = ${id}::uuid`),
    ).toBe(1)
    expect(
      await fixture.rows(
        `select e.event, e.party, e.actor_id = $2 as is_theirs, p.decided_by = $2 as is_decider from public.partnership_events e
         join public.partnerships p on p.id = e.partnership_id where p.id = $1`,
        [id, people.fay.id],
      ),
    ).toEqual([{ event: 'declined', party: 'facility', is_theirs: true, is_decider: true }])
  })
})

describe('columns', () => {
  it.each([
    'id',
    'school_id',
    'organization_id',
    'direction',
    'created_by',
    'requested_at',
    'withdrawn_at',
    'withdrawn_from',
    'decided_at',
    'decided_by',
    'suspended_by_party',
    'ending_party',
    'proposal_party',
    'version',
    'updated_by',
  ])('no one may write %s', async (column) => {
    const id = await standing('active')
    for (const who of [people.ana, people.fay, people.sam])
      expect(
        await tried(
          who,
          sql`update public.partnerships set ${sql.ref(column)} = ${sql.ref(column)} where id = ${id}::uuid`,
        ),
      ).toBe('42501')
  })

  it('agreed terms change only by an answer to a proposal', async () => {
    const change = (who: Person, id: string, what: ReturnType<typeof sql>) =>
      tried(who, sql`update public.partnerships set ${what} where id = ${id}::uuid`)
    const id = await standing('active')
    const longer = sql`effective_to = effective_to + 30`
    for (const who of [people.ana, people.fay, people.sam]) {
      expect(await change(who, id, longer)).toBe('PW409')
      expect(await change(who, id, sql`auto_renew = true`)).toBe('PW409')
    }
    // The school proposes and can't answer itself; the facility accepts exactly the proposal or nothing.
    const proposal = { agreement_kind: 'mou', auto_renew: true, notice_days: 60 }
    expect(await change(people.ana, id, sql`proposal = ${JSON.stringify(proposal)}::jsonb`)).toBe(1)
    const accepted = sql`proposal = null, agreement_kind = 'mou', auto_renew = true`
    expect(await change(people.ana, id, sql`${accepted}, notice_days = 60`)).toBe('PW409')
    expect(await change(people.fay, id, sql`${accepted}, notice_days = 0`)).toBe('PW409')
    expect(await change(people.fay, id, sql`proposal = '{"notice_days": 0}'`)).toBe('PW409')
    expect(await change(people.fay, id, sql`${accepted}, notice_days = 60`)).toBe(1)
    const lines = await fixture.rows(
      'select event, party from public.partnership_events where partnership_id = $1 order by id',
      [id],
    )
    expect(lines).toEqual([
      { event: 'terms_proposed', party: 'school' },
      { event: 'terms_accepted', party: 'facility' },
    ])
  })

  it('each party writes only its own columns', async () => {
    const id = await standing('active')
    for (const [who, what, code] of [
      [people.ana, sql`seat_quota_per_semester = 400`, 'PW403'],
      [people.ana, sql`quota_by_unit = '[{}]'`, 'PW403'],
      [people.ana, sql`auto_approve_shifts = true`, 'PW403'],
      [people.ana, sql`blackout = '[{}]'`, 'PW403'],
      [people.ana, sql`contact_facility = '{"name": "X"}'`, 'PW403'],
      [people.ana, sql`all_sites = false`, 'PW403'],
      [people.fay, sql`contact_school = '{"name": "X"}'`, 'PW403'],
      [people.ana, sql`status_reason = 'They are late.'`, 'PW409'],
      [people.fay, sql`seat_quota_per_semester = 400`, 1],
      [people.ana, sql`contact_school = '{"name": "Ana"}'`, 1],
    ] as const)
      expect(await tried(who, sql`update public.partnerships set ${what} where id = ${id}::uuid`)).toBe(code)
  })

  it('an ending keeps the notice, and only the party that ended it takes it back', async () => {
    const id = await standing('active')
    const end = (who: Person, day: string | null) =>
      tried(who, sql`update public.partnerships set ends_on = ${day}::date where id = ${id}::uuid`)
    expect(await end(people.fay, addDays(today, 29))).toBe('PW400')
    expect(await end(people.fay, addDays(today, 30))).toBe(1)
    expect(await end(people.fay, addDays(today, 60))).toBe('PW409')
    expect(await end(people.ana, null)).toBe('PW403')
    expect(
      await tried(
        people.ana,
        sql`update public.partnerships set ending_cancels = array[${randomUUID()}::uuid] where id = ${id}::uuid`,
      ),
    ).toBe('PW409')
    expect(await end(people.fay, null)).toBe(1)
  })
})

describe('rows of a partnership', () => {
  const asked = (who: Person, direction: string, more = sql`'draft'`) =>
    tried(
      who,
      sql`insert into public.partnerships (id, school_id, organization_id, direction) select ${randomUUID()}::uuid, ${school}::uuid, ${organization}::uuid, ${direction} where ${more} = 'draft'`,
    )

  it('a partnership is requested for one’s own school, or offered for one’s own organization', async () => {
    for (const who of nobodys())
      for (const direction of ['school_requested', 'facility_invited'])
        expect(await asked(who, direction)).toBe('42501')
    expect(await asked(people.ana, 'facility_invited')).toBe('42501')
    expect(await asked(people.fay, 'school_requested')).toBe('42501')
    expect(await asked(people.ana, 'school_requested')).toBe(1)
    expect(await asked(people.fay, 'facility_invited')).toBe(1)
    expect(
      await tried(
        people.ana,
        sql`insert into public.partnerships (school_id, organization_id, status) values (${school}::uuid, ${organization}::uuid, 'active')`,
      ),
    ).toBe('42501')
  })

  it('sites belong to the organization, programs to the school, files to both, and files never change', async () => {
    const id = await standing('active')
    const elsewhere = await fixture.facility({ kind: 'site', parent: await fixture.facility(), name: 'Far' })
    const [program] = await fixture.rows<{ id: string }>(
      `insert into public.programs (school_id, name, level) values ($1, 'BSN', 'BSN') returning id`,
      [school],
    )
    const addSite = (who: Person, which = site) =>
      tried(
        who,
        sql`insert into public.partnership_sites (partnership_id, school_id, site_id) values (${id}::uuid, ${school}::uuid, ${which}::uuid)`,
      )
    const addProgram = (who: Person) =>
      tried(
        who,
        sql`insert into public.partnership_programs (partnership_id, school_id, program_id) values (${id}::uuid, ${school}::uuid, ${program!.id}::uuid)`,
      )
    const addFile = (
      who: Person,
      { party = 'school', position = 1, size = 41, digestOf = `%PDF-${who.id}` } = {},
    ) =>
      tried(
        who,
        sql`insert into public.partnership_files (id, partnership_id, school_id, name, content, size_bytes, sha256, uploaded_party, position) values (${randomUUID()}::uuid,
          ${id}::uuid, ${school}::uuid, 'A.pdf', ${Buffer.from(`%PDF-${who.id}`)}::bytea, ${size}::integer, encode(sha256(${Buffer.from(digestOf)}::bytea), 'hex'), ${party}, ${position}::smallint)`,
      )
    for (const who of nobodys())
      for (const add of [addSite, addProgram, addFile]) expect(await add(who)).toBe('42501')
    expect(await addSite(people.ana)).toBe('42501')
    expect(await addSite(people.fay, elsewhere)).toBe('42501')
    expect(await addSite(people.fay)).toBe(1)
    expect(await addProgram(people.fay)).toBe('42501')
    expect(await addProgram(people.ana)).toBe(1)
    // PostgreSQL sets its owner, size and digest, and a partnership keeps at most twenty.
    expect(await addFile(people.ana, { party: 'facility' })).toBe('42501')
    expect(await addFile(people.fay, { party: 'school' })).toBe('42501')
    expect(await addFile(people.ana, { size: 40 })).toBe('23514')
    expect(await addFile(people.ana, { digestOf: 'other bytes' })).toBe('23514')
    expect(await addFile(people.ana, { position: 21 })).toBe('23514')
    expect(await addFile(people.ana)).toBe(1)
    expect(await addFile(people.fay, { party: 'facility' })).toBe('23505')
    expect(
      await fixture.rows(
        `select f.uploaded_party, f.uploaded_by = $2 as is_theirs, f.sha256 = encode(sha256(f.content), 'hex') as is_digest from public.partnership_files f where partnership_id = $1`,
        [id, people.ana.id],
      ),
    ).toEqual([{ uploaded_party: 'school', is_theirs: true, is_digest: true }])
    for (const who of [people.ana, people.fay, people.sam])
      for (const statement of [
        sql`update public.partnership_files set name = 'B.pdf' where partnership_id = ${id}::uuid`,
        sql`delete from public.partnership_files where partnership_id = ${id}::uuid`,
        sql`insert into public.partnership_events (partnership_id, school_id, event, to_status) values (${id}::uuid, ${school}::uuid, 'accepted', 'active')`,
        sql`delete from public.partnership_events where partnership_id = ${id}::uuid`,
      ])
        expect(await tried(who, statement)).toBe('42501')
  })

  it("an administrator of some sites can't include the whole organization", async () => {
    const id = await standing('active')
    await fixture.rows('update public.partnerships set all_sites = false where id = $1', [id])
    await fixture.rows(
      'insert into public.partnership_sites (partnership_id, school_id, site_id) values ($1, $2, $3)',
      [id, school, site],
    )
    expect(
      await tried(people.sita, sql`update public.partnerships set all_sites = true where id = ${id}::uuid`),
    ).toBe('PW403')
    expect(
      await tried(people.sita, sql`update public.partnerships set blackout = '[]' where id = ${id}::uuid`),
    ).toBe(1)
  })

  it('the scheduler takes only the steps of the calendar, and writes no history entry as someone else', async () => {
    const id = await standing('active')
    for (const statement of [
      `update public.partnerships set status = 'suspended' where id = $1`,
      `update public.partnerships set status = 'declined' where id = $1`,
      `update public.partnerships set notice_days = 0 where id = $1`,
      `insert into public.partnership_events (partnership_id, school_id, event, to_status) values ($1, '${school}', 'approved', 'active')`,
      `insert into public.partnership_events (partnership_id, school_id, event, to_status, actor_id) values ($1, '${school}', 'expired', 'expired', gen_random_uuid())`,
    ])
      await expect(fixture.workerPool.query(statement, [id])).rejects.toMatchObject({
        code: expect.stringMatching(/^(42501|PW409)$/),
      })
    const draft = await standing('draft')
    const ended = await fixture.workerPool.query(
      `update public.partnerships set status = 'expired' where id = $1`,
      [draft],
    )
    expect(ended.rowCount).toBe(0)
  })

  it('no one is notified of something that was not done, and no one else runs the calendar', async () => {
    const id = await standing('active')
    for (const who of [people.ana, people.fay, people.sam, ...nobodys()])
      for (const statement of [
        sql`select app.notify_of_row('partnerships', ${id}::uuid, '{school}', '{}', 'partnership', 'partnership.changed', '{}', '{}', 'x')`,
        sql`insert into public.partnership_events (partnership_id, school_id, event, to_status) values (${id}::uuid, ${school}, 'expired', 'expired')`,
      ])
        expect(await tried(who, statement)).toBe('42501')
  })
})
