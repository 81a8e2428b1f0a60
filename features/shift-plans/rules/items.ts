import type { PlainDate } from '#core/plain-date.ts'
import { asInstructors, asPreceptors, newShift } from '#features/shifts/rules.ts'
import type { ShiftFields } from '#features/shifts/contract.ts'
import type { ItemEdit, PlanItem } from '../contract.ts'
import type { Named, Series, Vocabulary } from './types.ts'

export type Edits = Readonly<Record<string, ItemEdit>>
export type Item = Omit<PlanItem, 'issues'>

/** The shifts that the series plan, with manual edits applied; none while their hours are unclear. */
export function itemsOf(
  series: readonly Series[],
  edits: Edits,
  { units, people, preceptors }: Vocabulary,
): Item[] {
  return series.flatMap((one, at) => {
    const { start, end } = one
    if (start === null || end === null) return []
    return one.days.map((day): Item => {
      const temp_id = `${at + 1} ${day}`
      const edit = edits[temp_id] ?? {}
      const unitId = edit.facility_id === undefined ? one.unit_id : edit.facility_id
      const unit = units.find(({ id }) => id === unitId)
      const proctorIds = edit.proctor_ids ?? one.proctor_ids
      const preceptorIds = edit.preceptor_ids ?? one.preceptor_ids
      return {
        temp_id,
        series: at + 1,
        date: edit.date ?? day,
        start_time: edit.start_time ?? start,
        end_time: edit.end_time ?? end,
        break_min: one.rest,
        // An id that is not one of the school's becomes null.
        facility_id: unit?.id ?? null,
        unit_name: unit?.name ?? null,
        site_name: unit?.site ?? null,
        specialty: edit.specialty ?? one.specialty ?? unit?.specialty ?? 'other',
        experience_type: one.experience,
        capacity: edit.capacity ?? one.capacity,
        course_code: one.course_code,
        cohort_ids: one.cohort_ids,
        proctor_ids: proctorIds,
        proctor_names: namesOf(proctorIds, people),
        preceptor_ids: preceptorIds,
        preceptor_names: namesOf(preceptorIds, preceptors),
        objectives: one.objectives,
        is_left_out: edit.is_left_out ?? false,
        is_on_day_off: edit.is_on_day_off ?? false,
        is_edited: Object.keys(edit).some((field) => !field.startsWith('is_')),
      }
    })
  })
}

const namesOf = (ids: readonly string[], people: readonly Named[]): string[] =>
  ids.map((id) => people.find((person) => person.id === id)?.name ?? 'Someone who left')

/** The edits with more applied on top; edits that no longer change anything are dropped. */
export function withEdits(edits: Edits, more: readonly { temp_id: string; edit: ItemEdit }[]): Edits {
  const all: Record<string, ItemEdit> = { ...edits }
  for (const { temp_id: id, edit } of more) all[id] = { ...all[id], ...edit }
  return all
}

/** An item as the fields of a new shift, as the shift form sends them. */
export const fieldsOf = (
  item: Item,
  { semester_id, self_signup }: { semester_id: string; self_signup: boolean },
): ShiftFields => ({
  ...newShift,
  semester_id,
  date: item.date,
  start_time: item.start_time,
  end_time: item.end_time,
  break_min: item.break_min,
  facility_id: item.facility_id,
  specialty: item.specialty,
  experience_type: item.experience_type,
  capacity: item.capacity,
  course_code: item.course_code,
  cohort_ids: item.cohort_ids,
  objectives: item.objectives,
  ...asInstructors(item.proctor_ids),
  ...asPreceptors(item.preceptor_ids),
  signup_mode: self_signup ? 'self_signup' : 'assigned',
})

export type Group = { key: string; items: Item[]; days: PlainDate[] }

/** Groups items that differ only in their day; each group becomes one series. */
export function groupsOf(items: readonly Item[]): Group[] {
  const groups = new Map<string, Item[]>()
  for (const item of items) {
    const key = JSON.stringify([
      item.start_time,
      item.end_time,
      item.break_min,
      item.facility_id,
      item.specialty,
      item.experience_type,
      item.capacity,
      item.course_code,
      item.cohort_ids,
      item.proctor_ids,
      item.preceptor_ids,
      item.objectives,
    ])
    groups.set(key, [...(groups.get(key) ?? []), item])
  }
  return [...groups].map(([key, some]) => {
    const sorted = some.toSorted((a, b) => a.date.localeCompare(b.date))
    return { key, items: sorted, days: sorted.map(({ date }) => date) }
  })
}
