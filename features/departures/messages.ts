import { headingText } from '#core/notification-texts.ts'
import { conflict, invalid, notFound } from '#core/refusal.ts'

const where = 'last_day'

/** Why a departure is refused, and what would work. */
export const departureRefusals = {
  'departure.not_found': notFound(() => 'There is no such person among those you administer.'),
  'departure.none_planned': conflict(
    () => 'No departure is planned any more. Open the page again to see what happened.',
  ),
  'departure.changed': conflict(
    () => 'Someone else changed this departure meanwhile. Look at it again, then decide.',
  ),
  'departure.person_changed': conflict(
    ({ name }: { name: string }) => `${name} was changed in the meantime. Look again before you decide.`,
  ),
  'departure.not_active': conflict(
    ({ name }: { name: string }) => `${name} is not active, so there is no departure to plan.`,
  ),
  'departure.last_administrator': conflict(({ blocker }: { blocker: string }) => blocker),
  'departure.past_day': invalid(
    ({ today }: { today: string }) =>
      `The last day is ${today} or later. To close the account now, choose “At once”.`,
    where,
  ),
  'departure.far_day': invalid(
    ({ latest }: { latest: string }) => `Choose a last day up to ${latest}.`,
    where,
  ),
}

type Leaver = { name: string }

/** What people are notified of: the headings over what changes for them. */
export const notificationTexts = {
  'departure.leaving': headingText<Leaver>(({ name }) => `${name} is leaving: what changes for you`),
  'departure.left': headingText<Leaver>(({ name }) => `${name} has left: what changes for you`),
  'departure.role_changed': headingText<Leaver>(({ name }) => `${name} changes: what changes for you`),
}
