import { roleLabels } from '#core/roles.ts'
import type { Broadcast } from '../contract.ts'

/** Whom an announcement meant, in words: "All students", "Lakeshore College", "Jenna Park". */
export function audienceWords({
  audience,
  audience_role,
  audience_name,
}: Pick<Broadcast, 'audience' | 'audience_role' | 'audience_name'>): string {
  if (audience !== 'role') return audience_name ?? '—'
  const label = roleLabels[audience_role as keyof typeof roleLabels] ?? audience_role ?? ''
  return `All ${label.toLowerCase()}s`
}

/** "1 person", "312 people". */
export function peopleWords(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en-US')} people`
}
