import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { createShiftFixture } from '#features/shifts/server/fake.ts'
import type { WishlistFields } from '../contract.ts'
import { wishlistHandlers } from './handlers.ts'

/** The calls of wishlists, for tests of features that depend on them. */
export const wishlistCalls = wishlistHandlers

export type WishlistFixture = Awaited<ReturnType<typeof createWishlistFixture>>

/** Two schools, a cohort with three students, and three rotations (`series`) of two published shifts each. */
export async function createWishlistFixture() {
  const base = await createShiftFixture()
  const { fixture, school, today } = base
  const api = wishlistHandlers()
  const cohort = randomUUID()
  await fixture.rows(
    `insert into public.cohorts (id, school_id, name, start_date, expected_graduation, status)
     values ($1, $2, 'Fall class', $3, $4, 'active')`,
    [cohort, school, addDays(today, -100), addDays(today, 500)],
  )
  const students: Person[] = []
  for (const fullName of ['Ada Able', 'Ben Bright', 'Cora Clear']) {
    const student = await fixture.person({ role: 'student', school, fullName })
    await fixture.rows(
      `insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) values ($1, $2, $3, $4)`,
      [cohort, school, student.id, addDays(today, -100)],
    )
    students.push(student)
  }
  const outsider = await fixture.person({ role: 'student', school, fullName: 'Otto Other' })

  const rotation = async (at: number): Promise<{ id: string; series: string }> => {
    const [id, series] = [randomUUID(), randomUUID()]
    const unit = await fixture.facility({ kind: 'unit', parent: base.north, name: `Unit ${at}` })
    await fixture.rows('insert into public.shift_series (id, school_id, semester_id) values ($1, $2, $3)', [
      series,
      school,
      base.semesters[school],
    ])
    for (const week of [0, 7]) {
      const shift = await base.published({
        date: addDays(today, 60 + at + week),
        facility_id: unit,
        capacity: 1 + at,
      })
      await fixture.rows('update public.shifts set series_id = $2 where id = $1', [shift, series])
    }
    await fixture.rows(
      `insert into public.rotations (id, school_id, semester_id, series_id, name, facility_id, specialty, experience_type, pattern, start_time, end_time, seats)
       select $1, s.school_id, s.semester_id, s.series_id, min(f.name), s.facility_id, min(s.specialty), min(s.experience_type),
         jsonb_build_object('weekdays', jsonb_agg(distinct extract(isodow from s.date)), 'every_weeks', 1, 'from', min(s.date), 'to', max(s.date), 'skipped', '[]'::jsonb),
         min(s.start_time), min(s.end_time), max(s.capacity)
       from public.shifts s join public.facilities f on f.id = s.facility_id where s.series_id = $2 group by s.school_id, s.semester_id, s.series_id, s.facility_id`,
      [id, series],
    )
    return { id, series }
  }
  const made = [await rotation(0), await rotation(1), await rotation(2)]
  const rotations = made.map(({ id }) => id)
  const series = made.map((one) => one.series)

  const as = async (who: Person | null) => ({ context: await fixture.as(who) })
  const create = async (more: Partial<WishlistFields> = {}, who: Person = base.people.ana) =>
    call(
      api.create,
      {
        id: randomUUID(),
        idempotency_key: randomUUID(),
        name: 'Fall rotations',
        semester_id: base.semesters[school]!,
        cohort_ids: [cohort],
        rotation_ids: rotations,
        min_choices: 2,
        max_choices: 2,
        opens_on: today,
        closes_on: addDays(today, 7),
        ...more,
      },
      await as(who),
    )
  const announce = async (id: string, who: Person = base.people.ana) =>
    call(api.announce, { id, idempotency_key: randomUUID() }, await as(who))
  const choose = async (who: Person | null, id: string, options: readonly string[]) =>
    call(
      api.choose,
      {
        id,
        idempotency_key: randomUUID(),
        choices: options.map((option_id) => ({ option_id, comment: null })),
      },
      await as(who),
    )
  /** An open, announced wishlist, and the ids of its options. */
  const open = async (more: Partial<WishlistFields> = {}) => {
    const { id } = await create(more)
    const { options } = await announce(id)
    return { id, options: options.map((option) => option.id) }
  }
  const close = (id: string) =>
    fixture.rows('update public.wishlist_campaigns set opens_on = $2, closes_on = $3 where id = $1', [
      id,
      addDays(today, -9),
      addDays(today, -2),
    ])

  return {
    ...base,
    api,
    as,
    cohort,
    students,
    outsider,
    rotations,
    series,
    create,
    announce,
    choose,
    open,
    close,
  }
}
