import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate, formatInstant, ownZone } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { itemsOf } from '#features/instruments/rules.ts'
import { Banner } from '#ui/Banner.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Link } from '#ui/Link.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { Evaluation } from '../contract.ts'
import { checkLabels, kindLabels, pointLabel, statusLabels } from '../rules.ts'
import { EvaluationActions } from './EvaluationActions.tsx'
import { EvaluationBadge, resultWords } from './EvaluationBadge.tsx'
import { PlanView } from './PlanView.tsx'

/** A read-only evaluation: its result, answers and texts, its plan, the reader's actions, and its history. */
export function EvaluationView({ evaluation }: { evaluation: Evaluation }): ReactNode {
  const { is_self: isSelf, kind, answers, content, trail } = evaluation
  const { role } = useMe()
  const isOfSchool = role === 'school_admin' || role === 'school_super_admin'
  const verifiedBy = trail.findLast(({ status }) => status === 'verified')
  const isVerified = evaluation.status === 'verified' || evaluation.status === 'locked'
  return (
    <>
      {evaluation.is_superseded && <Banner kind="warning" title="A newer version replaced this evaluation" />}
      {evaluation.amendment_reason && (
        <Banner kind="info" title="Amended">
          {evaluation.amendment_reason}
        </Banner>
      )}
      {evaluation.dispute_reason && (
        <Banner
          kind={isVerified ? 'info' : 'warning'}
          title={`Disputed by ${evaluation.student_name}${isVerified ? `, verified by ${verifiedBy?.by ?? 'the school'}` : ''}`}
        >
          {evaluation.dispute_reason}
        </Banner>
      )}
      {evaluation.returned_reason && evaluation.status === 'returned' && (
        <Banner kind="warning" title="Returned">
          {evaluation.returned_reason}
        </Banner>
      )}
      {evaluation.void_reason && (
        <Banner kind="warning" title="Voided">
          {evaluation.void_reason}
        </Banner>
      )}
      <PageSection
        title={isSelf ? `${kindLabels[kind]} self-evaluation` : `${kindLabels[kind]} evaluation`}
        actions={<EvaluationBadge row={evaluation} />}
      >
        <KeyValue
          items={[
            {
              label: 'Student',
              value: isOfSchool ? (
                <Link href={`/school/students/${evaluation.student_id}`}>{evaluation.student_name}</Link>
              ) : (
                evaluation.student_name
              ),
            },
            ...(evaluation.subject === 'shift' && evaluation.date
              ? [
                  {
                    label: 'Shift',
                    value: (
                      <Link href={`/shift/${evaluation.shift_id}`}>
                        {[evaluation.location, formatDate(evaluation.date, 'weekday')]
                          .filter(Boolean)
                          .join(' · ')}
                      </Link>
                    ),
                  },
                ]
              : []),
            { label: 'By', value: evaluation.evaluator_name },
            { label: 'Result', value: resultWords(evaluation) },
            ...(evaluation.semester_name ? [{ label: 'Semester', value: evaluation.semester_name }] : []),
            {
              label: 'Form',
              value: `${evaluation.instrument_name}, version ${evaluation.instrument_version}`,
            },
            ...(evaluation.strengths ? [{ label: 'Strengths', value: evaluation.strengths }] : []),
            ...(evaluation.improvements
              ? [{ label: 'What to work on', value: evaluation.improvements }]
              : []),
            ...(evaluation.student_reply
              ? [{ label: 'Student’s reply', value: evaluation.student_reply }]
              : []),
          ]}
        />
        {evaluation.failed_checks.length > 0 && (
          <Banner kind="warning" title="Checks that did not pass">
            {evaluation.failed_checks.map((check) => checkLabels[check]).join('. ')}
          </Banner>
        )}
        <EvaluationActions evaluation={evaluation} />
      </PageSection>
      {evaluation.plan && (
        <PlanView
          plan={evaluation.plan}
          isReadOnly={evaluation.is_superseded || evaluation.status === 'voided'}
        />
      )}
      <PageSection title="Answers">
        <KeyValue
          items={itemsOf(content).map(({ code, text }) => {
            const given = answers.find((one) => one.code === code)
            return {
              label: text,
              value: given && [pointLabel(content, given.point), given.comment].filter(Boolean).join(': '),
            }
          })}
        />
      </PageSection>
      <PageSection title="History">
        {trail
          .filter((step, at) => !isStepOnTheWay(step, trail[at + 1]))
          .map(({ at, status, by, reason }) => (
            <Text key={`${at} ${status}`} size="sm">
              {[statusLabels[status], by, formatInstant(at, ownZone(), 'weekday'), reason]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          ))}
      </PageSection>
    </>
  )
}

type Step = Evaluation['trail'][number]

/** A school takes it under verification and decides at once: that is one line. */
const isStepOnTheWay = ({ status, by }: Step, next: Step | undefined): boolean =>
  status === 'under_verification' &&
  (next?.status === 'verified' || next?.status === 'returned') &&
  next.by === by
