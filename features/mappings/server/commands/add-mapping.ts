import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Mapping, RequirementKey } from '../../contract.ts'
import { mappingRefusals } from '../../messages.ts'
import { findMapping } from '../queries/find-mapping.ts'
import { listAreas, requestedSchoolOrOwn } from '../queries/list-areas.ts'
import { notifyOfProposal } from './notify-about-mapping.ts'
import { partyOf } from '../queries/party-of.ts'
import { isAtOrBelow } from '../queries/is-at-or-below.ts'

type NewMapping = RequirementKey &
  Pick<Mapping, 'id' | 'facility_id' | 'specialties' | 'min_hours' | 'priority' | 'rationale'> & {
    school_id?: string | undefined
  }

/** Proposes a mapping by hand; repeating the same id adds nothing. */
export async function addMapping(tx: Tx, { school_id: named, ...given }: NewMapping): Promise<void> {
  const school = await requestedSchoolOrOwn(tx, named)
  if (!school) return refuse(mappingRefusals, refusal('mapping.no_school'))
  if (given.facility_id === null && given.specialties.length === 0)
    refuse(mappingRefusals, refusal('mapping.nowhere'))
  const { party, facilityId } = await partyOf(tx)
  if (party === 'facility' && !(await isAtOrBelow(tx, given.facility_id, facilityId)))
    refuse(mappingRefusals, refusal('mapping.no_facility'))
  const isThere = (await listAreas(tx, school)).some(
    (area) =>
      area.program_id === given.program_id &&
      area.course_code === given.course_code &&
      area.specialty === given.specialty,
  )
  if (!isThere) refuse(mappingRefusals, refusal('mapping.requirement_gone'))
  const made = await tx
    .insertInto('mappings')
    .values({ ...given, school_id: school })
    .onConflict((taken) => taken.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made && party === 'facility') await notifyOfProposal(tx, await findMapping(tx, made.id))
}
