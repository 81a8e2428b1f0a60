import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { CohortHours } from '#features/cohorts/contract.ts'
import type { Progress } from '../../contract.ts'
import {
  creditOfSemester,
  hoursByCohort,
  missingHoursWords,
  type ProgressFacts,
  progressOf,
  type SchoolFacts,
  type SemesterCredit,
  type SemesterFact,
} from '../../rules.ts'

/** Whose progress: some students, with hours by day unless not needed; or all active students of a school. */
export type Whose = { students: readonly string[]; isByDay?: boolean } | { school: string | null }

/** The progress of these students; leaves out those whose progress the caller may not see. */
export async function loadProgress(tx: Tx, whose: Whose): Promise<Progress[]> {
  const students = 'students' in whose ? whose.students : null
  const school = 'school' in whose ? whose.school : null
  const isByDay = 'students' in whose && whose.isByDay !== false
  const { rows } = await sql<LoadedFacts>`
    select f.* from app.progress_facts(${students}::uuid[],
      ${school ? sql`${school}::uuid` : sql`(select app.selected_school_id())`}, ${isByDay}) f where f.school_id is not null`.execute(
    tx,
  )
  const schools = await loadSchools(tx, rows)
  return rows.map((facts) => progressOf(facts, schools.get(facts.school_id)!))
}

/** The required hours that these students are missing, as text: "549.75 of 720 h". Leaves out those who have them all. */
export async function missingHoursOf(tx: Tx, students: readonly string[]): Promise<Map<string, string>> {
  if (students.length === 0) return new Map()
  const progress = await loadProgress(tx, { students, isByDay: false })
  return new Map(
    progress.flatMap((one) => {
      const missing = missingHoursWords(one)
      return missing ? [[one.student_id, missing] as const] : []
    }),
  )
}

/** The progress of each cohort of the current school. */
export const loadCohortHours = async (tx: Tx): Promise<CohortHours[]> =>
  hoursByCohort(await loadProgress(tx, { school: null }))

/** With one student of each school come the dates of its semesters, also of those the caller may not see. */
type LoadedFacts = ProgressFacts & { semesters: readonly Omit<SemesterFact, 'name'>[] | null }
/** What the caller may see of a school: today's date, its cap, names of its semesters, and all rules of its board in order. */
type SeenSchool = Omit<SchoolFacts, 'semesters'> & { names: Readonly<Record<string, string>> }

const seenSchool = (id: RawBuilder<unknown>) => sql<SeenSchool>`(
  select jsonb_build_object('today', app.school_today(s.id), 'own_cap_pct', (s.settings ->> 'sim_cap_pct')::float8,
    'names', coalesce((select jsonb_object_agg(t.id, t.name) from public.semesters t where t.school_id = s.id), '{}'),
    'boards', coalesce((select jsonb_agg(to_jsonb(p)) from public.regulatory_profiles c
      join public.regulatory_profiles p on p.jurisdiction = c.jurisdiction and p.level = c.level where c.id = s.regulatory_profile_id), '[]'))
  from public.schools s where s.id = ${id})`

const schoolOf = ({ names, ...school }: SeenSchool, semesters: LoadedFacts['semesters']): SchoolFacts => ({
  ...school,
  semesters: (semesters ?? []).map((one) => ({ ...one, name: names[one.id] ?? null })),
})

/** The data shared by all students of each school. */
async function loadSchools(tx: Tx, students: readonly LoadedFacts[]): Promise<Map<string, SchoolFacts>> {
  const schools = new Map<string, SchoolFacts>()
  for (const [id, of] of Map.groupBy(students, ({ school_id }) => school_id)) {
    const { rows } = await sql<{ seen: SeenSchool }>`select ${seenSchool(sql`${id}::uuid`)} as seen`.execute(
      tx,
    )
    schools.set(id, schoolOf(rows[0]!.seen, of.find(({ semesters }) => semesters)?.semesters ?? null))
  }
  return schools
}

/** The data for one student's progress. */
export type OneFacts = LoadedFacts & { seen: SeenSchool }

/** The data for one student's progress, in one statement; no row if the caller may not see it. */
export const factsOf = (student: RawBuilder<unknown>, isByDay: boolean) => sql<OneFacts>`
  select f.*, ${seenSchool(sql`f.school_id`)} as seen
  from app.progress_facts(array[${student}], null, ${isByDay}) f where f.school_id is not null`
export const factsOfOne = (student: string) => factsOf(sql`${student}::uuid`, true)

/** The progress of one student from `factsOf`. */
export const progressOfOne = ({ seen, ...facts }: OneFacts): Progress =>
  progressOf(facts, schoolOf(seen, facts.semesters))

/** The total progress of some students, and what one semester adds to it; only those the caller may see. */
export async function loadSemesterProgress(
  tx: Tx,
  { students, semesterId }: { students: readonly string[]; semesterId: string },
): Promise<{ program: Progress; semester: SemesterCredit }[]> {
  const { rows } = await sql<LoadedFacts>`
    select f.* from app.progress_facts(${students}::uuid[]) f where f.school_id is not null`.execute(tx)
  const schools = await loadSchools(tx, rows)
  return rows.map((facts) => {
    const school = schools.get(facts.school_id)!
    return { program: progressOf(facts, school), semester: creditOfSemester(facts, school, semesterId) }
  })
}
