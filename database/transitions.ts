import pg from 'pg'
import { changeSteps, ruleSteps } from '#features/automations/rules.ts'
import { connectionSteps } from '#features/canvas-connections/rules.ts'
import { shiftPlanSteps } from '#features/shift-plans/rules.ts'
import { mappingRunSteps, mappingSteps } from '#features/mappings/rules.ts'
import type { Step } from '#core/steps.ts'
import { daySteps, deliverableSteps, nominationSteps, projectSteps } from '#features/capstone/rules.ts'
import { signupSteps } from '#features/approvals/rules.ts'
import { facilitySteps } from '#features/facilities/rules.ts'
import { fileSteps } from '#features/files/rules.ts'
import { attendanceSteps } from '#features/attendance/rules.ts'
import { cohortSteps } from '#features/cohorts/rules.ts'
import { credentialSteps } from '#features/credentials/rules.ts'
import { hoursRequestSteps } from '#features/hours-requests/rules.ts'
import { invitationSteps } from '#features/invitations/rules.ts'
import { partnershipSteps } from '#features/partnerships/rules.ts'
import { needSteps, seatSteps, swapSteps } from '#features/assignments/rules.ts'
import { requestSteps } from '#features/permission-requests/rules.ts'
import { slotSteps } from '#features/open-slots/rules.ts'
import { evaluationSteps, planSteps } from '#features/evaluations/rules.ts'
import { runSteps } from '#features/match-runs/rules.ts'
import { wishlistSteps } from '#features/wishlists/rules.ts'
import { semesterReportSteps } from '#features/semester-reports/rules.ts'
import { reportSteps } from '#features/shift-reports/rules.ts'
import { shiftMachine } from '#features/shifts/rules.ts'

/** Table → the transitions of its status, from the rules of its feature; each start writes them to `public.transitions`. */
export const transitions: Readonly<Record<string, readonly Step[]>> = {
  automation_rules: ruleSteps,
  automation_changes: changeSteps,
  canvas_connections: connectionSteps,
  shift_plans: shiftPlanSteps,
  mappings: mappingSteps,
  mapping_runs: mappingRunSteps,
  assignments: seatSteps,
  facilities: facilitySteps,
  files: fileSteps,
  hours_requests: hoursRequestSteps,
  evaluations: evaluationSteps,
  remediation_plans: planSteps,
  attendance_records: attendanceSteps,
  cohorts: cohortSteps,
  capstone_projects: projectSteps,
  capstone_nominations: nominationSteps,
  capstone_days: daySteps,
  capstone_deliverables: deliverableSteps,
  credentials: credentialSteps,
  invitations: invitationSteps,
  open_slots: slotSteps,
  makeup_needs: needSteps,
  partnerships: partnershipSteps,
  permission_requests: requestSteps,
  semester_reports: semesterReportSteps,
  shift_swaps: swapSteps,
  shift_reports: reportSteps,
  shifts: shiftMachine.map(({ who: parties, ...step }) => ({ ...step, parties })),
  signup_requests: signupSteps,
  wishlist_campaigns: wishlistSteps,
  wishlist_runs: runSteps,
}

/** SQL that refills the transition table; applied with the other SQL whenever a part of it changed. */
export function transitionsSql(): string {
  const rows = Object.entries(transitions).flatMap(([entity, steps]) =>
    steps.map(
      ({ event, from, to, parties }) =>
        `(${[entity, event, from, to].map(pg.escapeLiteral).join(', ')}, array[${parties.map(pg.escapeLiteral).join(', ')}]::text[])`,
    ),
  )
  return `delete from public.transitions;
insert into public.transitions (entity, event, from_status, to_status, parties) values
${rows.join(',\n')};`
}
