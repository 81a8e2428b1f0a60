import { implement } from '@orpc/server'
import { todayIn } from '#core/plain-date.ts'
import { countSetupSteps } from '#features/facility-team/server/public.ts'
import { countSlots } from '#features/open-slots/server/public.ts'
import { countToDecide } from '#features/permission-requests/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { findOwnLeave } from '#features/leaves/server/public.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { dashboardsContract } from '../contract.ts'
import { activityOf } from '../rules.ts'
import { listActivity } from './queries/list-activity.ts'
import { listPartnershipActivity } from './queries/list-partnership-activity.ts'
import { adminFigures } from './queries/admin-figures.ts'
import { facilityFigures, facilityNodes } from './queries/facility-figures.ts'
import { ownProfile } from './queries/own-profile.ts'
import { unreadCount } from './queries/unread-count.ts'
import { findSchool, currentAndNextSemester, schoolFigures } from './queries/school-figures.ts'

export function dashboardHandlers() {
  const api = implement(dashboardsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)

  return api.router({
    admin: api.admin.handler(({ context }) =>
      context.act(async (tx) => ({
        ...(await adminFigures(tx)),
        permission_requests: await countToDecide(tx),
      })),
    ),

    school: api.school.handler(({ context }) =>
      context.act(async (tx) => {
        const { school, ...terms } = await schoolAndTerms(tx)
        const figures = school ? await schoolFigures(tx, school.id) : noFigures
        const { role } = context.me()
        const offers =
          school && (await countSlots(tx, { role, school_id: school.id, here: false, status: 'open' }))
        return { school, ...terms, ...figures, open_offers: offers?.open ?? 0 }
      }),
    ),

    activity: api.activity.handler(({ context }) =>
      context.act(async (tx) => {
        const school = await findSchool(tx)
        if (!school) return []
        return activityOf(await listActivity(tx, school.id), await listPartnershipActivity(tx, school.id))
      }),
    ),

    facility: api.facility.handler(({ context }) =>
      context.act(async (tx) => {
        const nodes = await facilityNodes(tx)
        // The top of the scope: the viewer's own facility, or the one that a superadmin works in.
        const facility = nodes.find((node) => !nodes.some(({ id }) => id === node.parent_id)) ?? null
        const offers = await countSlots(tx, { role: context.me().role, here: true, status: 'open' })
        return {
          facility,
          nodes,
          ...(await facilityFigures(tx)),
          open_offers: offers.open,
          permission_requests: await countToDecide(tx),
          setup_steps: await countSetupSteps(tx),
        }
      }),
    ),

    member: api.member.handler(({ context }) =>
      context.act(async (tx) => {
        const profile = await ownProfile(tx)
        return {
          ...(await schoolAndTerms(tx)),
          phone: profile?.phone ?? null,
          graduation_date: profile?.graduation_date ?? null,
          unread_notifications: await unreadCount(tx),
          leave: await findOwnLeave(tx, context.me()),
        }
      }),
    ),
  })
}

const noFigures = {
  students: 0,
  proctors: 0,
  open_invitations: 0,
  waiting_for_approval: 0,
  credentials_to_review: 0,
  hours_to_approve: 0,
  without_cohort: 0,
  open_incidents: 0,
  reports_to_accept: 0,
  reports_overdue: 0,
  evaluations_to_verify: 0,
  capstone_concerns: 0,
  capstones_to_review: 0,
  wishlist_concerns: 0,
  semester_reports_to_review: 0,
  semester_reports_semester: null,
  plans_to_sign: 0,
  suggestions: 0,
  partnerships: [],
  open_steps: [],
}

/** The viewer's school, its current semester (today within) and the next one. */
async function schoolAndTerms(tx: Tx) {
  const school = (await findSchool(tx)) ?? null
  if (!school) return { school, semester: null, next_semester: null }
  const today = todayIn(school.time_zone)
  const near = await currentAndNextSemester(tx, school.id, today)
  const semester = near.findLast((term) => term.start_date <= today) ?? null
  return { school, semester, next_semester: near.find((term) => term.start_date > today) ?? null }
}
