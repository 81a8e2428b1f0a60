import { formatNumber } from '#core/number-text.ts'
import { clockRange } from '#core/clock-time.ts'
import type { ReactNode } from 'react'
import { formatRange } from '#core/plain-date.ts'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { FollowUp, RotationRelease, RotationRow } from '../contract.ts'
import { releaseLabels } from '../rules.ts'

export const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
export const LONG_DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const looks: Record<RotationRelease, string> = {
  draft: 'draft',
  in_wishlist: 'open',
  matched: 'approved',
  published: 'published',
  canceled: 'cancelled',
}

/** The stage of a rotation. */
export function ReleaseBadge({ release }: { release: RotationRelease }): ReactNode {
  return <StateBadge state={looks[release]} label={releaseLabels[release]} />
}

type When = Pick<RotationRow, 'weekdays' | 'first_date' | 'last_date' | 'start_time' | 'end_time'>
/** 'Mon, Wed · 7:00 AM–3:00 PM', and 'Jan 12 – Apr 27, 2027'. */
export const timesOf = (rotation: When): { days: string; span: string } => ({
  days: `${rotation.weekdays.map((day) => DAYS[day - 1]).join(', ')} · ${clockRange(rotation.start_time, rotation.end_time)}`,
  span: formatRange(rotation.first_date, rotation.last_date),
})

/** 'Mon, Wed · 7:00 AM–3:00 PM · Jan 12 – Apr 27, 2027'. */
export const whenOf = (rotation: When): string => Object.values(timesOf(rotation)).join(' · ')

const shifts = (count: number): string => (count === 1 ? '1 shift' : `${formatNumber(count)} shifts`)

/** What a change does, one sentence each; empty if it affects no shift. */
export function followUpWords({ changed, asked, added, removed, withdrawn, canceled }: FollowUp): string[] {
  const at = changed - asked
  return [
    at > 0 && `${shifts(at)} ${at === 1 ? 'changes' : 'change'}.`,
    asked > 0 && `For ${shifts(asked)}, the facility has to agree first.`,
    added > 0 &&
      `${shifts(added)} ${added === 1 ? 'is' : 'are'} added as ${added === 1 ? 'a draft' : 'drafts'}.`,
    removed > 0 &&
      `${shifts(removed)} ${removed === 1 ? 'is' : 'are'} removed, ${removed === 1 ? 'a draft' : 'drafts'} that no facility was asked for.`,
    withdrawn > 0 && `${shifts(withdrawn)} ${withdrawn === 1 ? 'is' : 'are'} withdrawn from the facility.`,
    canceled > 0 &&
      `${shifts(canceled)} ${canceled === 1 ? 'is' : 'are'} canceled, and everyone on ${canceled === 1 ? 'it' : 'them'} is notified.`,
  ].filter((line): line is string => line !== false)
}

/** How many shifts a rotation has, and the status of upcoming ones: '15 · upcoming: 4 agreed, 6 requested, 5 drafts'. */
export function progressOf({ agreed_count, asked_count, draft_count, shift_count }: RotationRow): string {
  const parts = [
    agreed_count > 0 && `${formatNumber(agreed_count)} agreed`,
    asked_count > 0 && `${formatNumber(asked_count)} requested`,
    draft_count > 0 && `${formatNumber(draft_count)} ${draft_count === 1 ? 'draft' : 'drafts'}`,
  ].filter((part): part is string => part !== false)
  if (shift_count === 0) return 'No shifts'
  return `${formatNumber(shift_count)} · ${parts.length > 0 ? `upcoming: ${parts.join(', ')}` : 'none upcoming'}`
}
