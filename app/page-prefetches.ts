import type { RouterClient } from '@orpc/server'
import { MAX_OWN_ROWS } from '#core/page-sizes.ts'
import { addDays, todayIn } from '#core/plain-date.ts'
import { AVAILABLE_LIMIT } from '#features/assignments/contract.ts'
import { ahead, dayOf, partsOf, shiftsToKeep, suggestedShifts } from '#features/assignments/rules.ts'
import { facilityInbox, weekAhead } from '#features/dashboards/rules.ts'
import { currentSemester } from '#features/semesters/rules.ts'
import type { Viewer } from '#platform/server/session.ts'
import type { createApi } from './api.ts'

export type Ask = RouterClient<ReturnType<typeof createApi>>

type Asker = {
  me: Viewer
  /** The person's time zone: an IANA name. */
  zone: string
}

type PagePrefetch = {
  /** The queries that the page needs before it is complete, with the same input: an answer for a different input is not found. */
  asks: (ask: Ask, asker: Asker) => Promise<unknown>
  /** Code that the page loads in addition to its own. */
  parts: string[]
}

/**
 * What is sent with a page, by its address: its first answers in the document, and the code of its lazy parts. e2e/prefetched-queries.e2e.ts
 * checks that nothing is fetched again and nothing is sent without use.
 */
export const pagePrefetches: Record<string, PagePrefetch> = {
  '/admin/dashboard': {
    asks: (ask, { me }) =>
      Promise.all([
        ask.dashboards.admin(),
        ask.shifts.summary(me.selectedSchoolId ? { school_id: me.selectedSchoolId } : {}),
        ask.audit.list({ limit: 25 }),
      ]),
    parts: ['features/dashboards/web/AdminHome.tsx'],
  },

  '/school/dashboard': {
    asks: (ask, { me, zone }) => {
      const schoolId = me.role === 'superadmin' ? me.selectedSchoolId : me.linkedSchoolId
      return Promise.all([ask.dashboards.school(), schoolId && schoolHome(ask, schoolId, todayIn(zone))])
    },
    parts: ['features/semesters/web/SemesterPicker.tsx', 'features/dashboards/web/SchoolHome.tsx'],
  },

  '/facility/dashboard': {
    asks: (ask) =>
      Promise.all([
        ask.dashboards.facility(),
        ask.partnerships.list({ here: true }),
        ask.shifts.series({ ...facilityInbox.filter, ...facilityInbox.page }),
        ask.shiftApprovals
          .units({})
          .then(([unit]) => unit && ask.shiftApprovals.occupancy({ from: todayIn(unit.time_zone), days: 7 })),
      ]),
    parts: ['features/dashboards/web/FacilityHome.tsx'],
  },

  '/student/dashboard': {
    asks: (ask, { me }) =>
      me.role === 'student'
        ? Promise.all([
            ask.dashboards.member(),
            Promise.all([ask.assignments.mine({}), ask.attendance.mine({})]).then(([seats, today]) => {
              const now = new Date().toISOString()
              const next = partsOf(seats, now)
                .upcoming.slice(0, 1)
                .map(({ shift }) => shift.id)
              const kept = new Set([...shiftsToKeep(seats, now), ...today.map(({ shift_id: id }) => id)])
              return Promise.all([
                ...[...new Set([...next, ...kept])].map((id) => ask.shifts.get({ id })),
                ...[...kept].map((id) => ask.attendance.mine({ shift_id: id })),
              ])
            }),
            ask.assignments.available({ limit: AVAILABLE_LIMIT }).then((open) => {
              const ids = suggestedShifts(open).shown.map(({ id }) => id)
              return ids.length > 0 ? ask.credentials.ofShifts({ shift_ids: ids }) : []
            }),
            ask.assignments.progress({}),
            ask.assignments.swaps({ page_size: MAX_OWN_ROWS }),
            ask.shifts.options({}),
            ask.privacy.mine(),
            ask.credentials.mine({}),
            ask.cohorts.mine({}),
          ])
        : ask.dashboards.member(),
    parts: ['features/assignments/web/StudentNow.tsx', 'features/attendance/web/CheckIn.tsx'],
  },

  '/proctor/dashboard': {
    asks: (ask, { me, zone }) => {
      if (me.role === 'superadmin') return ask.dashboards.member()
      const today = todayIn(zone)
      return Promise.all([
        ask.dashboards.member(),
        ask.shifts
          .list({ mine: true, from: addDays(today, -1), to: ahead(today), page_size: 500 })
          .then(({ rows }) => {
            const day = dayOf(rows, new Date().toISOString(), today)
            return Promise.all(
              [...day.today, ...day.next.slice(0, 1)].flatMap(({ id }) => [
                ask.shifts.get({ id }),
                ask.assignments.roster({ shift_id: id }),
              ]),
            )
          }),
        ask.cohorts.mine({}),
        ask.evaluations.list({ show: 'to_write', page: 1 }),
        ask.shiftReports.list({ show: 'open', page: 1 }),
      ])
    },
    parts: ['features/dashboards/web/ProctorHome.tsx', 'features/assignments/web/ProctorNow.tsx'],
  },
}

function schoolHome(ask: Ask, schoolId: string, today: string): Promise<unknown> {
  // By default, people work in the current semester.
  const scoped = ask.semesters.list({ school_id: schoolId }).then((semesters) => {
    const semester = currentSemester(semesters, todayIn(semesters[0]?.time_zone ?? 'UTC'))
    return semester && ask.shifts.summary({ school_id: schoolId, semester_id: semester.id })
  })
  return Promise.all([
    scoped,
    ask.shifts.summary({ school_id: schoolId }),
    ask.shifts.list(weekAhead(schoolId, today)),
    ask.assignments.waiting({}),
    ask.assignments.swaps({ status: 'accepted' }),
    ask.assignments.makeups({ open_only: true }),
  ])
}
