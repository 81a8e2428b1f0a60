import { conflict, invalid, notFound } from '#core/refusal.ts'
import type { IssueCode, ShiftPlanStatus } from './contract.ts'

export const issueLabels: Record<IssueCode, string> = {
  UNIT_UNKNOWN: 'No unit',
  OUT_OF_TERM: 'Outside the semester',
  HOLIDAY: 'Holiday',
  BLACKOUT: 'Closed to students',
  NO_PARTNERSHIP: 'No partnership',
  AGREEMENT_EXPIRED: 'Outside the agreement',
  UNIT_CAP: 'Too many seats',
  RATIO: 'Instructor ratio',
  OTHER_SCHOOL_ON_UNIT: 'Another school there',
  PROCTOR_CLASH: 'Busy at that time',
  PROCTOR_MISSING: 'No instructor',
  LEAD_TIME: 'Short notice',
  DUPLICATE: 'Duplicate',
  HOURS_OVERSHOOT: 'More hours than required',
  SPECIALTY_MISMATCH: 'Specialty or mapping',
  NOT_ALLOWED: 'Not possible',
}

/** The refusals of shift plans: code → sentence. */
export const shiftPlanRefusals = {
  'shift_plan.missing': notFound(() => 'We can’t find that plan.'),
  'shift_plan.old_version': conflict(
    () => 'This plan was just changed in another tab or by someone else. Reload it to see how it is now.',
  ),
  'shift_plan.settled': conflict<{ status: ShiftPlanStatus }>(({ status }) =>
    status === 'committed'
      ? 'Drafts were made of this plan. Undo them first to change it.'
      : 'This plan is discarded. Resume it first.',
  ),
  'shift_plan.unanswered': conflict<{ questions: number }>(
    ({ questions }) =>
      `Answer ${questions === 1 ? 'the open question' : `the ${questions} open questions`} first, or change the text.`,
  ),
  'shift_plan.nothing': conflict<{ blocked: number }>(({ blocked }) =>
    blocked > 0
      ? 'Every shift of this plan is blocked or left out. Fix at least one first.'
      : 'There is no shift to draft. Change the text.',
  ),
  'shift_plan.not_committed': conflict(() => 'This plan has no drafts to undo.'),
  'shift_plan.not_all_drafts': conflict<{ count: number }>(
    ({ count }) =>
      `${count} of its shifts ${count === 1 ? 'is no longer a draft' : 'are no longer drafts'}. Withdraw or cancel ${count === 1 ? 'it' : 'them'} on the Shifts page, and delete the other drafts there.`,
  ),
  'shift_plan.no_school': conflict(() => 'Choose a school first.'),
  'shift_plan.semester_unknown': invalid(() => 'Choose one of your semesters.', 'semester_id'),
  'shift_plan.too_many_today': conflict<{ most: number }>(
    ({ most }) =>
      `Your school made ${most} plans in the last 24 hours, which is the limit. Change one of them, or try again tomorrow.`,
  ),
  'shift_plan.too_many_shifts': invalid<{ count: number; most: number }>(
    ({ count, most }) => `This would be ${count} shifts; a plan can have at most ${most}. Split the text.`,
    'prompt',
  ),
  'shift_plan.too_many_series': invalid<{ count: number; most: number }>(
    ({ count, most }) => `This text has ${count} series; a plan can have at most ${most}. Split the text.`,
    'prompt',
  ),
  'shift_plan.has_email': invalid<{ found: string }>(
    ({ found }) => `“${found}” is an email address. Plans don’t need one, so take it out.`,
    'prompt',
  ),
  'shift_plan.names_student': invalid<{ name: string }>(
    ({ name }) =>
      `“${name}” is one of your students. Plans don’t name students: take the name out, and place students once the shifts exist.`,
    'prompt',
  ),
}
