import { formatDate } from '#core/plain-date.ts'
import type { SchoolStanding } from '#core/school-standing.ts'

/** Why a school is read-only; for any other status the first payment was not finished. */
const reasons: Record<string, string> = {
  paused: 'The trial has ended',
  unpaid: 'A payment was not made',
  canceled: 'The subscription has ended',
}

/** What the banner of every page says of how the school stands with what it pays for; `more` is left out on a phone. */
export function standingWords(
  { kind, status, until, owner, is_owner: isOwner }: SchoolStanding,
  school: string,
): { title: string; text: string; more?: string; link?: string } {
  if (kind === 'late')
    return {
      title: 'A payment is late.',
      text: until
        ? `Everything works until ${formatDate(until, 'long')}; then ${school} is read-only.`
        : `Without it ${school} becomes read-only.`,
      link: isOwner ? 'Pay in Billing' : 'Open Billing',
    }
  const title = `${school} is read-only.`
  if (status === null) return { title, text: 'Your shifts and records work as always; no new seats for now.' }
  const step = status === 'unpaid' ? 'pay the open invoice' : 'choose a plan'
  return {
    title,
    text: `${reasons[status] ?? 'The first payment was not finished'}, so nothing new can begin.`,
    more: `You can still read, export, and finish what is under way.${isOwner || !owner ? '' : ` ${owner} can ${step}.`}`,
    link: !isOwner ? 'Open Billing' : status === 'unpaid' ? 'Pay in Billing' : 'Choose a plan',
  }
}
