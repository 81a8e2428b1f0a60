import { describe, expect, it } from 'vitest'
import type { RotationFields } from './contract.ts'
import {
  cancelBlocker,
  changeBlocker,
  daysBlocker,
  differencesOf,
  fieldsBlocker,
  followSteps,
  type HeldShift,
  leadersOn,
  mostly,
  patternOf,
  reasonBlocker,
  releaseOf,
  shiftOn,
} from './rules.ts'

const ids = { ward: 'ward', icu: 'icu', ann: 'ann', bob: 'bob' }
/** Mondays and Wednesdays of two weeks: January 4, 6, 11 and 13. */
const rotation: RotationFields = {
  semester_id: 's',
  name: 'Medical-surgical II',
  course_code: 'NRS 210',
  facility_id: ids.ward,
  specialty: 'med_surg',
  experience_type: 'group',
  pattern: { weekdays: [1, 3], every_weeks: 1, from: '2027-01-04', to: '2027-01-15', skipped: [] },
  start_time: '07:00',
  end_time: '15:00',
  break_min: 30,
  conference_min: 0,
  seats: 8,
  min_seats: 4,
  level_seats: {},
  requires: [],
  cohort_ids: [],
  instructors: [{ weekday: 1, proctor_id: ids.ann }],
}
const held = (date: string, more: Partial<HeldShift> = {}): HeldShift => ({
  ...shiftOn(rotation, date),
  id: date,
  version: 1,
  date,
  status: 'draft',
  submitted_at: null,
  is_series_exception: false,
  change: null,
  ...more,
})
const four = ['2027-01-04', '2027-01-06', '2027-01-11', '2027-01-13']
const follow = (
  after: RotationFields | null,
  shifts: HeldShift[],
  before: RotationFields | null = rotation,
) => followSteps(before, after, shifts, '2027-01-01')

