import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { MappingWord } from '../../contract.ts'
import { mappingRefusals } from '../../messages.ts'
import { wordsApart } from '../../rules.ts'
import { isAtOrBelow } from '../queries/is-at-or-below.ts'
import { partyOf } from '../queries/party-of.ts'

type NewWord = Pick<MappingWord, 'id' | 'facility_id' | 'term' | 'specialty'>

/** Adds a word for a specialty; a facility admin's defaults to their own facility. */
export async function addWord(tx: Tx, { id, facility_id, term: typed, specialty }: NewWord): Promise<void> {
  const term = wordsApart(typed)
  if (term === '') refuse(mappingRefusals, refusal('mapping.word_empty'))
  const { party, facilityId } = await partyOf(tx)
  const at = facility_id ?? facilityId
  if (party === 'facility' && !(await isAtOrBelow(tx, at, facilityId)))
    refuse(mappingRefusals, refusal('mapping.no_facility'))
  await tx
    .insertInto('mapping_words')
    .values({ id, facility_id: at, term, specialty })
    .onConflict((taken) => taken.column('id').doNothing())
    .execute()
}

/** Removes one of the actor's words; does nothing if it is already gone. */
export async function removeWord(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('mapping_words').where('id', '=', id).execute()
}
