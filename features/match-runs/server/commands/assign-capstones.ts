import { loadPlacings, assignProject } from '#features/capstone/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { NotPlaced } from '../../contract.ts'
import type { PlacedOption } from '../queries/list-placed.ts'

type Semester = { school_id: string; semester_id: string }

/**
 * Asks the preceptors and units of a match to take their students, each with the command that a school uses for one. Those that can no
 * longer be asked are added to the list. Returns how many were asked.
 */
export async function assignCapstones(
  tx: Tx,
  semester: Semester,
  placed: readonly PlacedOption[],
  { refused, appUrl }: { refused: NotPlaced[]; appUrl: string },
): Promise<number> {
  const people = placed.flatMap((option) => option.students)
  const ids = people.map(({ id }) => id)
  const { projects, closed } = await loadPlacings(tx, semester, ids, placed)
  const wrong = placed.flatMap((option) =>
    option.students.flatMap(({ id, name }) => {
      const found = closed.find((one) => one.student_id === id && one.option_id === option.id)
      return found ? [{ student_id: id, sentence: `${name}, ${option.name}: ${found.reason}.` }] : []
    }),
  )
  refused.push(...wrong)
  if (refused.length > 0) return 0
  for (const { students, preceptor_id, unit_id } of placed)
    for (const { id } of students)
      await assignProject(tx, { project_id: projects.get(id)!, facility_id: unit_id!, preceptor_id }, appUrl)
  return people.length
}
