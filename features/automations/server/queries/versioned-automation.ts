import { sql } from 'kysely'
import { specialtyLabels } from '#core/specialties.ts'
import { experienceLabels, signupLabels } from '#features/shifts/rules.ts'
import type { Versioned } from '#platform/server/version-conflict.ts'
import { actionLabels, eventLabels, modeLabels, remindLabels, statusLabels } from '../../messages.ts'
import { scheduleOf, scheduleWords } from '../../rules.ts'

/** The fields of a rule for comparing versions. */
export const versionedRule: Versioned = {
  what: 'rule',
  labels: {
    name: 'Name',
    action: 'Action',
    template_id: 'Template',
    remind_about: 'Remind about',
    mode: 'How',
    cron: 'Runs',
    event: 'After',
    days_ahead: 'Days',
    semester_id: 'Semester',
    cohort_id: 'Cohort',
    facility_id: 'Facility',
    run_limit: 'Limit per run',
    to_be_named: 'Instructor to be named',
    status: 'Status',
  },
  words: {
    action: actionLabels,
    remind_about: remindLabels,
    mode: modeLabels,
    cron: (cron) => scheduleWords(scheduleOf(cron)),
    event: eventLabels,
    status: statusLabels,
  },
  entity: 'automation_rules',
  names: sql`select t.id, t.name from public.shift_templates t`,
}

/** The fields of a template for comparing versions. */
export const versionedTemplate: Versioned = {
  what: 'template',
  labels: {
    name: 'Name',
    facility_id: 'Unit',
    specialty: 'Specialty',
    experience_type: 'Experience',
    weekdays: 'Weekdays',
    start_time: 'Begins',
    end_time: 'Ends',
    seats: 'Seats',
    break_min: 'Unpaid break (minutes)',
    course_code: 'Course',
    cohort_ids: 'Cohorts',
    signup_mode: 'Sign-up',
    objectives: 'Objectives',
    is_archived: 'Archived',
  },
  words: { specialty: specialtyLabels, experience_type: experienceLabels, signup_mode: signupLabels },
  entity: 'shift_templates',
}