describe('the shifts of a rotation', () => {
  it('are as the rotation says, led by the instructors of their weekday', () => {
    expect(shiftOn(rotation, '2027-01-04')).toMatchObject({
      title: rotation.name,
      capacity: 8,
      min_to_run: 4,
      proctor_id: ids.ann,
    })
    expect(shiftOn(rotation, '2027-01-06').proctor_id).toBeNull()
    expect(leadersOn(rotation, '2027-01-11')).toEqual([ids.ann])
    const two = {
      ...rotation,
      instructors: [ids.bob, ids.ann].map((proctor_id) => ({ weekday: 1, proctor_id })),
    }
    expect(shiftOn(two, '2027-01-04')).toMatchObject({ proctor_id: ids.bob, more_proctor_ids: [ids.ann] })
    expect(fieldsBlocker(two)).toBeNull()
  })

  it('adopt what changed in the rotation, and nothing else', () => {
    const own = held('2027-01-06', { conference_min: 60 })
    const { steps, added } = follow({ ...rotation, start_time: '08:00' }, [held('2027-01-04'), own])
    expect(steps).toEqual([
      expect.objectContaining({ kind: 'change', fields: { start_time: '08:00' }, proposal: {} }),
      expect.objectContaining({ kind: 'change', fields: { start_time: '08:00' }, proposal: {} }),
    ])
    expect(added).toEqual([])
  })

  it("need the facility's consent if it has agreed, and change at once if only the school is concerned", () => {
    const agreed = held('2027-01-04', { status: 'published' })
    const [step] = follow(
      { ...rotation, start_time: '08:00', seats: 6, instructors: [{ weekday: 1, proctor_id: ids.bob }] },
      [agreed],
    ).steps
    expect(step).toMatchObject({
      fields: { proctor_id: ids.bob },
      proposal: { start_time: '08:00', capacity: 6 },
    })
    // On campus, no one else is asked.
    const campus = { ...rotation, facility_id: null, experience_type: 'simulation' as const }
    const [onCampus] = follow(
      { ...campus, start_time: '08:00' },
      [{ ...agreed, ...shiftOn(campus, agreed.date) }],
      campus,
    ).steps
    expect(onCampus).toMatchObject({ fields: { start_time: '08:00' }, proposal: {} })
  })

  it('end on a removed day, by their status, and new days get drafts', () => {
    const shifts = [
      held(four[0]!),
      held(four[1]!, { status: 'pending_facility', submitted_at: 'x' }),
      held(four[2]!, { status: 'published', submitted_at: 'x' }),
      held(four[3]!, { status: 'declined', submitted_at: 'x' }),
    ]
    const tuesdays = { ...rotation, pattern: { ...rotation.pattern, weekdays: [2] }, instructors: [] }
    const { steps, added } = follow(tuesdays, shifts)
    expect(steps.map(({ kind }) => kind)).toEqual(['remove', 'withdraw', 'cancel'])
    expect(added).toEqual(['2027-01-05', '2027-01-12'])
    // No draft for a past day.
    expect(followSteps(rotation, tuesdays, [], '2027-01-10').added).toEqual(['2027-01-12'])
  })

  it('stay on a day that the facility agreed to individually, and all end with a canceled rotation', () => {
    const moved = held('2027-01-07', { status: 'published', proctor_id: ids.bob })
    expect(follow({ ...rotation, seats: 6 }, [moved]).steps).toEqual([
      expect.objectContaining({ kind: 'change', fields: {}, proposal: { capacity: 6 } }),
    ])
    expect(follow(rotation, [moved], null).steps).toEqual([])
    expect(follow(null, [moved, held(four[0]!)]).steps.map(({ kind }) => kind)).toEqual(['cancel', 'remove'])
  })

  it('are not asked again for what the facility is asked already', () => {
    const early = { ...rotation, start_time: '08:00', conference_min: 15 }
    const waiting = (change: HeldShift['change']) => held(four[0]!, { status: 'approved', change })
    const school = { party: 'school', start_time: '08:00' }
    expect(follow(early, [waiting(school)]).steps).toEqual([
      expect.objectContaining({ fields: { conference_min: 15 }, proposal: {} }),
    ])
    expect(follow({ ...rotation, start_time: '08:00' }, [waiting(school)]).steps).toEqual([])
    // Another time, or a question of the facility's, is no answer to this one.
    // Nor is a request that would change something else, too.
    const others = [
      { ...school, start_time: '09:00' },
      { ...school, party: 'facility' },
      { ...school, end_time: '14:00' },
    ]
    for (const change of [...others, null])
      expect(follow(early, [waiting(change)]).steps).toEqual([
        expect.objectContaining({ proposal: { start_time: '08:00' } }),
      ])
  })

  it('are brought in line whole, and say what differs', () => {
    const other = held(four[0]!, { start_time: '09:00', capacity: 5 })
    expect(differencesOf(rotation, other)).toEqual(['start_time', 'capacity'])
    expect(differencesOf(rotation, held('2027-01-07'))).toBeNull()
    expect(follow(rotation, [other, held(four[1]!)], null)).toMatchObject({
      steps: [{ kind: 'change', fields: { start_time: '07:00', capacity: 8 } }],
      added: [],
    })
  })

  it('need a reason if someone relies on them', () => {
    const draft = follow(null, [held(four[0]!)]).steps
    const agreed = follow({ ...rotation, seats: 7 }, [held(four[0]!, { status: 'published' })]).steps
    expect(reasonBlocker(draft, null)).toBeNull()
    expect(reasonBlocker(agreed, ' ')).toMatchObject({ code: 'rotation.say_why' })
    expect(reasonBlocker(agreed, 'One bed fewer.')).toBeNull()
  })
})

