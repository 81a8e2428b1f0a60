import {
  IconBuildingHospital,
  IconCalendarEvent,
  IconCalendarOff,
  IconHeartHandshake,
  IconSchool,
  IconStethoscope,
  IconUser,
  IconUsersGroup,
} from '@tabler/icons-react'
import type { Role } from '#core/roles.ts'
import type { assignmentsContract } from '#features/assignments/contract.ts'
import type { cohortsContract } from '#features/cohorts/contract.ts'
import type { entitiesContract } from '#features/entities/contract.ts'
import type { facilitiesContract } from '#features/facilities/contract.ts'
import type { facilityTeamContract } from '#features/facility-team/contract.ts'
import type { partnershipsContract } from '#features/partnerships/contract.ts'
import type { peopleContract } from '#features/people/contract.ts'
import type { schoolsContract } from '#features/schools/contract.ts'
import type { shiftsContract } from '#features/shifts/contract.ts'
import { nameOf, facilityLabel, whenWords } from '#features/shifts/web/public.ts'
import type { siteFinderContract } from '#features/site-finder/contract.ts'
import type { studentsContract } from '#features/students/contract.ts'
import type { usersContract } from '#features/users/contract.ts'
import { featureClient } from '#platform/web/api.ts'
import type { Command } from '#ui/palette-host.ts'

const students = featureClient<typeof studentsContract>('students')
const people = featureClient<typeof peopleContract>('people')
const users = featureClient<typeof usersContract>('users')
const shifts = featureClient<typeof shiftsContract>('shifts')
const cohorts = featureClient<typeof cohortsContract>('cohorts')
const partnerships = featureClient<typeof partnershipsContract>('partnerships')
const sites = featureClient<typeof siteFinderContract>('siteFinder')
const organizations = featureClient<typeof facilitiesContract>('facilities')
const assignments = featureClient<typeof assignmentsContract>('assignments')
const entities = featureClient<typeof entitiesContract>('entities')
const team = featureClient<typeof facilityTeamContract>('facilityTeam')
const schools = featureClient<typeof schoolsContract>('schools')

/** Maximum number of results of each kind. */
const MAX_PER_SOURCE = 5
const first = <Row>(rows: readonly Row[]): Row[] => rows.slice(0, MAX_PER_SOURCE)

/** A kind of thing that can be found by name, from the same list that one of the person's pages shows. */
export interface Source {
  id: string
  /** Roles whose pages have the list. */
  roles: readonly Role[]
  find: (words: string, signal: AbortSignal) => Promise<Command[]>
}

const SCHOOL: readonly Role[] = ['school_admin', 'school_super_admin']

const includes = (text: string | null, words: string): boolean =>
  text?.toLowerCase().includes(words.toLowerCase()) ?? false

/** A partnership that opens on the person's own page for it. */
const partnershipLine = (id: string, label: string, page: string): Command => ({
  id: `partnership ${id}`,
  label,
  group: 'Partnerships',
  icon: IconHeartHandshake,
  href: `${page}?partnership=${id}`,
})

/** Sites or units of the facility that the person works in. */
const ownFacilities = (kind: 'site' | 'unit', group: string): Source => ({
  id: `own ${kind}s`,
  roles: ['facility_admin'],
  find: async (search, signal) => {
    const rows = await entities.find({ kind, search }, { signal })
    return first(rows).map((row) => ({
      id: `${kind} ${row.id}`,
      label: row.name,
      description: row.detail,
      group,
      icon: IconBuildingHospital,
      href: `/admin/${kind}s/${row.id}/detail`,
    }))
  },
})
/** An action that can be started from anywhere, found by its name and by its purpose. */
const closeDays = {
  id: 'close days',
  label: 'Close days in your units…',
  group: 'Actions',
  icon: IconCalendarOff,
  href: '/facility/management?close=all',
}
const closeDaysWords = `${closeDays.label} blackout closed holiday survey`

