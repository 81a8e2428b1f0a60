import { call } from '@orpc/server'
import { moveElsewhere, cancelOrMoveShift } from '#features/shifts/server/public.ts'
import { assignmentHandlers } from '#features/assignments/server/handlers.ts'
import { cohortHandlers } from '#features/cohorts/server/handlers.ts'
import { entityHandlers } from '#features/entities/server/handlers.ts'
import { facilityHandlers } from '#features/facilities/server/handlers.ts'
import { facilityTeamHandlers } from '#features/facility-team/server/handlers.ts'
import { partnershipHandlers } from '#features/partnerships/server/handlers.ts'
import { personHandlers } from '#features/people/server/handlers.ts'
import { schoolHandlers } from '#features/schools/server/handlers.ts'
import { shiftHandlers } from '#features/shifts/server/handlers.ts'
import { siteFinderHandlers } from '#features/site-finder/server/handlers.ts'
import { studentHandlers } from '#features/students/server/handlers.ts'
import { userHandlers } from '#features/users/server/handlers.ts'
import type { RequestContext } from '#platform/server/guard.ts'
import { type Ask, measureNation } from '../lib/national.ts'

// The search bar as each role uses it (features/search/web/sources.ts): all of its lists at once, and each alone. Goal: 100 ms.
// node bench/search/search.ts [--quick] [--shares 0.01,0.1,1] [--keep FOLDER] [--only WORDS]

const students = studentHandlers()
const people = personHandlers()
// A list of people needs no services.
const users = userHandlers({} as Parameters<typeof userHandlers>[0])
const shifts = shiftHandlers()
const notAsked = () => Promise.reject(new Error('not asked'))
const cohorts = cohortHandlers({
  readinessOf: notAsked,
  missingHoursOf: notAsked,
  loadCohortHours: notAsked,
  seats: { removeSeat: notAsked, decideRequest: notAsked },
})
const partnerships = partnershipHandlers({ moveShifts: moveElsewhere })
const sites = siteFinderHandlers()
const facilities = facilityHandlers({ settleShift: cancelOrMoveShift })
const schools = schoolHandlers()
const assignments = assignmentHandlers()
const entities = entityHandlers()
const team = facilityTeamHandlers()

const words = ['memorial', 'grace', 'general', 'nguyen', 'children', 'ro', 'baptist', 'singh']
type Call = (q: string, context: RequestContext) => Promise<unknown>
const foundShifts: Call = (q, context) =>
  call(shifts.list, { q, page_size: 5, sort: 'date', dir: 'desc', is_brief: true }, { context })

const lists: Partial<Record<Ask['as'], Record<string, Call>>> = {
  school_admin: {
    students: (q, context) => call(students.list, { q, is_brief: true }, { context }),
    proctors: (q, context) => call(people.list, { view: 'proctors', q }, { context }),
    shifts: foundShifts,
    cohorts: (_q, context) => call(cohorts.list, {}, { context }),
    partnerships: (_q, context) => call(partnerships.list, {}, { context }),
    sites: (q, context) => call(sites.find, { q }, { context }),
  },
  facility_admin: {
    sites: (search, context) => call(entities.find, { kind: 'site', search }, { context }),
    units: (search, context) => call(entities.find, { kind: 'unit', search }, { context }),
    people: (q, context) => call(team.users, { q }, { context }),
    shifts: foundShifts,
    partnerships: (_q, context) => call(partnerships.list, { here: true }, { context }),
  },
  superadmin: {
    users: (q, context) => call(users.list, { q, page_size: 5, is_brief: true }, { context }),
    shifts: foundShifts,
    partnerships: (q, context) => call(partnerships.find, { q }, { context }),
    organizations: (search, context) => call(facilities.search, { search, page_size: 5 }, { context }),
    schools: (search, context) => call(schools.list, { search, page_size: 5 }, { context }),
  },
  proctor: {
    students: (q, context) => call(assignments.findProctorStudents, { q }, { context }),
    shifts: foundShifts,
  },
  student: { shifts: (_q, context) => call(assignments.mine, {}, { context }) },
}

const asks = (Object.entries(lists) as [Ask['as'], Record<string, Call>][]).flatMap(([as, all]): Ask[] => [
  {
    what: `search of a ${as}`,
    as,
    ask: (context, turn) =>
      Promise.all(Object.values(all).map((find) => find(words[turn % words.length]!, context))),
  },
  ...Object.entries(all).map(([list, find]): Ask => ({
    what: `search of a ${as}: ${list}`,
    as,
    ask: (context, turn) => find(words[turn % words.length]!, context),
  })),
])

await measureNation({ title: 'The search in the bar', asks })
