import { Button, Text } from '@mantine/core'
import { IconClipboardOff } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useParams, useSearch } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { isRefusal, messageOf } from '#platform/web/api.ts'
import { retryUntilAllReached } from '#platform/web/retry-until-all-reached.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { useNavigateTo } from '#ui/Link.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { SegmentedFilter } from '#ui/SegmentedFilter.tsx'
import { toast } from '#ui/toast.ts'
import type { EvaluationKind, EvaluationStart } from '../contract.ts'
import { isOpenEvaluation, kindLabels } from '../rules.ts'
import { addressAfter, formAddress } from './addresses.ts'
import { EvaluationForm } from './EvaluationForm.tsx'
import classes from './EvaluationForm.module.css'
import { EvaluationView } from './EvaluationView.tsx'
import { calls, evaluations, touches } from './queries.ts'

const kinds = (Object.keys(kindLabels) as EvaluationKind[]).map((value) => ({
  value,
  label: kindLabels[value],
}))

/**
 * An instructor evaluates a student of a shift: for this shift, at midterm, or at the end (Spec §2: /shift/{shiftId}/evaluate/{studentId}).
 */
export function EvaluateScreen(): ReactNode {
  const { shiftId, studentId } = useParams({ from: '/_app/shift/$shiftId/evaluate/$studentId' })
  const { kind = 'shift' } = useSearch({ from: '/_app/shift/$shiftId/evaluate/$studentId' })
  const setSearch = useSetSearch()
  const way = [{ label: 'Shift', href: `/shift/${shiftId}` }]
  const query = useQuery({
    ...evaluations.start.queryOptions({ input: { shift_id: shiftId, student_id: studentId, kind } }),
    staleTime: 0,
    gcTime: 0,
  })
  const start = query.data
  if (!start && isRefusal(query.error))
    return (
      <Page title="Evaluation" breadcrumbs={way}>
        <EmptyState
          icon={IconClipboardOff}
          title="There is nothing to evaluate here"
          description={messageOf(query.error)}
          action={<LinkButton href={`/shift/${shiftId}`}>Open the shift</LinkButton>}
        />
      </Page>
    )
  return (
    <Page
      title={start ? start.student_name : 'Evaluation'}
      breadcrumbs={way}
      width="narrow"
      description={
        start &&
        [start.instrument_name, start.location, start.date && formatDate(start.date, 'weekday')]
          .filter(Boolean)
          .join(' · ')
      }
      toolbar={
        <SegmentedFilter
          label="Kind"
          value={kind}
          options={kinds}
          onChange={(next) => setSearch({ kind: next === 'shift' ? undefined : next }, false)}
        />
      }
      query={query}
      failedTitle="This evaluation couldn’t be loaded"
    >
      {(loaded) => (
        <Evaluate
          key={`${studentId} ${kind}`}
          shiftId={shiftId}
          studentId={studentId}
          kind={kind}
          start={loaded}
        />
      )}
    </Page>
  )
}

type Props = { shiftId: string; studentId: string; kind: EvaluationKind; start: EvaluationStart }
type InGroup = EvaluationStart['group'][number]

const isToWrite = ({ status }: InGroup): boolean => status === null || isOpenEvaluation(status)
const hasNone = ({ status }: InGroup): boolean =>
  status === null || status === 'assigned' || status === 'overdue'

