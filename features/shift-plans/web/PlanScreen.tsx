import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { refusalMessage } from '#core/refusal.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { Banner } from '#ui/Banner.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Link } from '#ui/Link.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { TermCalendar } from '#ui/TermCalendar.tsx'
import type { ShiftPlan } from '../contract.ts'
import { shiftPlanRefusals } from '../messages.ts'
import { commitBlocker, countWords, groupKey, isBlocked, isOpen, issueGroups, undoBlocker } from '../rules.ts'
import classes from './Creator.module.css'
import { PlanItems } from './PlanItems.tsx'
import { PlanReasons } from './PlanReasons.tsx'
import { PlanQuestions } from './PlanQuestions.tsx'
import { PlanText } from './PlanText.tsx'
import { PlanBadge } from './plan-words.tsx'
import { type PlanChanges, seen, shiftPlans, usePlanChanges } from './queries.ts'

const breadcrumbs = [{ label: 'AI shift creator', href: '/school/ai-shift-creator' }]

/** One plan: questions, how the text was read, its shifts with their checks, and the resulting drafts. */
export function PlanScreen({ id }: { id: string }): ReactNode {
  const query = useQuery({ ...shiftPlans.get.queryOptions({ input: { id } }), staleTime: 0 })
  const changes = usePlanChanges()
  const actions = usePlanActions(changes)
  const plan = query.data
  return (
    <Page
      title={plan ? `Plan for ${plan.semester_name}` : 'Plan'}
      description={plan && (plan.status === 'committed' ? undefined : countWords(plan.counts))}
      badge={plan && <PlanBadge status={plan.status} />}
      breadcrumbs={breadcrumbs}
      width="wide"
      actions={
        plan && (
          <>
            {plan.status === 'committed' && plan.drafts > 0 && (
              <LinkButton variant="default" href={hrefOfDrafts(plan)}>
                See the drafts
              </LinkButton>
            )}
            {actions.buttonsOf(plan, 'commit')}
          </>
        )
      }
      query={query}
      failedTitle="The plan couldn’t be loaded"
    >
      {(found) => (
        <>
          <Outcome plan={found} />
          {found.questions.length > 0 && isOpen(found.status) && (
            <PlanQuestions plan={found} changes={changes} />
          )}
          {isOpen(found.status) && <PlanReasons plan={found} changes={changes} />}
          {found.items.length > 0 && <PlanItems plan={found} changes={changes} />}
          <PlanText key={`${found.semester_id} ${found.prompt}`} plan={found} changes={changes} />
          {found.items.length > 0 && <Days plan={found} />}
          {actions.dialog}
        </>
      )}
    </Page>
  )
}

function usePlanActions({ commit, undo, discard, resume, isBusy }: PlanChanges) {
  return useActions<ShiftPlan>(
    [
      {
        id: 'discard',
        label: 'Discard',
        danger: true,
        isRare: true,
        isOffered: ({ status }) => isOpen(status),
        run: (plan) => discard.mutateAsync(seen(plan)),
        done: () => 'Plan discarded',
        undo: (_plan, result) => resume.mutateAsync(seen(result as ShiftPlan)),
      },
      {
        id: 'resume',
        label: 'Resume',
        isOffered: ({ status }) => status === 'discarded',
        run: (plan) => resume.mutateAsync(seen(plan)),
        done: () => 'The plan is open again',
      },
      {
        id: 'undo',
        label: 'Undo the drafts…',
        isOffered: ({ status }) => status === 'committed',
        blocker: (plan) => words(undoBlocker(plan)),
        ask: ([plan]) => ({
          title: `Delete ${plan!.drafts === 1 ? 'the draft' : `all ${plan!.drafts} drafts`} of this plan?`,
          body: 'You keep the plan and can change it and make drafts again. Changes made in the drafts are lost.',
          confirmLabel: 'Delete the drafts',
          isDanger: true,
        }),
        run: (plan) => undo.mutateAsync(seen(plan)),
        done: () => 'The drafts are deleted, the plan is open again',
      },
      {
        id: 'commit',
        label: 'Make drafts…',
        isOffered: ({ status }) => isOpen(status),
        blocker: (plan) => (isBusy ? 'Saving a change…' : words(commitBlocker(plan))),
        ask: ([plan]) => ({
          title: `Make ${plan!.counts.planned === 1 ? '1 draft' : `${plan!.counts.planned} drafts`}?`,
          body: `${countWords(plan!.counts)} Nothing is sent to a facility or shown to students until you do that on the Shifts page.`,
          confirmLabel: 'Make drafts',
        }),
        run: (plan) => commit.mutateAsync(seen(plan)),
        done: ([plan]) =>
          plan!.counts.planned === 1 ? '1 draft made' : `${plan!.counts.planned} drafts made`,
        undo: (_plan, result) => undo.mutateAsync(seen(result as ShiftPlan)),
      },
    ],
    { nameOf: ({ semester_name: name }) => `Plan for ${name}` },
  )
}

