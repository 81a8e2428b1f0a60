import type { ShiftFilter } from '#features/shifts/contract.ts'
import { type Work, nounOf, partnershipHref, partnershipsToAnswer } from './work.ts'

/** The query for the requests on a facility's dashboard: the five that are due first. */
export const facilityInbox = {
  filter: { here: true, needs: 'inbox' },
  page: { page_size: 5 },
} satisfies { filter: Partial<ShiftFilter>; page: { page_size: number } }

/** What needs the people of a facility besides the requests for shifts. */
export interface FacilityFigures {
  waiting_for_approval: number
  /** Submissions for the facility's own credential types, for its people who review them. */
  credentials_to_review: number
  /** Partnerships that need the facility's answer. */
  partnerships: readonly string[]
  /** Partnerships whose agreements end within 90 days. */
  ending: readonly string[]
  permission_requests: number
  setup_steps: number
}

/** What needs the people of a facility, most urgent first: waiting people, then what expires, then setup. */
export function facilityWork({
  waiting_for_approval: signups,
  credentials_to_review: credentials,
  partnerships,
  ending,
  permission_requests: permissions,
  setup_steps: steps,
}: FacilityFigures): Work[] {
  const work: Work[] = [
    {
      id: 'signups',
      count: signups,
      label: nounOf(signups, 'sign-up to review', 'sign-ups to review'),
      isUrgent: true,
    },
    partnershipsToAnswer(partnerships, '/facility/management'),
    {
      id: 'credentials',
      count: credentials,
      label: nounOf(credentials, 'credential to review', 'credentials to review'),
      href: '/facility/credentials',
      action: 'Review',
    },
    {
      id: 'permissions',
      count: permissions,
      label: nounOf(permissions, 'permission request to decide', 'permission requests to decide'),
      href: '/admin/permission-requests',
      action: 'Review',
    },
    {
      id: 'ending',
      count: ending.length,
      label: nounOf(ending.length, 'agreement ends within 90 days', 'agreements end within 90 days'),
      detail: 'After the last day, schools can’t request new shifts.',
      href: partnershipHref(ending, '/facility/management'),
      action: 'Renew',
    },
    {
      id: 'setup',
      count: steps,
      label: nounOf(steps, 'setup step to do', 'setup steps to do'),
      detail: 'What schools need to find you and to plan with you.',
      href: '/facility/complete-setup',
      action: 'Continue',
    },
  ]
  return work.filter(({ count }) => count > 0)
}

/** A facility's requests and other work in one order: what is urgent, requests first, then the rest. */
export function inOrder<Item extends { isUrgent?: boolean }>(
  requests: readonly Item[],
  work: readonly Item[],
): Item[] {
  const isUrgent = ({ isUrgent: urgent }: Item) => urgent === true
  return [
    ...requests.filter(isUrgent),
    ...work.filter(isUrgent),
    ...requests.filter((item) => !isUrgent(item)),
    ...work.filter((item) => !isUrgent(item)),
  ]
}
