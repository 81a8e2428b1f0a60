import { specialtyName } from '#core/specialties.ts'
import { Anchor, Stack, Table, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate, formatInstant } from '#core/plain-date.ts'
import { hoursWords } from '#features/hours/rules.ts'
import { Banner } from '#ui/Banner.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Link } from '#ui/Link.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { SemesterReport } from '../contract.ts'
import classes from './ReportView.module.css'
import {
  capstoneLines,
  decisionLabels,
  missingWords,
  resultWords,
  scoreWords,
  semesterReportLabels,
  simShare,
  trendLabels,
} from '../rules.ts'

/** The content of a semester report, the same for the student, the instructor and the school. */
export function ReportView({ report, base }: { report: SemesterReport; base: string }): ReactNode {
  const { content, decision } = report
  return (
    <Stack gap="lg">
      <Notices report={report} />
      <Hours content={content} />
      <Attendance content={content} />
      <Evaluations content={content} />
      <Competencies content={content} />
      <Capstone content={content} />
      <PageSection title="Decision and comments">
        <KeyValue
          items={[
            { label: 'Decision', value: decision && decisionLabels[decision] },
            { label: 'Strengths', value: report.strengths },
            { label: 'Goals for next semester', value: report.goals_next },
            { label: report.proctor_name ?? 'Instructor', value: report.proctor_comment },
            { label: 'School', value: report.school_comment },
            ...(report.student_comment ? [{ label: 'Student', value: report.student_comment }] : []),
          ]}
        />
      </PageSection>
      <Versions report={report} base={base} />
    </Stack>
  )
}

function Notices({ report }: { report: SemesterReport }): ReactNode {
  const { differences, edition, reopenings, time_zone: zone, status, withheld_reason: reason } = report
  const newer = report.versions[0]
  return (
    <>
      {status === 'superseded' && newer && (
        <Banner kind="warning" title={`Version ${newer.edition} replaces this version.`} />
      )}
      {status === 'withheld' && (
        <Banner kind="warning" title="This report is withheld">
          {reason}
        </Banner>
      )}
      {reopenings.map((one) => (
        <Banner
          key={one.reopened_at}
          kind="info"
          title={`This semester was reopened on ${formatInstant(one.reopened_at, zone)}${one.by_name ? ` by ${one.by_name}` : ''}`}
        >
          {one.reason}
        </Banner>
      ))}
      {differences.length > 0 && (
        <PageSection title={`What changed since version ${edition - 1}`}>
          <Grid
            label="Changes"
            head={['', 'Before', 'Now']}
            rows={differences.map(({ label, before, after }) => [label, before, after])}
          />
        </PageSection>
      )}
    </>
  )
}

type Content = { content: SemesterReport['content'] }

function Hours({ content }: Content): ReactNode {
  const { hours } = content
  return (
    <PageSection title="Clinical hours">
      <Stack gap="md">
        <KeyValue
          items={[
            { label: 'Credited this semester', value: hoursWords(hours.credited) },
            {
              label: 'Simulation',
              value: `${hoursWords(hours.simulation)}, ${simShare(content)}%${hours.over > 0 ? `; ${hoursWords(hours.over)} above the limit are not credited` : ''}`,
            },
            {
              label: 'In the program',
              value:
                hours.program_required === null
                  ? hoursWords(hours.program_credited)
                  : `${hoursWords(hours.program_credited)} of ${hoursWords(hours.program_required)}`,
            },
          ]}
        />
        {hours.by_course.length > 0 && (
          <Grid
            label="Hours by course"
            head={['Course', 'Direct care', 'Simulation', 'Other', 'Credited']}
            rows={hours.by_course.map((line) => [
              line.course ?? 'Without a course',
              hoursWords(line.direct),
              hoursWords(line.simulation),
              hoursWords(line.other),
              hoursWords(line.credited),
            ])}
          />
        )}
        {hours.by_specialty.length > 0 && (
          <Grid
            label="Hours by specialty"
            head={['Specialty', 'Hours']}
            rows={hours.by_specialty.map((line) => [
              specialtyName(line.specialty),
              hoursWords(line.credited),
            ])}
          />
        )}
      </Stack>
    </PageSection>
  )
}

