/** Rotations with another origin: from the days that a facility offers, and by copying a semester. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { openSlotsHandlers } from '#features/open-slots/server/handlers.ts'
import { createRotationFixture, type RotationFixture } from '#features/rotations/server/fake.ts'
import { copyRotations, undoRotations } from '#features/rotations/server/public.ts'
import { semesterHandlers } from '#features/semesters/server/handlers.ts'

let at: RotationFixture
const slots = openSlotsHandlers()
const semesters = semesterHandlers({ copyRotations, undoRotations })
beforeAll(async () => {
  at = await createRotationFixture()
})
afterAll(() => at.fixture.close())

describe('a rotation can be made', () => {
  it('from the days that a facility offers on a unit, all or none', async () => {
    const unit = await at.fixture.facility({ kind: 'unit', parent: at.north, name: 'Offering' })
    const offer = async (dates: string[], start_time = '07:00') => {
      const id = randomUUID()
      await call(
        slots.offer,
        {
          id,
          facility_id: unit,
          dates,
          start_time,
          end_time: '15:00',
          experience_type: 'group',
          seats: 4,
          note: null,
          school_ids: [],
        },
        await at.as(at.people.frank),
      )
      return at.fixture.rows<{ id: string; version: number }>(
        'select id, version from public.open_slots where offer_id = $1 order by date',
        [id],
      )
    }
    const days = await offer([at.monday, addDays(at.monday, 7), addDays(at.monday, 9)])
    const [other] = await offer([addDays(at.monday, 14)], '09:00')
    const take = async (chosen: { id: string; version: number }[], who = at.people.ana, id = randomUUID()) =>
      call(at.rotations.takeSlots, { ...at.key(id), slots: chosen, name: 'Offered' }, await at.as(who))
    await expect(take([...days, other!])).rejects.toThrow('the same hours each day')
    await expect(take([...days, { id: randomUUID(), version: 1 }])).rejects.toThrow('Nothing was taken')
    const id = randomUUID()
    const made = await take(days, at.people.ana, id)
    expect(made).toMatchObject({
      origin: 'slots',
      shift_count: 3,
      agreed_count: 3,
      seats: 4,
      weekdays: [1, 3],
      differing_count: 0,
    })
    expect((await take(days, at.people.ana, id)).id).toBe(made.id)
    await expect(take(days, at.people.rob)).rejects.toThrow('Nothing was taken')
  })

  it('by copying a semester, with its shifts on the same weekdays, and is removed when that is undone', async () => {
    const source = randomUUID()
    const [start, end] = [addDays(at.monday, 350), addDays(at.monday, 410)]
    await at.fixture.rows(
      `insert into public.semesters (id, school_id, name, start_date, end_date, semester_type, academic_year, is_active)
       values ($1, $2, 'Source', $3, $4, 'custom', '2027–2028', true)`,
      [source, at.school, start, end],
    )
    const pattern = { ...at.fieldsOf().pattern, from: start, to: addDays(start, 10) }
    const made = await at.create({
      semester_id: source,
      name: 'Copied',
      pattern,
      instructors: [{ weekday: 3, proctor_id: at.people.denise.id }],
      requires: ['fundamentals'],
    })
    const copyTo = async (target: string, days: number) =>
      call(
        semesters.copy,
        {
          id: source,
          idempotency_key: randomUUID(),
          target: {
            kind: 'new',
            id: target,
            name: `Target ${days}`,
            start_date: addDays(start, days),
            end_date: addDays(start, days + 60),
            semester_type: 'custom',
            academic_year: '2027–2028',
            is_active: false,
            settings: {},
          },
          mode: 'keep_weekdays',
          options: {
            instructors: true,
            units: true,
            capacity: true,
            series: true,
            cohorts: true,
            flagged: 'copy',
          },
        } as never,
        await at.as(at.people.ana),
      )
    const target = randomUUID()
    const { copy } = await copyTo(target, 70)
    const [copied] = await call(at.rotations.list, { semester_id: target }, await at.as(at.people.ana))
    expect(copied).toMatchObject({
      name: 'Copied',
      origin: 'copy',
      weekdays: [1, 3],
      shift_count: 4,
      draft_count: 4,
    })
    const detail = await at.get(copied!.id)
    expect(detail).toMatchObject({
      differing_count: 0,
      requires: ['fundamentals'],
      instructors: [{ weekday: 3, proctor_id: at.people.denise.id }],
    })
    // Changing the copy does not change its original.
    await at.update(detail, { seats: 2 })
    expect((await at.get(made.id)).seats).toBe(6)
    await call(semesters.undoCopy, { ...at.key(copy.id) } as never, await at.as(at.people.ana))
    expect(await call(at.rotations.list, { semester_id: target }, await at.as(at.people.ana))).toEqual([])

    // One with a shift that is no longer a draft keeps it.
    const later = randomUUID()
    const second = await copyTo(later, 140)
    await at.fixture.rows(
      `update public.shifts set status = 'withdrawn' where id = (select id from public.shifts where copy_id = $1 limit 1)`,
      [second.copy.id],
    )
    expect(
      await call(
        semesters.undoCopy,
        { ...at.key(second.copy.id), drafts_only: true } as never,
        await at.as(at.people.ana),
      ),
    ).toEqual({ removed: 3, kept: 1 })
    const left = await call(at.rotations.list, { semester_id: later }, await at.as(at.people.ana))
    expect(left).toMatchObject([{ name: 'Copied', draft_count: 0 }])
  })
})
