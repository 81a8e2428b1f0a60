/**
 * Every procedure that shows a student's record, or exports a list, says so in its contract, and the trail records who called it. The
 * answers tell which these are, so new procedures are included automatically; exceptions are listed here with the reason.
 */
import * as z from 'zod'
import { describe, expect, it } from 'vitest'
import { roles } from '#core/roles.ts'
import type { TrailMeta } from '#core/api-meta.ts'
import { recordPartLabels } from '#features/audit/web/access-words.ts'
import { peopleIn } from '#platform/server/record-access.ts'
import { type Call, everyCall } from './testing.ts'

/** Answers that name a person but are no view of a student's record, each with its reason. */
const NOT_RECORDED: Record<string, string> = {
  'accounts.me': 'who is signed in: the name, the role, and the school or facility, on every page',
  'systemSettings.getConfig': 'which superadmin set what for the whole installation',
  'accounts.resetLink': 'the holder of the link, before they are anyone',
  'approvals.list':
    'people who ask to come in: no students of the school yet, and the decision is in the trail',
  'cohorts.classmates': 'names alone, which classmates see of each other (directory information)',
  'cohorts.get': 'the advisors of a cohort, and how many students it has',
  'cohorts.choices': 'advisors and programs to choose from',
  'cohorts.list': 'the advisors of cohorts',
  'cohorts.mine': 'the advisors of cohorts',
  'capstone.candidates': 'nurses of a facility',
  'capstone.faculty': 'instructors and administrators of a school',
  'preceptors.list': 'nurses of a facility',
  'preceptors.mine': 'one’s own profiles',
  'demo.get': 'the invented people of the demonstration',
  'facilities.findBySlug': 'administrators of a facility',
  'facilities.get': 'administrators of a facility',
  'facilityTeam.coverChoices': 'administrators of a facility',
  'facilityTeam.covering': 'administrators of a facility',
  'facilityTeam.overview': 'people of a facility',
  'facilityTeam.users': 'people of a facility',
  'hoursImports.check': 'the rows of the file that the asker sends, judged',
  'invitations.list': 'addresses that were invited: no students yet',
  'jobs.items': 'what one’s own job worked on, by the labels that its command had shown',
  'hoursRequests.mine': 'one’s own',
  'permissionRequests.people': 'people of a facility',
  'permissions.ofUser': 'administrators of a facility',
  'permissions.report': 'administrators of a facility',
  'permissions.successors': 'administrators of a facility',
  'privacy.roster': 'each name shown is a row of disclosures, written in the transaction that answers',
  'rotations.preview': 'the shifts of a rotation, by the days and times that would change',
  'schoolReports.saved': 'administrators of a school',
  'schools.account': 'administrators of a school',
  'shiftApprovals.dayRoster':
    'each name shown is a row of disclosures, written in the transaction that answers',
  'shiftPlans.get': 'instructors of a school, and units to choose from',
  'shifts.trail': 'a shift’s history: who came and went is in its roster, which is recorded',
}

/** Fields that name a person in an answer. */
const NAMES_A_PERSON = /^(student_id|student_name|full_name|student_number|emergency_contact|label)$/
/** Fields with those names that are not about a person. */
const NO_PERSON =
  /^(facilities\.|credentialTypes\.|instruments\.|evaluations\.feedback|notifications\.getPreferences|shifts\.get$)/

const calls = everyCall()
const reads = calls.filter(({ meta }) => !meta.write)