function Attendance({ content: { attendance, credentials, missing } }: Content): ReactNode {
  return (
    <PageSection title="Attendance">
      <KeyValue
        items={[
          { label: 'Shifts', value: attendance.scheduled },
          {
            label: 'Present',
            value:
              attendance.late > 0 ? `${attendance.present}, ${attendance.late} late` : attendance.present,
          },
          {
            label: 'Absent',
            value: `${attendance.excused} excused, ${attendance.unexcused} unexcused${attendance.from_lates ? `, ${attendance.from_lates} from late arrivals` : ''}, ${attendance.made_up} made up`,
          },
          ...(credentials.open + credentials.lapsed > 0
            ? [{ label: 'Credentials', value: `${credentials.open} open, ${credentials.lapsed} lapsed` }]
            : []),
          ...(missing.length > 0
            ? [{ label: 'Not finished', value: missing.map(missingWords).join(', ') }]
            : []),
        ]}
      />
    </PageSection>
  )
}

function Evaluations({ content: { evaluations } }: Content): ReactNode {
  if (evaluations.length === 0) return null
  return (
    <PageSection title="Evaluations">
      <Grid
        label="Evaluations"
        head={['Evaluation', 'By', 'Date', 'Result']}
        rows={evaluations.map((one) => [
          one.name,
          one.evaluator_name ?? '—',
          one.date ? formatDate(one.date) : '—',
          resultWords(one),
        ])}
      />
    </PageSection>
  )
}

function Competencies({ content: { competencies = [] } }: Content): ReactNode {
  if (competencies.length === 0) return null
  return (
    <PageSection
      title="Competencies"
      description="Results per domain of the evaluation forms, as a percentage of the maximum points."
    >
      <Grid
        label="Competencies"
        head={['Domain', 'Results', 'Trend']}
        rows={competencies.map((one) => [one.domain, scoreWords(one), trendLabels[one.trend]])}
      />
    </PageSection>
  )
}

function Capstone({ content: { capstone = [] } }: Content): ReactNode {
  return capstone.map((project) => (
    <PageSection key={project.id} title="Capstone">
      <KeyValue items={capstoneLines(project).map(([label, value]) => ({ label, value }))} />
    </PageSection>
  ))
}

function Versions({ report, base }: { report: SemesterReport; base: string }): ReactNode {
  if (report.versions.length < 2) return null
  return (
    <PageSection title="Versions">
      <ul>
        {report.versions.map((one) => (
          <li key={one.id}>
            {one.id === report.id ? (
              <Text span>{`Version ${one.edition}, this one`}</Text>
            ) : (
              <Anchor component={Link} href={`${base}/${one.id}`}>{`Version ${one.edition}`}</Anchor>
            )}
            {`, ${semesterReportLabels[one.status].toLowerCase()}`}
            {one.published_at && ` (published ${formatInstant(one.published_at, report.time_zone)})`}
          </li>
        ))}
      </ul>
    </PageSection>
  )
}

/** A small table that scrolls on its own on a phone. */
function Grid({ label, head, rows }: { label: string; head: string[]; rows: string[][] }): ReactNode {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reachable by keyboard
    <section className={classes.scroll} tabIndex={0} aria-label={label}>
      <Table style={{ minWidth: head.length * 90 }}>
        <Table.Thead>
          <Table.Tr>
            {head.map((text, at) => (
              <Table.Th key={at} scope="col">
                {text || <span aria-hidden>&nbsp;</span>}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.join('|')}>
              {row.map((text, at) => (
                <Table.Td key={at}>{text}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}
