import { notificationText } from '#core/notification-texts.ts'
import { conflict, invalid, notFound } from '#core/refusal.ts'
import type { Difference, Missing, SemesterReportStatus } from './contract.ts'
import { missingWords, semesterReportLabels } from './rules.ts'

/** What to do first with a report that can't be published in its status. */
const beforePublishing: Partial<Record<SemesterReportStatus, string>> = {
  draft: 'This report is a draft. Choose “Continue to review” first.',
  proctor_review: 'This report is with its instructor. Wait for the comment, or choose “Continue to review”.',
  withheld: 'This report is withheld. Release it first.',
  published: 'This report is already published.',
  acknowledged: 'This report is already published.',
}

/** What people read when a report can't be generated, written, published or read. */
export const semesterReportRefusals = {
  'semester_report.not_found': notFound(() => 'We can’t find that report. It may not be published yet.'),
  'semester_report.no_semester': notFound(() => 'We can’t find that semester at your school.'),
  'semester_report.no_student': notFound(() => 'This student has no shifts or hours in the semester.'),
  'semester_report.none': conflict(() => 'There is no report yet. Generate it first.'),
  'semester_report.old_version': conflict(() => 'This report was just changed. Reload the page.'),
  'semester_report.not_now': conflict<{ status: SemesterReportStatus; to: SemesterReportStatus }>(
    ({ status, to }) =>
      (to === 'published' && beforePublishing[status]) ||
      `This report is in the status "${semesterReportLabels[status]}" and cannot become "${semesterReportLabels[to]}".`,
  ),
  'semester_report.fixed': conflict(
    () => 'A published report never changes. Generate it again: the correction is a new version.',
  ),
  'semester_report.no_instructor': conflict(
    () =>
      'No one who is still an instructor at your school led this student’s shifts. Continue without a comment.',
  ),
  'semester_report.reason_missing': invalid(() => 'Give a reason: it stays with the report.', 'reason'),
  'semester_report.undecided': conflict(() => 'First decide how the student is progressing.'),
  'semester_report.unchanged': conflict(
    () => 'Nothing changed since this report was published, so there is nothing to correct.',
  ),
  'semester_report.outdated': conflict<Difference>(
    ({ label, before, after }) =>
      `Something changed since this report was generated (${label}: ${before}, now ${after}). Generate it again.`,
  ),
  'semester_report.not_ready': conflict<{ missing: readonly Pick<Missing, 'code' | 'count'>[] }>(
    ({ missing }) =>
      `Not ready: ${missing.map(missingWords).join(', ')}. Finish it, or publish with what is missing.`,
  ),
}

type About = { semester: string }

/** Notification texts: code → text. */
export const notificationTexts = {
  'semester_report.comment_requested': notificationText<About & { student: string }>(
    ({ student }) => `A comment on ${student}’s semester report is needed`,
    ({ semester }) => `${semester}. Their hours and attendance are filled in; it takes a few minutes.`,
  ),
  'semester_report.returned': notificationText<About & { student: string; reason: string | null }>(
    ({ student }) => `${student}’s semester report was returned to you`,
    ({ semester, reason }) => (reason ? `${semester}: ${reason}` : `${semester}.`),
  ),
  'semester_report.published': notificationText<About>(
    ({ semester }) => `Your report for ${semester} is here`,
    () => 'Read it and confirm that you did.',
  ),
  'semester_report.corrected': notificationText<About & { edition: number }>(
    ({ semester }) => `Your report for ${semester} was corrected`,
    ({ edition }) => `Version ${edition} replaces the earlier one and shows what changed.`,
  ),
  'semester_report.student_comment': notificationText<About & { student: string }>(
    ({ student }) => `${student} commented on their semester report`,
    ({ semester }) => `${semester}. Open the report to read it.`,
  ),
}