/** Everything that can be found by name, in display order. */
export const sources: readonly Source[] = [
  {
    id: 'actions',
    roles: ['facility_admin'],
    find: (q) => Promise.resolve(includes(closeDaysWords, q) ? [closeDays] : []),
  },
  {
    id: 'students',
    roles: SCHOOL,
    find: async (q, signal) => {
      const { rows } = await students.list({ q, is_brief: true }, { signal })
      return first(rows.filter(({ kind }) => kind === 'account')).map((row) => ({
        id: `student ${row.id}`,
        label: row.full_name,
        description: [row.student_number, row.cohort_name, row.email].filter(Boolean).join(' · '),
        group: 'Students',
        icon: IconUser,
        href: `/school/students/${row.id}`,
      }))
    },
  },
  {
    id: 'proctors',
    roles: SCHOOL,
    find: async (q, signal) => {
      const { rows } = await people.list({ view: 'proctors', q }, { signal })
      return first(rows).map((row) => ({
        id: `proctor ${row.id}`,
        label: row.full_name,
        description: row.email,
        group: 'Proctors',
        icon: IconStethoscope,
        href: `/school/user/${row.id}`,
      }))
    },
  },
  {
    id: 'own students',
    roles: ['proctor'],
    find: async (q, signal) => {
      const rows = await assignments.findProctorStudents({ q }, { signal })
      return first(rows).map((row) => ({
        id: `student ${row.student_id}`,
        label: row.full_name,
        description: row.cohort_name ?? '',
        group: 'Students',
        icon: IconUser,
        href: `/proctor/students/${row.student_id}`,
      }))
    },
  },
  ownFacilities('site', 'Sites'),
  ownFacilities('unit', 'Units'),
  {
    id: 'team',
    roles: ['facility_admin'],
    find: async (q, signal) => {
      const { rows } = await team.users({ q }, { signal })
      return first(rows).map((row) => ({
        id: `user ${row.id}`,
        label: row.full_name,
        description: row.email,
        group: 'People',
        icon: IconUser,
        href: `/facility/users?q=${encodeURIComponent(row.email)}`,
      }))
    },
  },
  {
    id: 'users',
    roles: ['superadmin'],
    find: async (q, signal) => {
      const found = await users.list({ q, page_size: MAX_PER_SOURCE, is_brief: true }, { signal })
      return found.people.map((person) => ({
        id: `user ${person.id}`,
        label: person.full_name,
        description: person.email,
        group: 'People',
        icon: IconUser,
        href: `/admin/users?person=${person.id}`,
      }))
    },
  },
  {
    id: 'shifts',
    roles: [...SCHOOL, 'superadmin', 'proctor', 'facility_admin'],
    find: async (q, signal) => {
      const { rows } = await shifts.list(
        { q, page_size: MAX_PER_SOURCE, sort: 'date', dir: 'desc', is_brief: true },
        { signal },
      )
      return rows.map((row) => ({
        id: `shift ${row.id}`,
        label: nameOf(row),
        description: `${whenWords(row)} · ${facilityLabel(row)}`,
        group: 'Shifts',
        icon: IconCalendarEvent,
        href: `/shift/${row.id}`,
      }))
    },
  },
  {
    id: 'my shifts',
    roles: ['student'],
    find: async (q, signal) => {
      const seats = await assignments.mine({}, { signal })
      return first(
        seats
          .map(({ shift }) => shift)
          .filter((row) => includes(`${nameOf(row)} ${facilityLabel(row)} ${whenWords(row)}`, q)),
      ).map((row) => ({
        id: `shift ${row.id}`,
        label: nameOf(row),
        description: `${whenWords(row)} · ${facilityLabel(row)}`,
        group: 'Shifts',
        icon: IconCalendarEvent,
        href: `/shift/${row.id}`,
      }))
    },
  },
  {
    id: 'cohorts',
    roles: SCHOOL,
    find: async (q, signal) => {
      const rows = await cohorts.list({}, { signal })
      return first(rows.filter((row) => includes(row.name, q) || includes(row.code, q))).map((row) => ({
        id: `cohort ${row.id}`,
        label: row.name,
        group: 'Cohorts',
        icon: IconUsersGroup,
        href: `/school/cohorts/${row.id}`,
      }))
    },
  },
  {
    id: 'partnerships',
    roles: SCHOOL,
    find: async (q, signal) => {
      const rows = await partnerships.list({}, { signal })
      return first(rows.filter((row) => includes(row.organization_name, q))).map((row) =>
        partnershipLine(row.id, row.organization_name, '/school/partnerships'),
      )
    },
  },
  {
    id: 'partner schools',
    roles: ['facility_admin'],
    find: async (q, signal) => {
      const rows = await partnerships.list({ here: true }, { signal })
      return first(rows.filter((row) => includes(row.school_name, q))).map((row) => ({
        ...partnershipLine(row.id, row.school_name, '/facility/management'),
        description: row.organization_name,
      }))
    },
  },
  {
    id: 'all partnerships',
    roles: ['superadmin'],
    find: async (q, signal) => {
      const rows = await partnerships.find({ q }, { signal })
      return first(rows).map((row) =>
        partnershipLine(row.id, `${row.school_name} and ${row.organization_name}`, '/admin/relationships'),
      )
    },
  },
  {
    id: 'sites',
    roles: SCHOOL,
    find: async (q, signal) => {
      const { rows } = await sites.find({ q }, { signal })
      return first(rows).map((row) => ({
        id: `site ${row.id}`,
        label: row.name,
        description: [row.organization_name, row.city, row.state].filter(Boolean).join(' · '),
        group: 'Sites',
        icon: IconBuildingHospital,
        href: `/school/facilities?q=${encodeURIComponent(row.name)}&site=${row.id}`,
      }))
    },
  },
  {
    id: 'organizations',
    roles: ['superadmin'],
    find: async (search, signal) => {
      const { rows } = await organizations.search({ search, page_size: MAX_PER_SOURCE }, { signal })
      return rows.map((row) => ({
        id: `organization ${row.id}`,
        label: row.name,
        description: [row.city, row.state].filter(Boolean).join(', '),
        group: 'Organizations',
        icon: IconBuildingHospital,
        href: `/admin/organizations/${row.id}/detail`,
      }))
    },
  },
  {
    id: 'schools',
    roles: ['superadmin'],
    find: async (search, signal) => {
      const { rows } = await schools.list({ search, page_size: MAX_PER_SOURCE }, { signal })
      return rows.map((row) => ({
        id: `school ${row.id}`,
        label: row.name,
        description: [row.city, row.state].filter(Boolean).join(', '),
        group: 'Schools',
        icon: IconSchool,
        href: `/admin/schools/${row.id}`,
      }))
    },
  },
]

/** Searches every list of the role at once; a list that fails does not hide the results of others. */
export async function findAll(
  role: Role,
  words: string,
  signal: AbortSignal,
  from: readonly Source[] = sources,
): Promise<{ commands: Command[]; hasFailed: boolean }> {
  const answers = await Promise.allSettled(
    from.filter(({ roles }) => roles.includes(role)).map(({ find }) => find(words, signal)),
  )
  return {
    commands: answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : [])),
    hasFailed: answers.some(({ status }) => status === 'rejected'),
  }
}