describe('a rotation', () => {
  it('from existing days leaves out the days in between', () => {
    expect(patternOf(['2027-01-13', '2027-01-04', '2027-01-06'])).toEqual({
      weekdays: [1, 3],
      every_weeks: 1,
      from: '2027-01-04',
      to: '2027-01-13',
      skipped: [{ date: '2027-01-11', reason: '' }],
    })
    expect(mostly(['a', 'b', 'b'])).toBe('b')
    expect(mostly(['a', 'b'])).toBe('a')
  })

  it('has numbers and days that fit each other', () => {
    const code = (more: Partial<RotationFields>) => fieldsBlocker({ ...rotation, ...more })?.code ?? null
    expect(code({})).toBeNull()
    expect(code({ min_seats: 9 })).toBe('rotation.min_above_seats')
    expect(code({ level_seats: { first_year: 9 } })).toBe('rotation.level_above_seats')
    expect(code({ pattern: { ...rotation.pattern, to: '2029-01-01' } })).toBe('rotation.too_long')
    expect(code({ pattern: { ...rotation.pattern, weekdays: [7], to: '2027-01-05' } })).toBe(
      'rotation.no_day',
    )
    const all = { ...rotation.pattern, weekdays: [1, 2, 3, 4, 5, 6, 7], to: '2028-01-20' }
    expect(code({ pattern: all })).toBe('rotation.too_many_days')
    expect(code({ instructors: [{ weekday: 5, proctor_id: ids.ann }] })).toBe('rotation.leader_without_day')
    const both = [1, 1].map((weekday) => ({ weekday, proctor_id: ids.ann }))
    expect(code({ instructors: both })).toBe('rotation.leader_without_day')
  })

  it('made from single days has one unit and one time of day', () => {
    const day = { facility_id: ids.ward, date: '2027-01-04', start_time: '07:00', end_time: '15:00' }
    const next = { ...day, date: '2027-01-05' }
    expect(daysBlocker([day, next])).toBeNull()
    expect(daysBlocker([])?.code).toBe('rotation.no_day')
    expect(daysBlocker([day, { ...next, facility_id: ids.icu }])?.code).toBe('rotation.several_units')
    expect(daysBlocker([day, { ...next, end_time: '19:00' }])?.code).toBe('rotation.several_times')
    expect(daysBlocker([day, day])?.code).toBe('rotation.day_twice')
  })

  it('keeps what students rank until they know their results', () => {
    const wishlists = [{ phase: 'open' as const }]
    const ranked = { ...rotation, is_canceled: false, wishlists }
    expect(changeBlocker(ranked, { ...rotation, seats: 6 })).toBeNull()
    expect(changeBlocker(ranked, { ...rotation, start_time: '08:00' })?.code).toBe('rotation.is_ranked')
    const done = { ...ranked, wishlists: [{ phase: 'published' as const }] }
    expect(changeBlocker(done, { ...rotation, start_time: '08:00' })).toBeNull()
    expect(changeBlocker({ ...ranked, is_canceled: true }, rotation)?.code).toBe('rotation.is_canceled')
    expect(cancelBlocker(ranked)?.code).toBe('rotation.is_offered')
    expect(cancelBlocker(done)).toBeNull()
    expect(cancelBlocker({ ...done, is_canceled: true })?.code).toBe('rotation.is_canceled')
  })

  it('has a stage derived from its shifts and wishlists', () => {
    const at = (more: object) => releaseOf({ is_canceled: false, published: 0, wishlists: [], ...more })
    const of = (phase: 'draft' | 'scheduled' | 'closed' | 'published') => ({ wishlists: [{ phase }] })
    expect(at({})).toBe('draft')
    expect(at(of('draft'))).toBe('draft')
    expect(at(of('scheduled'))).toBe('in_wishlist')
    expect(at(of('closed'))).toBe('in_wishlist')
    expect(at(of('published'))).toBe('matched')
    expect(at({ ...of('published'), published: 3 })).toBe('published')
    expect(at({ ...of('published'), published: 3, is_canceled: true })).toBe('canceled')
  })
})
