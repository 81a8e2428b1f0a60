import { formatNumber } from '#core/number-text.ts'
import { roleLabels } from '#core/roles.ts'
import type { Broadcast } from '../contract.ts'

/** The audience of an announcement as text: "All students", "Lakeshore College", "Jenna Park". */
export function audienceText({
  audience,
  audience_role,
  audience_name,
}: Pick<Broadcast, 'audience' | 'audience_role' | 'audience_name'>): string {
  if (audience !== 'role') return audience_name ?? '—'
  const label = roleLabels[audience_role as keyof typeof roleLabels] ?? audience_role ?? ''
  return `All ${label.toLowerCase()}s`
}

/** How many were notified: "312", or "12,000 of 100,000 sent" while it is being sent. */
export function reachText({
  recipient_count: notified,
  expected_count: meant,
  finished_at,
}: Pick<Broadcast, 'recipient_count' | 'expected_count' | 'finished_at'>): string {
  const [some, all] = [notified, Math.max(notified, meant)].map((count) => formatNumber(count))
  return finished_at ? some! : `${some} of ${all} sent`
}

/** "1 person", "312 people". */
export function peopleCount(count: number): string {
  return count === 1 ? '1 person' : `${formatNumber(count)} people`
}