type Blocked = ReturnType<typeof commitBlocker> | ReturnType<typeof undoBlocker>
const words = (blocked: Blocked): string | null => blocked && refusalMessage(shiftPlanRefusals, blocked)

/** The link to the list of shifts with these drafts: one series, or the days of the plan. */
function hrefOfDrafts({ semester_id: semester, drafted }: ShiftPlan): string {
  const [only] = drafted
  if (drafted.length === 1 && only!.series_id) return `/shifts?semester=${semester}&series=${only!.series_id}`
  const [from, to] = [
    drafted.map((one) => one.from).toSorted()[0],
    drafted
      .map((one) => one.to)
      .toSorted()
      .at(-1),
  ]
  return `/shifts?semester=${semester}&state=draft&from=${from}&to=${to}`
}

function Outcome({ plan }: { plan: ShiftPlan }): ReactNode {
  const { status, drafts, no_longer_draft: others, drafted, counts } = plan
  if (status === 'failed')
    return (
      <Banner kind="danger" title="No drafts were made">
        {plan.failure} Nothing was saved. Change the plan, or try again.
      </Banner>
    )
  if (status === 'discarded')
    return <Banner title="This plan is discarded">Resume it to change it and to make drafts.</Banner>
  if (status === 'committed')
    return (
      <Banner
        kind="success"
        title={
          drafts + others === 0
            ? 'The drafts of this plan were deleted'
            : `${drafts + others === 1 ? '1 shift' : `${drafts + others} shifts`} came from this plan${others > 0 ? `, ${others} of them no longer drafts` : ', all drafts'}`
        }
      >
        <ul className={classes.list}>
          {drafted.map((one) => (
            <li key={`${one.series_id} ${one.label}`}>
              <Link
                href={
                  one.series_id
                    ? `/shifts?semester=${plan.semester_id}&series=${one.series_id}`
                    : `/shifts?semester=${plan.semester_id}&from=${one.from}&to=${one.to}`
                }
              >
                {one.label}
              </Link>
              : {one.count}
            </li>
          ))}
        </ul>
        {drafts > 0 && 'Next: look at the drafts, and submit them to their facilities there.'}
      </Banner>
    )
  if (counts.blocked > 0)
    return (
      <Banner
        kind="warning"
        title={`${counts.blocked} ${counts.blocked === 1 ? 'shift is' : 'shifts are'} blocked and will not become ${counts.blocked === 1 ? 'a draft' : 'drafts'}`}
      >
        {whyBlocked(plan)}
      </Banner>
    )
  if (status === 'drafting')
    return (
      <Banner kind="warning" title="There is no shift to draft yet">
        Change the text below, or put back what is left out.
      </Banner>
    )
  return null
}

/** The reasons that only one shift has; shared ones are listed below with their fixes. */
function whyBlocked({ items }: ShiftPlan): string {
  const shared = new Set(issueGroups(items).map(({ key }) => key))
  const own = items
    .filter(isBlocked)
    .flatMap(({ issues: [first] }) => (shared.has(groupKey(first!)) ? [] : first!.text))
  const more = own.length - 4
  if (own.length === 0) return 'Use a fix below for all of them, or change the shifts in the list.'
  return `${own.slice(0, 4).join(' ')}${more > 0 ? ` And ${more} more.` : ''}`
}

/** The shifts of a plan in calendar months. */
function Days({ plan: { items, semester_name: name } }: { plan: ShiftPlan }): ReactNode {
  const shown = items.filter(({ is_left_out: isOut }) => !isOut)
  if (shown.length === 0) return null
  const dates = shown.map(({ date }) => date).toSorted()
  return (
    <PageSection title="Calendar" folds>
      <TermCalendar
        label={`Shifts planned in ${name}`}
        startDate={dates[0]!}
        endDate={dates.at(-1)!}
        marks={shown.map((item) => ({
          date: item.date,
          kind: isBlocked(item) ? 'holiday' : 'shift',
          label: `${item.unit_name ?? 'No unit'}${isBlocked(item) ? ' (blocked)' : ''}`,
        }))}
      />
    </PageSection>
  )
}