describe('the access trail', () => {
  it('has every read that names a person, or the reason why not', () => {
    const naming = reads.filter(
      ({ name, output }) =>
        !NO_PERSON.test(name) && fieldsOf(output).some((path) => NAMES_A_PERSON.test(path.at(-1)!)),
    )
    expect(naming.length).toBeGreaterThan(20)
    expect(
      naming.filter(({ meta, name }) => !meta.trail && !NOT_RECORDED[name]).map(({ name }) => name),
    ).toEqual([])
    const unrecorded = calls.filter(({ meta }) => !meta.trail).map(({ name }) => name)
    expect(Object.keys(NOT_RECORDED).filter((name) => !unrecorded.includes(name))).toEqual([])
  })

  it('has every export', () => {
    const exports = calls.filter(({ name, path }) => /export/i.test(`${name} ${path}`))
    expect(exports.length).toBeGreaterThan(12)
    expect(exports.filter(({ meta }) => meta.trail?.kind !== 'export').map(({ name }) => name)).toEqual([])
    // The log says of these that they contain no student records.
    const withoutRecords = exports.filter(({ meta }) => meta.trail?.what === 'data').map(({ name }) => name)
    expect(
      withoutRecords.filter((name) => /^(passport|credentials|hours|students|people)\./.test(name)),
    ).toEqual([])
  })

  it('finds the people where the contract says they are', () => {
    const recorded = calls.filter(({ meta }) => meta.trail)
    expect(recorded.flatMap((call) => missingPaths(call).map((path) => `${call.name}: ${path}`))).toEqual([])
    const noted = recorded.filter(({ meta }) => !meta.trail!.isWrittenByDatabase)
    expect(noted.filter(({ meta }) => meta.trail!.kind === 'view' && !meta.trail!.people?.length)).toEqual([])
  })

  it('detects a path that matches nothing', () => {
    const trail: TrailMeta = { kind: 'view', what: 'list', people: ['output.rows.*.id', 'input.student_id'] }
    const output = z.object({ rows: z.array(z.object({ id: z.uuid() })) })
    const call = (shape: z.ZodType) =>
      ({
        meta: { access: 'any', write: false, trail },
        input: z.object({}),
        output: shape,
      }) as unknown as Call
    expect(missingPaths(call(output))).toEqual(['input.student_id'])
    expect(missingPaths(call(z.object({})))).toEqual(['output.rows.*.id', 'input.student_id'])
  })

  it('has a label for each part of a record', () => {
    expect(
      calls.filter(({ meta }) => meta.trail && !recordPartLabels[meta.trail.what]).map(({ name }) => name),
    ).toEqual([])
  })

  it('leaves out one’s own record, unless someone else acts as the person', () => {
    const [own, other] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']
    const trail: TrailMeta = { kind: 'view', what: 'list', people: ['output.*.student_id', 'viewer'] }
    const output = [{ student_id: own }, { student_id: other }, { student_id: 'no id' }, null]
    const viewer = { userId: own, role: roles[0], impersonation: null }
    expect(peopleIn(trail, {}, output, viewer as never)).toEqual([other])
    expect(peopleIn(trail, {}, output, { ...viewer, impersonation: {} } as never)).toEqual([own, other])
    expect(peopleIn(trail, {}, output, null)).toEqual([own, other])
  })

  it('leaves out classmates who look at a swap that concerns them, and no one else', () => {
    const [own, other] = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']
    const { trail } = calls.find(({ name }) => name === 'assignments.swaps')!.meta
    const output = { rows: [{ from_student_id: other, to_student_id: own }] }
    const readBy = (role: string, impersonation: object | null = null) =>
      peopleIn(trail!, {}, output, { userId: own, role, impersonation } as never)
    expect(readBy('student')).toEqual([])
    expect(readBy('student', {})).toEqual([other, own])
    expect(readBy('school_admin')).toEqual([other])
  })
})

function missingPaths({ meta, input, output }: Call): string[] {
  const fields = { input: fieldsOf(input), output: fieldsOf(output) }
  return (meta.trail?.people ?? []).filter((path) => {
    if (path === 'viewer') return false
    const [root, ...steps] = path.split('.')
    return !fields[root as 'input' | 'output'].some((found) => found.join('.') === steps.join('.'))
  })
}

/** The fields of a schema by their paths, `*` for the elements of an array. */
function fieldsOf(schema: z.ZodType | undefined, path: string[] = []): string[][] {
  const def = (schema as { def?: Record<string, unknown> } | undefined)?.def
  if (!def || path.length > 8) return []
  if (def['type'] === 'object')
    return Object.entries(def['shape'] as Record<string, z.ZodType>).flatMap(([key, value]) =>
      fieldsOf(value, [...path, key]),
    )
  if (def['type'] === 'array') return fieldsOf(def['element'] as z.ZodType, [...path, '*'])
  if (def['type'] === 'union')
    return (def['options'] as z.ZodType[]).flatMap((option) => fieldsOf(option, path))
  if (def['type'] === 'pipe') return fieldsOf(def['out'] as z.ZodType, path)
  if (def['innerType']) return fieldsOf(def['innerType'] as z.ZodType, path)
  return [path]
}
