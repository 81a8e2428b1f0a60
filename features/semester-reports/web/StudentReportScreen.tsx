import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { messageOf } from '#platform/web/api.ts'
import { Banner } from '#ui/Banner.tsx'
import { FreeText } from '#ui/FreeText.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { usePatientTick } from '#ui/patient-tick.ts'
import type { SemesterReport } from '../contract.ts'
import { pdfHref } from './pdf-href.ts'
import { semesterReports, useAcknowledge } from './queries.ts'
import { ReportStatus } from './ReportStatus.tsx'
import { ReportView } from './ReportView.tsx'

/** A student's semester report: read it, save the PDF, and confirm reading it (Spec §2, domain §2.14). */
export function StudentReportScreen(): ReactNode {
  const { reportId } = useParams({ from: '/_app/student/semester-reports/$reportId' })
  const query = useQuery({
    ...semesterReports.get.queryOptions({ input: { id: reportId } }),
    staleTime: 0,
  })
  const report = query.data
  return (
    <Page
      title={report?.semester_name ?? 'Semester report'}
      description={report && `Version ${report.edition}, ${report.content.school_name}`}
      badge={report && <ReportStatus status={report.status} />}
      breadcrumbs={[{ label: 'Semester reports', href: '/student/semester-reports' }]}
      actions={
        report?.pdf_file_id && (
          <LinkButton href={pdfHref(report.pdf_file_id)} variant="default">
            Download PDF
          </LinkButton>
        )
      }
      query={query}
      isEmpty={() => false}
      failedTitle="This report couldn’t be loaded"
    >
      {(loaded) => (
        <>
          <ReportView report={loaded} base="/student/semester-reports" />
          {loaded.status === 'published' && <Acknowledge key={loaded.id} report={loaded} />}
        </>
      )}
    </Page>
  )
}

function Acknowledge({ report }: { report: SemesterReport }): ReactNode {
  const tick = usePatientTick()
  const acknowledge = useAcknowledge()
  const [comment, setComment] = useState('')
  return (
    <PageSection title="Confirm that you read it" description="This does not mean that you agree.">
      <Stack gap="md">
        <FreeText
          tick={tick}
          sentAs="comment"
          label="Comment"
          description="Optional. Your school reads it."
          maxLength={2000}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        {acknowledge.error && <Banner kind="warning" live title={messageOf(acknowledge.error)} />}
        <Group>
          <Button
            loading={acknowledge.isPending}
            onClick={() =>
              acknowledge.mutate({
                id: report.id,
                version: report.version,
                comment: comment || null,
                idempotency_key: crypto.randomUUID(),
                ...tick.sent,
              })
            }
          >
            I have read this report
          </Button>
        </Group>
      </Stack>
    </PageSection>
  )
}
