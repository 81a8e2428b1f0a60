import { refusalMessage } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { OpenedRequests } from '../../contract.ts'
import { requestLinkRefusals } from '../../messages.ts'
import { requestLinkBlocker } from '../../rules.ts'
import { openLink } from '../commands/open-link.ts'
import { requestsOfLink } from './requests-of-link.ts'

type Opened = { isKnown: boolean; answer: OpenedRequests }

/** What a link shows: the requests that need its person's answer, or why it can't be used, with the next step. */
export async function openRequests(tx: Tx, hash: string): Promise<Opened> {
  const link = await openLink(tx, hash)
  const state = link?.state ?? 'unknown'
  const blocker = requestLinkBlocker(state)
  if (!link || blocker)
    return {
      isKnown: link !== undefined,
      answer: {
        message: blocker && refusalMessage(requestLinkRefusals, blocker),
        needs_sign_in: state === 'sign_in',
        school_name: null,
        expires_at: null,
        requests: [],
      },
    }
  const school = await tx
    .selectFrom('schools')
    .select('name')
    .where('id', '=', link.school_id)
    .executeTakeFirst()
  return {
    isKnown: true,
    answer: {
      message: null,
      needs_sign_in: false,
      school_name: school?.name ?? null,
      expires_at: link.expires_at,
      requests: await requestsOfLink(tx, link),
    },
  }
}
