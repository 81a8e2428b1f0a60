import { takenSeats } from '#core/seat-statuses.ts'
import { loadProgress } from '#features/hours/server/public.ts'
import { documentsOf } from './documents-of.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Declaration, OwnWishlist } from '../../contract.ts'
import { clashOf, completedOf, milesBetween, missingOf } from '../../rules.ts'
import { findWishlists } from './find-wishlists.ts'
import { listOptions } from './list-options.ts'

/** The wishlists of the calling student with their options, their ranking, best first, and their declaration. */
export async function listOwn(tx: Tx, studentId: string, id?: string): Promise<OwnWishlist[]> {
  const wishlists = await findWishlists(tx, id)
  const ids = wishlists.map((wishlist) => wishlist.id)
  if (ids.length === 0) return []
  const options = await listOptions(tx, ids)
  const about = await loadOwnFacts(tx, studentId)
  const declarations = await listDeclarations(tx, studentId, ids)
  const choices = await tx
    .selectFrom('wishlist_choices')
    .select(['campaign_id', 'option_id', 'comment'])
    .where('campaign_id', 'in', ids)
    .where('student_id', '=', studentId)
    .orderBy('rank')
    .execute()
  return wishlists.map(
    ({ school_id: _school, cohort_ids: _cohorts, concerns_until: _until, today: _today, ...wishlist }) => {
      const { home, ...declaration } = declarations.get(wishlist.id) ?? NOTHING
      const project = about.projects.find(({ semester_id: semester }) => semester === wishlist.semester_id)
      return {
        ...wishlist,
        declaration,
        needs_project: wishlist.kind === 'capstone' && !project,
        options: options
          .filter((option) => option.campaign_id === wishlist.id)
          .map(({ campaign_id: _id, source_id: _source, ranked: _ranked, ...option }) => ({
            ...option,
            ...(wishlist.kind === 'capstone' && { hours: Number(project?.required_hours ?? 0) }),
            miles: milesTo(home, option),
            clashes_on: clashOf(option, about.shifts),
            hours_needed: about.gaps[option.specialty] ?? 0,
            missing: missingOf(option, about.completed),
          })),
        choices: choices
          .filter((choice) => choice.campaign_id === wishlist.id)
          .map(({ option_id, comment }) => ({ option_id, comment })),
      }
    },
  )
}

type Point = { latitude: number; longitude: number }
type Said = OwnWishlist['declaration'] & { home: Point | null }
const NOTHING: Said = {
  postal_code: null,
  hardship_kind: null,
  hardship_detail: null,
  hardship_file_ids: [],
  hardship_files: [],
  hardship_status: 'none',
  conflicts: [],
  home: null,
}

function milesTo(
  home: Point | null,
  { latitude, longitude }: { latitude: number | null; longitude: number | null },
) {
  return home && latitude !== null && longitude !== null ? milesBetween(home, { latitude, longitude }) : null
}

async function listDeclarations(
  tx: Tx,
  studentId: string,
  ids: readonly string[],
): Promise<Map<string, Said>> {
  const rows = await tx
    .selectFrom('wishlist_submissions as b')
    .leftJoin('postal_codes as p', 'p.postal_code', 'b.postal_code')
    .select([
      'b.campaign_id',
      'b.postal_code',
      'b.hardship_kind',
      'b.hardship_detail',
      'b.hardship_file_ids',
      documentsOf.as('hardship_files'),
      'b.hardship_status',
      'b.conflicts',
      'p.latitude',
      'p.longitude',
    ])
    .where('b.campaign_id', 'in', ids)
    .where('b.student_id', '=', studentId)
    .execute()
  return new Map(
    rows.map(({ campaign_id: id, latitude, longitude, conflicts, ...said }) => [
      id,
      {
        ...(said as Omit<Said, 'home' | 'conflicts'>),
        conflicts: conflicts as unknown as Declaration['conflicts'],
        home: latitude !== null && longitude !== null ? { latitude, longitude } : null,
      },
    ]),
  )
}

/** The student's upcoming shifts, approved capstone projects, and hours still needed by specialty. */
async function loadOwnFacts(tx: Tx, studentId: string) {
  const shifts = await tx
    .selectFrom('assignments as a')
    .innerJoin('shifts as s', 's.id', 'a.shift_id')
    .select(['s.date', 's.start_time', 's.end_time'])
    .where('a.student_id', '=', studentId)
    .where('a.status', 'in', takenSeats)
    .execute()
  const [progress] = await loadProgress(tx, { students: [studentId] })
  const gaps: Record<string, number> = {}
  for (const { specialty, gap } of progress?.by_specialty ?? []) gaps[specialty] = Math.max(0, gap ?? 0)
  const projects = await tx
    .selectFrom('capstone_projects')
    .select(['semester_id', 'required_hours'])
    .where('student_id', '=', studentId)
    .where('status', 'in', ['approved', 'awaiting_preceptor', 'matched', 'active', 'completed', 'closed'])
    .execute()
  return { shifts, gaps, projects, completed: completedOf(progress?.by_specialty ?? []) }
}
