import {
  IconAlertTriangle,
  IconArchive,
  IconArrowBackUp,
  IconBan,
  IconCheck,
  IconCircleCheck,
  IconCircleDashed,
  IconCircleX,
  IconClock,
  IconClockOff,
  IconEyeOff,
  IconHourglass,
  IconLock,
  IconMail,
  IconPencil,
  IconPlayerPause,
  IconProgress,
  IconSend,
  IconUserOff,
  IconUsers,
  IconWorld,
  type Icon,
} from '@tabler/icons-react'

import type { Hue } from './theme.ts'

export interface StateLook {
  label: string
  hue: Hue
  icon: Icon
}

/*
 * The color language: gray = not in force, yellow = someone is waiting, blue = open to others, teal = in progress, green = good, orange =
 * back with you, red = no, violet = held. Color is never the only sign: icon and word go with it.
 */
export const states = {
  draft: { label: 'Draft', hue: 'gray', icon: IconPencil },
  invited: { label: 'Invited', hue: 'yellow', icon: IconMail },
  submitted: { label: 'Submitted', hue: 'yellow', icon: IconSend },
  pending: { label: 'Pending', hue: 'yellow', icon: IconHourglass },
  in_review: { label: 'In review', hue: 'yellow', icon: IconClock },
  requested: { label: 'Requested', hue: 'yellow', icon: IconSend },
  under_review: { label: 'Under review', hue: 'yellow', icon: IconClock },
  waitlisted: { label: 'Waitlisted', hue: 'yellow', icon: IconClock },
  due_soon: { label: 'Due soon', hue: 'yellow', icon: IconClock },
  published: { label: 'Published', hue: 'blue', icon: IconWorld },
  open: { label: 'Open', hue: 'blue', icon: IconWorld },
  upcoming: { label: 'Upcoming', hue: 'blue', icon: IconClock },
  trial: { label: 'Trial', hue: 'blue', icon: IconClock },
  active: { label: 'Active', hue: 'green', icon: IconCircleCheck },
  approved: { label: 'Approved', hue: 'green', icon: IconCircleCheck },
  accepted: { label: 'Accepted', hue: 'green', icon: IconCircleCheck },
  confirmed: { label: 'Confirmed', hue: 'green', icon: IconCircleCheck },
  verified: { label: 'Verified', hue: 'green', icon: IconCircleCheck },
  compliant: { label: 'Compliant', hue: 'green', icon: IconCircleCheck },
  in_progress: { label: 'In progress', hue: 'teal', icon: IconProgress },
  completed: { label: 'Completed', hue: 'evergreen', icon: IconCheck },
  full: { label: 'Full', hue: 'violet', icon: IconUsers },
  paused: { label: 'Paused', hue: 'violet', icon: IconPlayerPause },
  on_hold: { label: 'On hold', hue: 'violet', icon: IconPlayerPause },
  suspended: { label: 'Suspended', hue: 'violet', icon: IconPlayerPause },
  locked: { label: 'Locked', hue: 'violet', icon: IconLock },
  returned: { label: 'Returned', hue: 'orange', icon: IconArrowBackUp },
  ending: { label: 'Ending', hue: 'orange', icon: IconHourglass },
  expiring: { label: 'Expiring', hue: 'orange', icon: IconHourglass },
  needs_info: { label: 'Needs information', hue: 'orange', icon: IconArrowBackUp },
  at_risk: { label: 'At risk', hue: 'orange', icon: IconAlertTriangle },
  overdue: { label: 'Overdue', hue: 'red', icon: IconAlertTriangle },
  missing: { label: 'Missing', hue: 'red', icon: IconAlertTriangle },
  failed: { label: 'Failed', hue: 'red', icon: IconAlertTriangle },
  declined: { label: 'Declined', hue: 'red', icon: IconCircleX },
  rejected: { label: 'Rejected', hue: 'red', icon: IconCircleX },
  no_show: { label: 'No show', hue: 'red', icon: IconUserOff },
  revoked: { label: 'Revoked', hue: 'red', icon: IconBan },
  expired: { label: 'Expired', hue: 'gray', icon: IconClockOff },
  terminated: { label: 'Terminated', hue: 'gray', icon: IconBan },
  cancelled: { label: 'Canceled', hue: 'gray', icon: IconBan },
  withdrawn: { label: 'Withdrawn', hue: 'gray', icon: IconArrowBackUp },
  unpublished: { label: 'Unpublished', hue: 'gray', icon: IconEyeOff },
  inactive: { label: 'Inactive', hue: 'gray', icon: IconCircleDashed },
  deactivated: { label: 'Deactivated', hue: 'gray', icon: IconUserOff },
  archived: { label: 'Archived', hue: 'gray', icon: IconArchive },
} as const satisfies Record<string, StateLook>

export type StateName = keyof typeof states

const readable = (name: string) => {
  const words = name.replaceAll(/[_-]+/g, ' ').trim().toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Label, color and icon of a state; "Needs-Info" and "needs_info" are the same, and an unknown name is rendered gray under its own name.
 */
export function stateLook(name: string): StateLook {
  const key = name
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_')
  if (Object.hasOwn(states, key)) return states[key as StateName]
  return { label: readable(name), hue: 'gray', icon: IconCircleDashed }
}
