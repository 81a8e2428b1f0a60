import { Text } from '@mantine/core'
import { IconMessages } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Page } from '#ui/Page.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import type { FeedbackGroup } from '../contract.ts'
import { evaluations } from './queries.ts'

/** Student feedback on an instructor's teaching, in groups of five or more and never by name (Spec §2: /proctor/feedback). */
export function FeedbackScreen(): ReactNode {
  const query = useQuery({ ...evaluations.feedback.queryOptions({ input: {} }), staleTime: 0 })
  return (
    <Page
      title="Feedback"
      description="Students answer anonymously. Answers appear in groups of five or more."
      query={query}
      failedTitle="Your feedback couldn’t be loaded"
      empty={{
        icon: IconMessages,
        title: 'No feedback to show yet',
        description: 'It appears when at least five students of a semester have answered.',
      }}
    >
      {({ rows }) => rows.map((group) => <Semester key={group.semester_id} group={group} />)}
    </Page>
  )
}

const words = (counts: FeedbackGroup['items'][number]['counts']): string =>
  counts.map(({ label, times }) => `${label} ${times}`).join(', ')

function Semester({ group }: { group: FeedbackGroup }): ReactNode {
  return (
    <PageSection title={group.semester_name} description={`${group.given} students`}>
      <KeyValue items={group.items.map(({ text, counts }) => ({ label: text, value: words(counts) }))} />
      {group.comments.length > 0 && (
        <>
          <Text fw={600} size="sm" mt="sm">
            Comments
          </Text>
          <ul>
            {group.comments.map((comment, at) => (
              // Two students may have written the same comment.
              <li key={at}>{comment}</li>
            ))}
          </ul>
        </>
      )}
    </PageSection>
  )
}
