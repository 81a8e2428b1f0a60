/**
 * One row, two people or two tabs: a retry is the same request and gets the same answer; anything else on an old version is a conflict with
 * both versions, and who changed what and when (decisions 035 and 036). The same for everything that people edit.
 */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { readinessOf } from '#features/credentials/server/public.ts'
import { missingHoursOf } from '#features/hours/server/public.ts'
import { holdingCommands } from '#app/holding-commands.ts'
import { cohortHandlers } from '#features/cohorts/server/handlers.ts'
import { fakeCohort } from '#features/cohorts/fake.ts'
import { facilityHandlers } from '#features/facilities/server/handlers.ts'
import { facilityTeamHandlers } from '#features/facility-team/server/handlers.ts'
import { partnershipHandlers } from '#features/partnerships/server/handlers.ts'
import { fakeProfile, fakeProgram, fakeSchool } from '#features/schools/fake.ts'
import { schoolHandlers } from '#features/schools/server/handlers.ts'
import { fakeShift } from '#features/shifts/fake.ts'
import { semesterHandlers } from '#features/semesters/server/handlers.ts'
import { shiftHandlers } from '#features/shifts/server/handlers.ts'
import { moveElsewhere, cancelOrMoveShift } from '#features/shifts/server/public.ts'
import { studentHandlers } from '#features/students/server/handlers.ts'
import { userHandlers } from '#features/users/server/handlers.ts'

let fixture: Fixture
const people: Record<string, Person> = {}
const at: Record<string, string> = {}

beforeAll(async () => {
  fixture = await createFixture()
  at['school'] = await fixture.school('Lake School')
  const other = await fixture.school('Hill School')
  at['organization'] = await fixture.facility({ name: 'River Health' })
  const site = await fixture.facility({ kind: 'site', parent: at['organization'], name: 'North' })
  at['unit'] = await fixture.facility({ kind: 'unit', parent: site, name: '5 East' })
  const [term] = await fixture.rows<{ id: string }>(
    `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year, is_active)
     values ($1, 'This year', current_date - 30, current_date + 330, 'custom', '2026–2027', true) returning id`,
    [at['school']],
  )
  at['semester'] = term!.id
  const { school } = at as { school: string }
  const facility = at['organization']
  Object.assign(people, {
    ana: await fixture.person({ role: 'school_admin', school, fullName: 'Ana Admin' }),
    ben: await fixture.person({ role: 'school_admin', school, fullName: 'Ben Admin' }),
    fay: await fixture.person({ role: 'facility_admin', facility, fullName: 'Fay Facility' }),
    gus: await fixture.person({ role: 'facility_admin', facility, fullName: 'Gus Facility' }),
    sam: await fixture.person({ role: 'superadmin', fullName: 'Sam Super' }),
    sue: await fixture.person({ role: 'superadmin', fullName: 'Sue Super' }),
    rob: await fixture.person({ role: 'school_admin', school: other, fullName: 'Rob Stranger' }),
  })
})
afterAll(() => fixture.close())

type Sent = { idempotency_key?: string }
type Entity = {
  /** Who edits, who else does, and who may not. */
  by: [first: string, second: string, stranger: string]
  make: () => Promise<{ id: string; version: number }>
  /** A change of one field or another, based on a version. */
  change: (
    row: { id: string; version: number },
    which: 'one' | 'other',
    more: Sent,
    context: never,
  ) => Promise<{ version: number } | unknown>
  /** The column that `one` changes, and its label. */
  field: string
  label: string
  table: string
}

const row = async (table: string, id: string) => {
  const [found] = await fixture.rows<{ version: number }>(
    `select version from public.${table} where id = $1`,
    [id],
  )
  return { id, version: found!.version }
}
const because = { reason: 'A test of two tabs.' }

