/** Plans of shifts on the real database: reading, questions, checks by the rules of shifts, drafting once, undo, and permissions. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, formatDate, todayIn, weekdayOf, type PlainDate } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import type { ItemEdit, ShiftPlan } from '../contract.ts'
import { shiftPlanHandlers } from './handlers.ts'

let at: ShiftFixture
let monday: PlainDate
let text: string
const api = shiftPlanHandlers()
beforeAll(async () => {
  at = await createShiftFixture()
  await at.fixture.rows(`update public.users set full_name = 'Marcus Proctor' where id = $1`, [
    at.people.marcus.id,
  ])
  await at.fixture.rows(`update public.users set full_name = 'Denise Bell' where id = $1`, [
    at.people.denise.id,
  ])
  await at.fixture.rows(
    `update public.units set specialty = case when id = $1 then 'icu' else 'med_surg' end`,
    [at.icu],
  )
  const student = await at.fixture.person({ role: 'student', school: at.school })
  await at.fixture.rows(`update public.users set full_name = 'Jenna Wood' where id = $1`, [student.id])
  monday = addDays(at.today, 30)
  while (weekdayOf(monday) !== 1) monday = addDays(monday, 1)
  text = `Mondays 07:00–15:00 at 5 East from ${long(monday)} to ${long(addDays(monday, 21))}, 8 students, instructor Marcus Proctor`
})
afterAll(() => at.fixture.close())
beforeEach(async () => {
  await at.fixture.rows('delete from public.shift_plans')
  await at.fixture.rows('delete from public.shifts')
  await at.fixture.rows('delete from public.holidays')
})

const long = (date: PlainDate) => `${formatDate(date, 'long').replace(/, \d{4}$/, '')}, ${date.slice(0, 4)}`
const create = async (prompt = text, who: Person | null = at.people.ana, id: string = randomUUID()) =>
  call(api.create, { id, semester_id: at.semesters[at.school]!, prompt, file_name: null }, await at.as(who))
const seen = ({ id, version }: Pick<ShiftPlan, 'id' | 'version'>) => ({ id, version })
const commit = async (plan: Pick<ShiftPlan, 'id' | 'version'>, who: Person | null = at.people.ana) =>
  call(api.commit, seen(plan), await at.as(who))
const undo = async (plan: Pick<ShiftPlan, 'id' | 'version'>, who: Person | null = at.people.ana) =>
  call(api.undo, seen(plan), await at.as(who))
const edit = async (plan: ShiftPlan, temp_id: string, change: ItemEdit) =>
  call(api.edit, { ...seen(plan), edits: [{ temp_id, edit: change }] }, await at.as(at.people.ana))
const shifts = () =>
  at.fixture.rows<{
    id: string
    date: string
    status: string
    capacity: number
    proctor_id: string | null
    series_id: string | null
    version: number
  }>(
    'select id, date::text, status, capacity, proctor_id, series_id, version from public.shifts order by date',
  )
const codes = (plan: ShiftPlan, nth = 0) =>
  plan.items[nth]!.issues.map(({ code, severity }) => `${severity} ${code}`)

describe('from words to drafts', () => {
  it('reads, drafts once even if committed several times, and undoes everything', async () => {
    const plan = await create()
    expect(plan).toMatchObject({
      status: 'ready',
      engine: 'rules',
      questions: [],
      counts: { planned: 4, blocked: 0, left_out: 0 },
    })
    expect(await shifts()).toEqual([])
    const [first, second] = await Promise.all([commit(plan), commit(plan)])
    expect(first).toMatchObject({ status: 'committed', drafts: 4, no_longer_draft: 0 })
    expect(second.version).toBe(first.version)
    const made = await shifts()
    expect(
      made.map(({ date, status, capacity, proctor_id }) => [date, status, capacity, proctor_id]),
    ).toEqual([0, 7, 14, 21].map((days) => [addDays(monday, days), 'draft', 8, at.people.marcus.id]))
    expect(new Set(made.map(({ series_id }) => series_id)).size).toBe(1)
    expect(first.drafted).toMatchObject([{ count: 4, from: monday }])

    const undone = await undo(first)
    expect(undone).toMatchObject({ status: 'ready', drafts: 0 })
    expect(await undo(first)).toMatchObject({ version: undone.version })
    expect(await shifts()).toEqual([])
    expect(await commit(undone)).toMatchObject({ status: 'committed', drafts: 4 })
  })

  it('is created once, regardless of what is sent with the same id', async () => {
    const plan = await create()
    expect(await create('Tuesdays', at.people.ana, plan.id)).toMatchObject({
      prompt: text,
      version: plan.version,
    })
  })

  it('asks, and drafts nothing while a question is open', async () => {
    const plan = await create(text.replace('at 5 East', 'at 6 West'))
    expect(plan).toMatchObject({ status: 'needs_answers', counts: { planned: 0, blocked: 4 } })
    expect(codes(plan)).toContain('block UNIT_UNKNOWN')
    await expect(commit(plan)).rejects.toMatchObject({ data: { code: 'shift_plan.unanswered' } })
    const [question] = plan.questions
    expect(question!.choices.map(({ value }) => value).toSorted()).toEqual([at.ward, at.icu].toSorted())
    const answer = async (value: string, of: ShiftPlan) =>
      call(api.answer, { ...seen(of), key: question!.key, value }, await at.as(at.people.ana))
    const foreign = await answer(at.elsewhere, plan)
    expect(foreign.status).toBe('needs_answers')
    expect(await answer(at.icu, foreign)).toMatchObject({
      status: 'ready',
      counts: { planned: 4 },
      answered: 1,
    })
  })

  it('keeps the latest text, and refuses an old version', async () => {
    const plan = await create()
    const reworded = await call(
      api.reword,
      { ...seen(plan), semester_id: plan.semester_id, prompt: text.replace('8 students', '6 students') },
      await at.as(at.people.ana),
    )
    expect(reworded.items[0]!.capacity).toBe(6)
    await expect(edit(plan, plan.items[0]!.temp_id, { capacity: 4 })).rejects.toMatchObject({
      data: { code: 'shift_plan.old_version' },
    })
    await expect(commit(plan)).rejects.toMatchObject({ data: { code: 'shift_plan.old_version' } })
  })

  it('drafts several instructors in order, a break and objectives', async () => {
    const plan = await create(
      text.replace(
        'instructor Marcus Proctor',
        'with Denise Bell and Marcus Proctor, 45 minute break, objectives: wound care; handoff',
      ),
    )
    expect(plan).toMatchObject({ status: 'ready', questions: [] })
    await commit(plan)
    const [made] = await at.fixture.rows(
      'select proctor_id, more_proctor_ids, break_min, objectives from public.shifts order by date limit 1',
    )
    expect(made).toEqual({
      proctor_id: at.people.denise.id,
      more_proctor_ids: [at.people.marcus.id],
      break_min: 45,
      objectives: ['wound care', 'handoff'],
    })
  })

  it('drafts precepted shifts, and notices a busy preceptor', async () => {
    const priya = await at.fixture.person({ role: 'facility_admin', facility: at.ward })
    await at.fixture.rows(`update public.users set full_name = 'Priya Raman' where id = $1`, [priya.id])
    await at.fixture.rows(
      `insert into public.facility_admin_permissions (user_id, permission_type, facility_id) values ($1, 'capstone_preceptor', $2)`,
      [priya.id, at.ward],
    )
    const words = text.replace('8 students, instructor Marcus Proctor', 'preceptor Priya Raman')
    const plan = await create(words)
    expect(plan.items[0]).toMatchObject({
      experience_type: 'precepted',
      preceptor_names: ['Priya Raman'],
      capacity: 1,
    })
    await commit(plan)
    const [made] = await at.fixture.rows(
      'select experience_type, preceptor_id, proctor_id from public.shifts limit 1',
    )
    expect(made).toEqual({ experience_type: 'precepted', preceptor_id: priya.id, proctor_id: null })
    const again = await create(words.replace('5 East', 'ICU').replace('07:00–15:00', '11:00–19:00'))
    expect(codes(again)).toContain('block PROCTOR_CLASH')
    const without = await edit(
      again,
      again.items[0]!.temp_id,
      again.items[0]!.issues.find(({ code }) => code === 'PROCTOR_CLASH')!.fixes[0]!.edit,
    )
    expect(codes(without)).toEqual(expect.not.arrayContaining(['block PROCTOR_CLASH']))
    const foreign = await edit(plan.status === 'ready' ? await create(words) : plan, plan.items[0]!.temp_id, {
      preceptor_ids: [at.people.frank.id],
    })
    expect(codes(foreign)).toContain('block PROCTOR_MISSING')
  })

  it('drafts manual changes, and similar shifts as one series', async () => {
    const plan = await create()
    const edited = await edit(plan, plan.items[1]!.temp_id, {
      capacity: 5,
      proctor_ids: [at.people.denise.id],
    })
    expect(edited.items[1]).toMatchObject({ capacity: 5, is_edited: true, proctor_names: ['Denise Bell'] })
    await commit(edited)
    expect((await shifts()).map(({ capacity, series_id }) => [capacity, series_id !== null])).toEqual([
      [8, true],
      [5, false],
      [8, true],
      [8, true],
    ])
  })
})

describe('the checks', () => {
  it('leave out blocked items, and draft them once fixed', async () => {
    await at.fixture.rows(`insert into public.holidays (date, name) values ($1, 'Founders’ Day')`, [monday])
    const plan = await create()
    expect(plan.counts).toMatchObject({ planned: 3, blocked: 1 })
    expect(codes(plan)).toEqual(['block HOLIDAY'])
    const { fixes } = plan.items[0]!.issues[0]!
    expect(fixes.map(({ label }) => label)).toEqual(['Leave out the holiday', 'Plan it anyway'])
    const kept = await edit(plan, plan.items[0]!.temp_id, fixes[1]!.edit)
    expect(codes(kept)).toEqual(['warn HOLIDAY'])
    const left = await edit(kept, plan.items[0]!.temp_id, fixes[0]!.edit)
    expect(left.counts).toMatchObject({ planned: 3, blocked: 0, left_out: 1 })
    await commit(left)
    expect(await shifts()).toHaveLength(3)
  })

  it("include the unit's limits, another school, the agreement and the lead time", async () => {
    const crowded = await create(text.replace('8 students', '30 students'))
    const cap = crowded.items[0]!.issues.find(({ code }) => code === 'UNIT_CAP')!
    expect(cap).toMatchObject({ severity: 'block' })
    const fixed = await edit(crowded, crowded.items[0]!.temp_id, cap.fixes[0]!.edit)
    expect(codes(fixed)).not.toContain('block UNIT_CAP')

    const other = await at.draft({ date: monday, start_time: '07:00', end_time: '15:00' }, at.people.rob)
    await at.submit(other, at.people.rob)
    await at.approve(other)
    await at.fixture.rows(`update public.units set exclusive_school = true`)
    expect(codes(await create())).toContain('block OTHER_SCHOOL_ON_UNIT')
    await at.fixture.rows(`update public.units set exclusive_school = false`)

    await at.fixture.rows(
      `update public.units set blackout = jsonb_build_array(jsonb_build_object('from', $1::text, 'to', $1::text, 'reason', 'Moving')) where id = $2`,
      [monday, at.ward],
    )
    expect(codes(await create())).toContain('block BLACKOUT')
    await at.fixture.rows(`update public.units set blackout = '[]'`)

    await at.fixture.rows(`update public.organizations set default_lead_time_days = 100`)
    expect(codes(await create())).toContain('warn LEAD_TIME')
    await at.fixture.rows(`update public.organizations set default_lead_time_days = 0`)

    await at.fixture.rows(`update public.partnerships set effective_to = $1 where school_id = $2`, [
      addDays(monday, -1),
      at.school,
    ])
    expect(codes(await create())).toContain('block AGREEMENT_EXPIRED')
    await at.fixture.rows(`update public.partnerships set effective_to = $1`, [addDays(at.today, 400)])
  })

  it('find duplicate shifts, and instructors who are busy elsewhere', async () => {
    await commit(await create())
    const again = await create()
    expect(codes(again)).toEqual(['block PROCTOR_CLASH', 'block DUPLICATE'])
    expect(again.status).toBe('drafting')
    await expect(commit(again)).rejects.toMatchObject({ data: { code: 'shift_plan.nothing' } })
    const elsewhere = await create(text.replace('5 East', 'ICU').replace('07:00–15:00', '11:00–19:00'))
    expect(codes(elsewhere)).toContain('block PROCTOR_CLASH')
    const twice = await create(`${text}\n${text.replace('Marcus Proctor', 'Denise Bell')}`)
    expect(codes(twice, 4)).toEqual(['warn DUPLICATE'])
    const nobody = await create(
      text.replace(', instructor Marcus Proctor', ', no instructor yet').replace('5 East', 'ICU'),
    )
    expect(codes(nobody)).toContain('warn PROCTOR_MISSING')
  })

  it('warn of more hours than a course or a cohort requires', async () => {
    const [{ id: program }] = (await at.fixture.rows<{ id: string }>(
      `insert into public.programs (school_id, name, level, total_required_hours, requirements) values ($1, 'BSN', 'BSN', 22, '[{"specialty": "med_surg", "course_code": "NURS 210", "min_hours": 15}]') returning id`,
      [at.school],
    )) as [{ id: string }]
    await at.fixture.rows(
      `insert into public.cohorts (school_id, program_id, name, start_date, expected_graduation) values ($1, $2, 'BSN Fall 2025', $3, $4)`,
      [at.school, program, addDays(at.today, -100), addDays(at.today, 600)],
    )
    const course = await create(`${text}, NURS 210`)
    expect(course.items.map(({ issues }) => issues.map(({ code }) => code))).toEqual([
      [],
      [],
      ['HOURS_OVERSHOOT'],
      ['HOURS_OVERSHOOT'],
    ])
    expect(course.items[3]!.issues[0]).toMatchObject({
      severity: 'warn',
      text: 'NURS 210 requires 15 h; the 4 shifts of this series give each student 30 h.',
    })
    const cohort = await create(`${text.replace('5 East', 'ICU')}, BSN Fall 2025`)
    expect(cohort.items[3]!.issues.at(-1)!.text).toContain('BSN Fall 2025 requires 22 h')
    expect((await create(text)).items[3]!.issues).toEqual([])
  })

  it('warn of a unit that the school mapped the course to another of', async () => {
    const [program, mapping] = [randomUUID(), randomUUID()]
    const { fixture } = at
    await fixture.rows(
      `insert into public.programs (id, school_id, name, level) values ($1, $2, 'Mapped', 'BSN')`,
      [program, at.school],
    )
    await fixture.rows(
      `insert into public.mappings (id, school_id, program_id, specialty, facility_id, status, reviewed_by) values ($1, $2, $3, 'med_surg', $4, 'active', $5)`,
      [mapping, at.school, program, at.icu, at.people.ana.id],
    )
    expect((await create()).items[0]!.issues).toContainEqual(
      expect.objectContaining({
        code: 'SPECIALTY_MISMATCH',
        severity: 'warn',
        text: expect.stringContaining('isn’t mapped to'),
      }),
    )
    await fixture.rows(`update public.mappings set facility_id = $2 where id = $1`, [
      mapping,
      at.organization,
    ])
    expect(codes(await create())).not.toContain('warn SPECIALTY_MISMATCH')
    await fixture.rows(`delete from public.mappings where id = $1`, [mapping])
  })

  it('refuse a text with more series than a plan may have', async () => {
    await expect(create('Mondays 07:00–15:00 at 5 East\n'.repeat(301))).rejects.toThrow(
      'This text has 301 series; a plan can have at most 300.',
    )
  })

  it('find days outside the semester', async () => {
    const plan = await create(
      `${long(addDays(at.today, 350))} 07:00–15:00 at 5 East, 8 students, no instructor`,
    )
    expect(codes(plan)).toContain('block OUT_OF_TERM')
  })
})

describe('undoing', () => {
  it('is refused when one of the drafts was submitted, and says how many', async () => {
    const plan = await commit(await create())
    const [first] = await shifts()
    await at.submit(first!.id)
    await expect(undo(plan)).rejects.toThrow('1 of its shifts is no longer a draft')
    expect(await shifts()).toHaveLength(4)
  })

  it('does not count drafts that were deleted by hand', async () => {
    const plan = await commit(await create())
    const [first] = await shifts()
    await at.fixture.rows('delete from public.shifts where id = $1', [first!.id])
    expect(await undo(plan)).toMatchObject({ status: 'ready', drafts: 0 })
    expect(await shifts()).toEqual([])
  })
})

describe('what a plan may contain, and who may see it', () => {
  it('refuses email addresses and students, but not instructors', async () => {
    await expect(create(`${text}, write to jo@lake.example`)).rejects.toThrow(
      '“jo@lake.example” is an email address',
    )
    await expect(create(`${text}, for jenna wood`)).rejects.toThrow('“Jenna Wood” is one of your students')
    expect(await at.fixture.rows('select from public.shift_plans')).toEqual([])
  })

  it('has a daily limit', async () => {
    await at.fixture.rows(
      `insert into public.shift_plans (id, school_id, semester_id, prompt) select gen_random_uuid(), $1, $2, 'x' from generate_series(1, 50)`,
      [at.school, at.semesters[at.school]],
    )
    await expect(create()).rejects.toMatchObject({ data: { code: 'shift_plan.too_many_today' } })
  })

  it('is listed, discarded and resumed', async () => {
    const plan = await create()
    const list = async (status?: 'discarded') =>
      (await call(api.list, { status }, await at.as(at.people.ana))).rows.map(({ id }) => id)
    const discarded = await call(api.discard, seen(plan), await at.as(at.people.ana))
    expect(discarded.status).toBe('discarded')
    expect([await list(), await list('discarded')]).toEqual([[], [plan.id]])
    await expect(commit(discarded)).rejects.toMatchObject({ data: { code: 'shift_plan.settled' } })
    expect(await call(api.resume, seen(discarded), await at.as(at.people.ana))).toMatchObject({
      status: 'ready',
    })
    expect(await list()).toEqual([plan.id])
    const beyond = await call(api.list, { page: 2 }, await at.as(at.people.ana))
    expect(beyond).toEqual({ rows: [], total: 1 })
  })

  it('plans for semesters that end after today at the school', async () => {
    // One of the two has another day than UTC at any time.
    const zone = new Date().getUTCHours() < 11 ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
    const today = todayIn(zone)
    const school = await at.fixture.school('Far School')
    await at.fixture.rows('update public.schools set time_zone = $2 where id = $1', [school, zone])
    for (const [name, end] of [
      ['Ends today', today],
      ['Ends tomorrow', addDays(today, 1)],
    ] as const)
      await at.fixture.rows(
        `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year)
         values ($1, $2, $3, $4, 'custom', '2026–2027')`,
        [school, name, addDays(today, -90), end],
      )
    const admin = await at.fixture.person({ role: 'school_admin', school })
    const { semesters } = await call(api.options, undefined, await at.as(admin))
    expect(semesters.map(({ name }) => name)).toEqual(['Ends tomorrow'])
  })

  it('offers the school’s own examples, which are read completely', async () => {
    const { examples, semesters, left_today } = await call(api.options, undefined, await at.as(at.people.ana))
    expect([semesters.length, left_today]).toEqual([1, 50])
    expect(examples.length).toBe(2)
    for (const example of examples) expect((await create(example)).questions).toEqual([])
  })

  it('belongs to its school: no one else reads, changes or drafts it', async () => {
    const plan = await create()
    const refused = { code: expect.stringMatching(/^(UNAUTHORIZED|FORBIDDEN|NOT_FOUND)$/) }
    for (const who of [at.people.rob, at.people.una, at.people.frank, at.people.marcus, null]) {
      await expect(call(api.get, { id: plan.id }, await at.as(who))).rejects.toMatchObject(refused)
      await expect(commit(plan, who)).rejects.toMatchObject(refused)
      await expect(call(api.discard, seen(plan), await at.as(who))).rejects.toMatchObject(refused)
    }
    for (const who of [at.people.rob, at.people.una, at.people.frank, at.people.marcus]) {
      const seenBy = await at.fixture.act(who, (tx) => tx.selectFrom('shift_plans').select('id').execute())
      const [changed] = await at.fixture.act(who, (tx) =>
        tx.updateTable('shift_plans').set({ prompt: 'mine' }).execute(),
      )
      expect([seenBy, changed!.numUpdatedRows]).toEqual([[], 0n])
    }
    await expect(create(text, at.people.rob)).rejects.toThrow('one of your semesters')
    expect(await call(api.get, { id: plan.id }, await at.as(at.people.sam))).toMatchObject({ id: plan.id })
  })

  it('PostgreSQL by itself refuses an unlisted step, and a column that is not granted', async () => {
    const plan = await create()
    const write = (values: object) =>
      at.fixture.act(at.people.ana, (tx) =>
        tx.updateTable('shift_plans').set(values).where('id', '=', plan.id).execute(),
      )
    await call(api.discard, seen(plan), await at.as(at.people.ana))
    await expect(write({ status: 'failed', failure: 'x' })).rejects.toThrow('step.illegal')
    await expect(write({ school_id: at.otherSchool })).rejects.toThrow('permission denied')
    await expect(write({ engine: 'llm' })).rejects.toThrow('permission denied')
  })
})
