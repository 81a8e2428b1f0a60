import type { ReactNode } from 'react'
import { toastFailure } from '#platform/web/app-errors.ts'
import { PageSection } from '#ui/PageSection.tsx'
import { toast } from '#ui/toast.ts'
import type { ItemEdit, PlanItem, ShiftPlan } from '../contract.ts'
import { issueLabels } from '../messages.ts'
import { type GroupFix, groupKey, type IssueGroup, isOpen, issueGroups } from '../rules.ts'
import classes from './Creator.module.css'
import { nameOf, severityLabels } from './plan-words.tsx'
import { type PlanChanges, seen } from './queries.ts'

/** This many reasons are shown at once; the rest are collapsed. */
const SHOWN = 4

/** Reasons shared by several shifts, each shown once with the fixes that all of them have; each expands to its shifts. */
export function PlanReasons({ plan, changes }: { plan: ShiftPlan; changes: PlanChanges }): ReactNode {
  const groups = issueGroups(plan.items)
  if (groups.length === 0) return null
  const list = (some: readonly IssueGroup[]) => (
    <ul className={classes.reasons}>
      {some.map((group) => (
        <Reason
          key={group.key}
          group={group}
          mayEdit={isOpen(plan.status)}
          isBusy={changes.isBusy}
          onFix={(fix) => void applyFix(plan, changes, fix)}
        />
      ))}
    </ul>
  )
  const more = groups.slice(SHOWN)
  return (
    <PageSection title="What several shifts have in common">
      {list(groups.slice(0, SHOWN))}
      {more.length > 0 && (
        <details className={classes.more}>
          <summary>{more.length === 1 ? '1 more reason' : `${more.length} more reasons`}</summary>
          {list(more)}
        </details>
      )}
    </PageSection>
  )
}

type ReasonProps = { group: IssueGroup; mayEdit: boolean; isBusy: boolean; onFix: (fix: GroupFix) => void }

function Reason({ group, mayEdit, isBusy, onFix }: ReasonProps): ReactNode {
  const { code, severity, about, items, fixes } = group
  const own = (item: PlanItem) => item.issues.find((issue) => groupKey(issue) === group.key)!
  const button = ({ label, edits }: GroupFix, whose: string) => {
    const shown = edits.length > 1 ? `${label} (all ${edits.length})` : label
    return (
      <button
        type="button"
        key={label}
        className={classes.fix}
        disabled={isBusy}
        aria-label={`${shown}: ${whose}`}
        onClick={() => onFix({ label, edits })}
      >
        {shown}
      </button>
    )
  }
  return (
    <li>
      <details>
        <summary data-severity={severity}>
          <strong>{items.length} shifts</strong> · {severityLabels[severity]}: {issueLabels[code]}. {about}
        </summary>
        <ul className={classes.list}>
          {items.map((item) => (
            <li key={item.temp_id} className={classes.reasonRow}>
              <span>
                {nameOf(item)}
                {own(item).text !== about && <span className={classes.hours}> {own(item).text}</span>}
              </span>
              {mayEdit &&
                own(item).fixes.map(({ label, edit }) =>
                  button({ label, edits: [{ temp_id: item.temp_id, edit }] }, nameOf(item)),
                )}
            </li>
          ))}
        </ul>
      </details>
      {mayEdit && fixes.length > 0 && (
        <div className={classes.fixes}>{fixes.map((fix) => button(fix, about))}</div>
      )}
    </li>
  )
}

/** Changes all of them in one step, which can be undone in one step. */
async function applyFix(plan: ShiftPlan, { edit }: PlanChanges, { edits }: GroupFix): Promise<void> {
  try {
    const now = await edit.mutateAsync({ ...seen(plan), edits })
    const before = new Map(plan.items.map((item) => [item.temp_id, item]))
    const back = edits.map((one) => ({
      temp_id: one.temp_id,
      edit: asBefore(before.get(one.temp_id)!, one.edit),
    }))
    toast.undo(edits.length === 1 ? '1 shift changed' : `${edits.length} shifts changed`, () => {
      edit
        .mutateAsync({ ...seen(now), edits: back })
        .catch((error: unknown) => toastFailure('Could not be undone', error))
    })
  } catch (error) {
    toastFailure('Nothing was changed', error)
  }
}

const asBefore = (item: PlanItem, edit: ItemEdit): ItemEdit =>
  Object.fromEntries((Object.keys(edit) as (keyof ItemEdit)[]).map((field) => [field, item[field]]))