const entities: Record<string, () => Entity> = {
  shift: () => {
    const api = shiftHandlers()
    return {
      by: ['ana', 'ben', 'rob'],
      table: 'shifts',
      field: 'title',
      label: 'title',
      async make() {
        const id = randomUUID()
        const day = new Date(Date.now() + 40 * 86_400_000).toISOString().slice(0, 10)
        const fields = fakeShift({ semester_id: at['semester']!, date: day, facility_id: null })
        await call(
          api.create,
          { ...fields, experience_type: 'skills_lab', id, school_id: at['school']! },
          { context: await fixture.as(people['ana']!) },
        )
        return row('shifts', id)
      },
      change: (seen, which, more, context) =>
        call(
          api.update,
          { ...seen, fields: which === 'one' ? { title: 'One' } : { min_to_run: 2 }, reason: null, ...more },
          { context },
        ),
    }
  },
  partnership: () => {
    const api = partnershipHandlers({ moveShifts: moveElsewhere })
    return {
      by: ['fay', 'gus', 'rob'],
      table: 'partnerships',
      field: 'auto_approve_shifts',
      label: 'auto-approves shifts',
      async make() {
        await fixture.rows(
          `update public.partnerships set status = 'withdrawn', withdrawn_at = now() where status = 'active'`,
        )
        return row('partnerships', await fixture.partnership(at['school']!, at['organization']!))
      },
      change: (seen, which, more, context) =>
        call(
          api.change,
          {
            ...seen,
            ...because,
            changes: which === 'one' ? { auto_approve_shifts: true } : { seat_quota_per_semester: 40 },
            ...more,
          } as never,
          { context },
        ),
    }
  },
  school: () => {
    const api = schoolHandlers()
    const fields = fakeSchool()
    return {
      by: ['ana', 'ben', 'rob'],
      table: 'schools',
      field: 'phone',
      label: 'phone',
      make: async () => row('schools', at['school']!),
      change: ({ id, version }, which, more, context) => {
        const { id: _id, ...rest } = fields
        const value = `(414) 555-0${100 + (version % 800)}`
        return call(
          api.update,
          {
            ...rest,
            ...(which === 'one' ? { phone: value } : { primary_contact: value }),
            id,
            version,
            ...more,
          },
          { context },
        )
      },
    }
  },
  program: () => {
    const api = schoolHandlers()
    return {
      by: ['ana', 'ben', 'rob'],
      table: 'programs',
      field: 'name',
      label: 'name',
      async make() {
        const { id } = await call(
          api.createProgram,
          { ...fakeProgram(), id: randomUUID(), name: `Program ${randomUUID()}`, school_id: at['school']! },
          { context: await fixture.as(people['ana']!) },
        )
        return row('programs', id)
      },
      change: ({ id, version }, which, more, context) => {
        const { id: _id, ...rest } = fakeProgram()
        return call(
          api.updateProgram,
          {
            ...rest,
            name: `${which} ${id}`,
            total_required_hours: which === 'one' ? 500 : 600,
            id,
            version,
            ...more,
          },
          { context },
        )
      },
    }
  },
  'board’s profile': () => {
    const api = schoolHandlers()
    return {
      by: ['sam', 'sue', 'ana'],
      table: 'regulatory_profiles',
      field: 'jurisdiction',
      label: 'jurisdiction',
      async make() {
        const { id } = await call(
          api.createProfile,
          { ...fakeProfile(), id: randomUUID(), jurisdiction: `Board ${randomUUID()}` },
          { context: await fixture.as(people['sam']!) },
        )
        return row('regulatory_profiles', id)
      },
      change: ({ id, version }, which, more, context) => {
        const { id: _id, ...rest } = fakeProfile()
        return call(
          api.updateProfile,
          { ...rest, jurisdiction: `${which} ${id}`, id, version, ...more },
          { context },
        )
      },
    }
  },
  unit: () => {
    const api = facilityHandlers({ settleShift: cancelOrMoveShift })
    return {
      by: ['fay', 'gus', 'rob'],
      table: 'facilities',
      field: 'code',
      label: 'code',
      make: async () => row('facilities', at['unit']!),
      change: (seen, which, more, context) =>
        call(
          api.updateUnit,
          {
            ...seen,
            ...(which === 'one' ? { code: `C${seen.version}` } : { name: `Unit ${seen.version}` }),
            ...more,
          },
          { context },
        ),
    }
  },
  'settings of an organization': () => {
    const api = facilityTeamHandlers()
    return {
      by: ['fay', 'gus', 'rob'],
      table: 'facilities',
      field: 'default_lead_time_days',
      label: 'lead time (days)',
      make: async () => row('facilities', at['organization']!),
      change: ({ id, version }, which, more, context) =>
        call(
          api.saveSettings,
          {
            organization_id: id,
            version,
            default_lead_time_days: which === 'one' ? 30 + (version % 50) : 9,
            visibility_before_days: 42,
            visibility_after_days: which === 'one' ? 14 : 30 + (version % 50),
            default_notice_days: 30,
            default_auto_approve: false,
            answers_need_sign_in: false,
            unit_links: true,
            unit_link_days: 90,
            ...more,
          },
          { context },
        ),
    }
  },
  person: () => {
    const api = userHandlers({
      ...fixture,
      countHoldings: async () => 0,
      countUnfit: async () => 0,
      settleChange: async () => {},
      undoDeparture: async () => ({ given_back: 0, left: [] }),
    })
    return {
      by: ['sam', 'sue', 'ana'],
      table: 'users',
      field: 'role',
      label: 'role',
      make: async () => row('users', (await fixture.person({ role: 'proctor', school: at['school']! })).id),
      change: (seen, which, more, context) =>
        call(
          api.changeRole,
          {
            ...seen,
            ...because,
            role: which === 'one' ? 'school_admin' : 'student',
            linked_school_id: at['school']!,
            linked_facility_id: null,
            ...more,
          },
          { context },
        ),
    }
  },
  student: () => {
    const api = studentHandlers()
    return {
      by: ['ana', 'ben', 'rob'],
      table: 'users',
      field: 'phone',
      label: 'phone',
      make: async () => row('users', (await fixture.person({ role: 'student', school: at['school']! })).id),
      change: (seen, which, more, context) =>
        call(
          api.update,
          {
            ...seen,
            full_name: which === 'one' ? 'Test Person' : 'Jenna Student',
            student_number: null,
            phone: which === 'one' ? '414 555 0123' : null,
            graduation_date: null,
            ...more,
          } as never,
          { context },
        ),
    }
  },
  cohort: () => {
    const api = cohortHandlers({
      readinessOf,
      missingHoursOf,
      loadCohortHours: () => Promise.reject(new Error('not asked')),
      seats: holdingCommands,
    })
    return {
      by: ['ana', 'ben', 'rob'],
      table: 'cohorts',
      field: 'size_target',
      label: 'target size',
      async make() {
        const fields = { ...fakeCohort(), id: randomUUID(), name: `Cohort ${randomUUID()}`, program_id: null }
        await call(
          api.create,
          { ...fields, school_id: at['school']! },
          { context: await fixture.as(people['ana']!) },
        )
        return row('cohorts', fields.id)
      },
      change: ({ id, version }, which, more, context) => {
        const { id: _id, ...fields } = fakeCohort({ name: `Cohort ${id}`, program_id: null })
        return call(
          api.update,
          { ...fields, ...(which === 'one' ? { size_target: 77 } : { code: 'XY' }), id, version, ...more },
          { context },
        )
      },
    }
  },
  semester: () => {
    const api = semesterHandlers()
    let year = 2040
    const years = new Map<string, number>()
    const fields = (of: number) => ({
      name: `Spring ${of}`,
      start_date: `${of}-01-05`,
      end_date: `${of}-05-01`,
      semester_type: 'spring' as const,
      academic_year: `${of}`,
      is_active: false,
      settings: {},
    })
    return {
      by: ['ana', 'ben', 'rob'],
      table: 'semesters',
      field: 'name',
      label: 'name',
      async make() {
        const id = randomUUID()
        years.set(id, ++year)
        await call(api.create, { ...fields(year), id, school_id: at['school']! } as never, {
          context: await fixture.as(people['ana']!),
        })
        return row('semesters', id)
      },
      change: ({ id, version }, which, more, context) => {
        const now = fields(years.get(id)!)
        const change = which === 'one' ? { name: `${now.name} B` } : { academic_year: '2050' }
        return call(api.update, { ...now, ...change, id, version, ...more } as never, { context })
      },
    }
  },
}

