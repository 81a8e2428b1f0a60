import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useMe } from '#features/accounts/web/public.ts'
import { confirmDiscard } from '#platform/web/kit/leave.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import type { SemesterReport } from '../contract.ts'
import { isEditable } from '../rules.ts'
import { pdfHref } from './pdf-href.ts'
import { semesterReports, useStep } from './queries.ts'
import { ReportForm } from './ReportForm.tsx'
import { ReportStatus } from './ReportStatus.tsx'
import { ReportView } from './ReportView.tsx'

const RunDialog = lazyDialog(() => import('./RunDialog.tsx').then((m) => m.RunDialog), { request: undefined })

/** A semester report for the instructor, who comments on it, and for the school, which reviews and publishes it (Spec §2). */
export function StaffReportScreen(): ReactNode {
  const { reportId } = useParams({ from: '/_app/proctor/semester-reports/$reportId' })
  const { role } = useMe()
  const query = useQuery({
    ...semesterReports.get.queryOptions({ input: { id: reportId } }),
    staleTime: 0,
  })
  const [isUnsaved, setUnsaved] = useState(false)
  const report = query.data
  const isSchool = role !== 'proctor'
  return (
    <Page
      title={report ? report.student_name : 'Semester report'}
      description={report && `${report.semester_name}, version ${report.edition}`}
      badge={report && <ReportStatus status={report.status} />}
      breadcrumbs={[
        {
          label: 'Semester reports',
          href: isSchool
            ? `/admin/semester-reports${report ? `?semester=${report.semester_id}` : ''}`
            : '/proctor/semester-reports',
        },
      ]}
      actions={
        report &&
        (isSchool ? <SchoolActions report={report} isUnsaved={isUnsaved} /> : <PdfButton report={report} />)
      }
      query={query}
      isEmpty={() => false}
      failedTitle="This report couldn’t be loaded"
    >
      {(loaded) => (
        <>
          {!isSchool && loaded.status === 'proctor_review' && (
            <ReportForm report={loaded} reader="instructor" />
          )}
          {isSchool && isEditable(loaded.status) && (
            <ReportForm report={loaded} reader="school" onUnsaved={setUnsaved} />
          )}
          <ReportView report={loaded} base="/proctor/semester-reports" />
        </>
      )}
    </Page>
  )
}

function PdfButton({ report }: { report: SemesterReport }): ReactNode {
  return report.pdf_file_id ? (
    <LinkButton href={pdfHref(report.pdf_file_id)} variant="default">
      Download PDF
    </LinkButton>
  ) : null
}

type ReasonedStep = { to: 'proctor_review' | 'withheld'; title: string; label: string }

function SchoolActions({
  report,
  isUnsaved,
}: {
  report: SemesterReport
  /** True while the review has changes that would not be published. */
  isUnsaved: boolean
}): ReactNode {
  const step = useStep()
  const [publishing, setPublishing] = useState(false)
  const { id, version, status } = report
  const move = (to: 'proctor_review' | 'school_review' | 'withheld', reason: string | null = null) =>
    step.mutate({ id, version, to, reason, idempotency_key: crypto.randomUUID() })
  const [withReason, dialog] = useAction<ReasonedStep>({
    label: 'Move report',
    ask: ({ title, label }) => ({
      title,
      confirmLabel: label,
      reason: { label: 'Reason', isRequired: true },
    }),
    run: ({ to }, { reason, tick }) =>
      step.mutateAsync({ id, version, to, reason, idempotency_key: crypto.randomUUID(), ...tick }),
    tellsFailure: true,
  })
  const hasInstructor = report.proctor_name !== null
  return (
    <Group gap="xs">
      {dialog}
      <PdfButton report={report} />
      {isEditable(status) && status !== 'withheld' && (
        <Button
          variant="default"
          onClick={() => withReason({ to: 'withheld', title: 'Withhold this report?', label: 'Withhold' })}
        >
          Withhold…
        </Button>
      )}
      {status === 'school_review' && hasInstructor && (
        <Button
          variant="default"
          onClick={() =>
            withReason({ to: 'proctor_review', title: 'Return to the instructor?', label: 'Return' })
          }
        >
          Return…
        </Button>
      )}
      {status === 'draft' && hasInstructor && (
        <Button variant="default" loading={step.isPending} onClick={() => move('proctor_review')}>
          Ask for a comment
        </Button>
      )}
      {(status === 'draft' || status === 'proctor_review') && (
        <Button loading={step.isPending} onClick={() => move('school_review')}>
          Continue without a comment
        </Button>
      )}
      {status === 'withheld' && (
        <Button loading={step.isPending} onClick={() => move('school_review')}>
          Release
        </Button>
      )}
      {status === 'school_review' && (
        <Button onClick={async () => setPublishing(!isUnsaved || (await confirmDiscard()))}>Publish…</Button>
      )}
      <RunDialog
        request={
          publishing
            ? {
                action: 'publish' as const,
                semesterId: report.semester_id,
                studentIds: [report.student_id],
              }
            : undefined
        }
        onClose={() => setPublishing(false)}
      />
    </Group>
  )
}
