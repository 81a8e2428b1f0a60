import type { FeedbackGroup } from '#features/evaluations/contract.ts'
import type { ExportColumn } from '#platform/server/export.ts'

/** A question of the form, or a comment; never one student's answer. */
type FeedbackLine = { group: FeedbackGroup; question: string; answers: string }

const countsText = (counts: FeedbackGroup['items'][number]['counts']): string =>
  counts.map(({ label, times }) => `${label} ${times}`).join(', ')

/** Student feedback: a row for each question about a site or instructor, then one for each comment. */
export function feedbackLines(
  groups: readonly FeedbackGroup[],
): [columns: readonly ExportColumn<FeedbackLine>[], rows: readonly FeedbackLine[]] {
  return [
    [
      { header: 'About', value: ({ group }) => (group.about === 'site' ? 'Site' : 'Instructor'), width: 12 },
      { header: 'Name', value: ({ group }) => group.name, width: 28 },
      { header: 'Students', value: ({ group }) => group.given, width: 10 },
      { header: 'Question', value: ({ question }) => question, width: 40 },
      { header: 'Answers', value: ({ answers }) => answers, width: 60 },
    ],
    groups.flatMap((group) => [
      ...group.items.map(({ text, counts }) => ({ group, question: text, answers: countsText(counts) })),
      ...group.comments.map((answers) => ({ group, question: 'Comment', answers })),
    ]),
  ]
}
