import { notificationText } from '#core/notification-texts.ts'
import { conflict, invalid, notFound } from '#core/refusal.ts'
import type { ReportKind } from './contract.ts'
import { kindWords } from './rules.ts'

/** What people read when a report can't be saved or read. */
export const savedReportRefusals = {
  'saved_report.not_found': notFound(() => 'This saved report no longer exists. Reload the page.'),
  'saved_report.old_version': conflict(() => 'This saved report was just changed. Reload the page.'),
  'saved_report.nobody': invalid(() => 'Choose who gets it.', 'recipients'),
  'saved_report.stranger': invalid(() => 'Choose administrators of your school.', 'recipients'),
}

/** Notification texts: code → text. */
export const notificationTexts = {
  'school_report.ready': notificationText<{ name: string; kind: ReportKind }>(
    ({ name }) => `Your report is ready: ${name}`,
    ({ kind }) => `${kindWords[kind].title}. Open it to read it and to save it as CSV or Excel.`,
  ),
}
