import { Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { validityInWords } from '#features/credential-types/rules.ts'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { ClearanceItem, Credential, ComplianceStatus } from '../contract.ts'
import { byUrgency, isShown, reasonLabels, rejectionOf, worstByType } from '../rules.ts'
import { askedBy, itemWords, lookOf } from './clearance-words.ts'
import { Attachments } from './Attachments.tsx'
import classes from './RequiredItems.module.css'

type Props = {
  label: string
  items: readonly ClearanceItem[]
  last: string
  rules: ComplianceStatus['rules']
  submissions: readonly Credential[]
  /** The action for an item. */
  action: (item: ClearanceItem) => ReactNode
}

/** What is required of a person: for each type the requirement that is met worst, with everyone who requires it and why. */
export function RequiredItems({ label, items, last, rules, submissions, action }: Props): ReactNode {
  return (
    <ul className={classes.list} aria-label={label}>
      {worstByType(items)
        .filter(isShown)
        .toSorted(byUrgency)
        .map((item) => (
          <li key={item.requirement_id} className={classes.item}>
            <div className={classes.about}>
              <Group gap="xs">
                <Text fw={600} size="sm">
                  {item.type_name}
                </Text>
                <StateBadge {...lookOf(item)} />
              </Group>
              <Text size="sm">{itemWords(item, { last })}</Text>
              <Rejected item={item} submissions={submissions} />
              <Why item={item} all={items} rules={rules} />
            </div>
            {action(item)}
          </li>
        ))}
    </ul>
  )
}

function Rejected({ item, submissions }: { item: ClearanceItem; submissions: readonly Credential[] }) {
  const rejected = rejectionOf(item, submissions)
  return (
    rejected?.reason_code && (
      <Text size="sm">
        {item.state !== 'rejected' && 'The renewal was rejected. '}
        {reasonLabels[rejected.reason_code]}. {rejected.note}
      </Text>
    )
  )
}

type WhyProps = { item: ClearanceItem; all: readonly ClearanceItem[]; rules: ComplianceStatus['rules'] }

/** Who requires it, since when and until when, when it is due, how long it must be valid; the strictest counts. */
function Why({ item, all, rules }: WhyProps): ReactNode {
  const asking = all.filter(
    (one) => one.type_id === item.type_id && (!item.is_per_facility || one.facility_id === item.facility_id),
  )
  const verb = asking.some((one) => one.is_mandatory) ? 'Required' : 'Optional, asked for'
  return (
    <details className={classes.why}>
      <summary>{`${verb} by ${[...new Set(asking.map((one) => one.scope_name))].join(', ')}: why?`}</summary>
      <Stack component="ul" gap={6} className={classes.reasons}>
        {asking.map((one) => {
          const rule = rules.find(({ requirement_id: id }) => id === one.requirement_id)
          return (
            <li key={one.requirement_id}>
              <Text size="sm">
                {[
                  askedBy(one),
                  one.due_on ? `due ${formatDate(one.due_on)}` : 'due before the first shift',
                ].join(', ')}
                .
              </Text>
              {rule && (
                <Text size="sm">{`Valid for: ${validityInWords(rule.validity).replace(/^./, (first) => first.toLowerCase())}.`}</Text>
              )}
              {rule?.instructions && <Text size="sm">{rule.instructions}</Text>}
              {rule && <Attachments files={rule.attachments} />}
            </li>
          )
        })}
      </Stack>
      {asking.length > 1 && (
        <Text size="sm">One document serves all of them. The shortest validity counts.</Text>
      )}
    </details>
  )
}