function Evaluate({ shiftId, studentId, kind, start }: Props): ReactNode {
  const me = useMe()
  const goTo = useNavigateTo()
  const about = useMemo(
    () => ({ subject: kind === 'shift' ? ('shift' as const) : ('semester' as const), shift_id: shiftId }),
    [kind, shiftId],
  )
  const { evaluation, group } = start
  const others = group.filter((one) => one.student_id !== studentId)
  const next = others.find(isToWrite)
  const done = (hasPlan: boolean): void => {
    toast.success(
      `Evaluation of ${start.student_name} submitted${hasPlan ? '. Write the remediation plan next.' : ''}`,
    )
    goTo(addressAfter({ shiftId, studentId, kind }, { hasPlan, next: next?.student_id }))
    // To the plan, on the same page.
    if (hasPlan) window.scrollTo({ top: 0 })
  }
  const again = () => calls.start({ shift_id: shiftId, student_id: studentId, kind })
  const isOpen = !evaluation || isOpenEvaluation(evaluation.status)
  return (
    <>
      {others.length > 0 && (
        <ul className={classes.people} aria-label="Group">
          {others.map((one) => (
            <li key={one.student_id}>
              <LinkButton size="sm" variant="default" href={formAddress(shiftId, one.student_id, kind)}>
                {`${one.full_name}${isToWrite(one) ? (hasNone(one) ? '' : ', draft') : ', submitted'}`}
              </LinkButton>
            </li>
          ))}
        </ul>
      )}
      {isOpen ? (
        <EvaluationForm
          person={me.id}
          studentId={studentId}
          kind={kind}
          about={about}
          start={start}
          onSubmitted={done}
          renderMore={(flush) => (
            <>
              <CopyToGroup
                others={others.filter(hasNone)}
                flush={flush}
                onDone={(id) => goTo(formAddress(shiftId, id, kind))}
              />
              <SubmitGroup group={group} flush={flush} again={again} />
            </>
          )}
        />
      ) : (
        <>
          <EvaluationView evaluation={evaluation} />
          <SubmitGroup group={group} again={again} />
        </>
      )}
    </>
  )
}

type CopyProps = {
  others: InGroup[]
  flush: () => Promise<{ id: string; version: number }>
  onDone: (studentId: string) => void
}

/** Copies the answers to the students who have none yet, so that only the differences have to be changed. */
function CopyToGroup({ others, flush, onDone }: CopyProps): ReactNode {
  const [first] = others
  const copy = useMutation({
    mutationFn: async () =>
      calls.copyToGroup({ ...(await flush()), student_ids: others.map(({ student_id: id }) => id) }),
    meta: { done: 'Copied. Change what differs.', failed: 'The answers were not copied', touches },
    onSuccess: () => first && onDone(first.student_id),
  })
  if (!first) return null
  return (
    <PageSection
      title="Same for the group"
      description="Copies these answers without comments. Then change only what differs."
    >
      <Button variant="default" loading={copy.isPending} onClick={() => copy.mutate()}>
        {others.length === 1 ? `Copy to ${first.full_name}` : `Copy to ${others.length} others`}
      </Button>
    </PageSection>
  )
}

const draftsOf = (group: InGroup[]) =>
  group.flatMap(({ id, version, status }) => (id && status === 'draft' ? [{ id, version }] : []))

/** Submits all drafts of the group at once, after what was just typed in the open one is saved. */
function SubmitGroup({
  group,
  flush,
  again,
}: {
  group: InGroup[]
  flush?: CopyProps['flush']
  again: () => Promise<EvaluationStart>
}): ReactNode {
  const submit = useMutation({
    mutationFn: async () => {
      await flush?.()
      const rows = draftsOf((await again()).group)
      return { submitted: await retryUntilAllReached({ rows }, calls.submit), all: rows.length }
    },
    meta: { quiet: true, touches },
    onSuccess: ({ submitted, all }) =>
      toast.success(submitted === all ? 'Evaluations submitted' : `${submitted} of ${all} submitted`),
  })
  const drafts = draftsOf(group)
  if (drafts.length < 2) return null
  return (
    <PageSection title="Whole group">
      {submit.error && (
        <Text c="var(--pw-red-ink)" role="alert">
          {messageOf(submit.error)}
        </Text>
      )}
      <Button variant="default" loading={submit.isPending} onClick={() => submit.mutate()}>
        {`Submit all ${drafts.length}`}
      </Button>
    </PageSection>
  )
}