describe.each(Object.keys(entities))('two versions of a %s', (name) => {
  let entity: Entity
  beforeAll(() => {
    entity = entities[name]!()
  })
  const as = async (which: 0 | 1 | 2) => (await fixture.as(people[entity.by[which]]!)) as never
  const versionOf = async (id: string) => (await row(entity.table, id)).version

  it('tells someone else who changed what and when, and changes nothing', async () => {
    const seen = await entity.make()
    await entity.change(seen, 'one', {}, await as(0))
    const after = await versionOf(seen.id)
    const [first] = entity.by
    const [{ full_name: by }] = (await fixture.rows('select full_name from public.users where id = $1', [
      people[first]!.id,
    ])) as [{ full_name: string }]
    const refusal = await Promise.resolve(entity.change(seen, 'other', {}, await as(1))).catch(
      (error: unknown) => error,
    )
    expect(refusal).toMatchObject({
      code: 'CONFLICT',
      defined: true,
      message: expect.stringMatching(
        new RegExp(
          `^${by} changed this .* in the meantime: .*${entity.label.replaceAll(/[()]/g, String.raw`\$&`)}`,
        ),
      ),
      data: {
        kind: 'version',
        sent_version: seen.version,
        current: { version: after },
        changes: [{ by, is_me: false, at: expect.any(String) }],
      },
    })
    const { changes } = (
      refusal as {
        data: { changes: { at: string; fields: { field: string; before: unknown; after: unknown }[] }[] }
      }
    ).data
    expect(Math.abs(Date.now() - Date.parse(changes[0]!.at))).toBeLessThan(60_000)
    const changed = changes[0]!.fields.find(({ field }) => field === entity.field)!
    expect(changed.before).not.toEqual(changed.after)
    expect(await versionOf(seen.id)).toBe(after)
  })

  it('recognizes one’s own other tab', async () => {
    const seen = await entity.make()
    await entity.change(seen, 'one', { idempotency_key: randomUUID() }, await as(0))
    const again = Promise.resolve(
      entity.change(seen, 'other', { idempotency_key: randomUUID() }, await as(0)),
    )
    await expect(again).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^You changed this .* in another tab or window: /),
      data: { changes: [{ is_me: true }] },
    })
  })

  it('answers the same request the same way, even at the same moment, and does it once', async () => {
    const seen = await entity.make()
    const key = { idempotency_key: randomUUID() }
    const answers = []
    for (const context of [await as(0), await as(0), await as(0)])
      answers.push(entity.change(seen, 'one', key, context))
    const [first, ...others] = await Promise.all(answers)
    expect(others).toEqual([first, first])
    expect(await entity.change(seen, 'one', key, await as(0)), 'a retry after a lost answer').toEqual(first)
    expect(await versionOf(seen.id)).toBe(seen.version + 1)
  })

  it('refuses another payload under a used key', async () => {
    const seen = await entity.make()
    const key = { idempotency_key: randomUUID() }
    await entity.change(seen, 'one', key, await as(0))
    const other = Promise.resolve(entity.change(seen, 'other', key, await as(0)))
    await expect(other).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' })
    expect(await versionOf(seen.id)).toBe(seen.version + 1)
  })

  it('reveals nothing to a stranger', async () => {
    const seen = await entity.make()
    await entity.change(seen, 'one', {}, await as(0))
    const refusal = await Promise.resolve(entity.change(seen, 'other', {}, await as(2))).catch(
      (error: { code: string; data?: unknown }) => error,
    )
    expect(refusal).toMatchObject({ code: expect.stringMatching(/^(FORBIDDEN|NOT_FOUND)$/) })
    expect(JSON.stringify(refusal)).not.toMatch(/changes|Admin|Facility|Super/)
  })
})
