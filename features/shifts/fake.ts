import type { PlainDate } from '#core/plain-date.ts'
import { ofShiftTexts } from '#core/shift-texts.ts'
import type { ShiftFields } from './contract.ts'

/** Fields of an eight-hour day shift with six seats; each can be overridden. */
export function fakeShift(
  more: Partial<ShiftFields> & { semester_id: string; date: PlainDate },
): ShiftFields {
  return {
    ...ofShiftTexts(() => null),
    title: 'Medical-surgical',
    course_code: 'N210',
    start_time: '07:00',
    end_time: '15:00',
    facility_id: null,
    specialty: 'med_surg',
    experience_type: 'group',
    capacity: 6,
    min_to_run: 1,
    break_min: 30,
    conference_min: 0,
    credited_hours_override: null,
    cohort_ids: [],
    objectives: [],
    proctor_id: null,
    preceptor_id: null,
    more_proctor_ids: [],
    more_preceptor_ids: [],
    signup_mode: 'self_signup',
    signup_policy: 'first_come',
    signup_opens_at: null,
    signup_closes_at: null,
    ...more,
  }
}
