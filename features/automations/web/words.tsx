import type { ReactNode } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { StateBadge } from '#ui/StateBadge.tsx'
import type {
  AutomationRule,
  AutomationRunStatus,
  ChangeFacts,
  ChangeStatus,
  RuleStatus,
} from '../contract.ts'
import {
  actionLabels,
  changeLabels,
  changeLooks,
  eventLabels,
  remindLabels,
  runLabels,
  runLooks,
  statusLabels,
  statusLooks,
} from '../messages.ts'
import { scheduleWords } from '../rules.ts'

export const PAGE = '/admin/shift-automation'

export const RuleBadge = ({ status }: { status: RuleStatus }): ReactNode => (
  <StateBadge state={statusLooks[status]} label={statusLabels[status]} />
)
export const RunBadge = ({ status }: { status: AutomationRunStatus }): ReactNode => (
  <StateBadge state={runLooks[status]} label={runLabels[status]} />
)
export const ChangeBadge = ({ status }: { status: ChangeStatus }): ReactNode => (
  <StateBadge state={changeLooks[status]} label={changeLabels[status]} />
)

const named: Readonly<Record<string, (value: string) => string>> = {
  status: (value) => value,
  seat: (value) => value,
  lacks: (value) => `Lacks ${value}`,
  missing: (value) => `Missing: ${value}`,
  unit: (value) => value,
  hours: (value) => value,
  seats: (value) => `${formatNumber(Number(value))} ${value === '1' ? 'seat' : 'seats'}`,
  notice: (value) => `Reminder: ${value.toLowerCase()}`,
}

/** "Draft · 5 East · 7:00 AM–3:00 PM · 8 seats". */
const factsWords = (facts: ChangeFacts | null): string =>
  Object.entries(named)
    .flatMap(([name, words]) => (facts?.[name] == null ? [] : words(String(facts[name]))))
    .join(' · ')

/** Before and after, or what it would become. */
export const differenceWords = ({
  before,
  after,
}: {
  before: ChangeFacts | null
  after: ChangeFacts | null
}): string => [factsWords(before), factsWords(after)].filter(Boolean).join(' → ')

/** "Every Monday at 6:00 AM", or "After a shift is approved". */
export const triggerWords = ({ schedule, event }: Pick<AutomationRule, 'schedule' | 'event'>): string =>
  event === null ? scheduleWords(schedule) : `After: ${eventLabels[event].toLowerCase()}`

/** "Create shifts from a template: Adult Health I". */
export const actionWords = (
  rule: Pick<AutomationRule, 'action' | 'template_name' | 'remind_about'>,
): string =>
  rule.template_name
    ? `${actionLabels[rule.action]}: ${rule.template_name}`
    : rule.remind_about
      ? `${actionLabels[rule.action]}: ${remindLabels[rule.remind_about].toLowerCase()}`
      : actionLabels[rule.action]
