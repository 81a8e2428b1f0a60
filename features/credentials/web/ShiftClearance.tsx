import { List, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from '#ui/Link.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import type { Clearance } from '../contract.ts'
import { dueLater, hasToSend } from '../rules.ts'
import { ClearanceBadge } from './ClearanceBadge.tsx'
import { askedBy, itemWords } from './clearance-words.ts'
import { credentials } from './queries.ts'

/** "Am I cleared for this shift?": computed now, with what is missing, until when, whose rule it is and the next step. */
export function ShiftClearance({ shiftId }: { shiftId: string }): ReactNode {
  const query = useQuery({
    ...credentials.ofShift.queryOptions({ input: { shift_id: shiftId } }),
    staleTime: 0,
  })
  return (
    <PageSection title="Your clearance">
      <Loaded
        query={query}
        isEmpty={() => false}
        skeleton={<Skeletons shape="text" count={1} />}
        failedTitle="Your clearance couldn’t be loaded"
      >
        {([clearance]) => (clearance ? <Answer clearance={clearance} /> : <Text size="sm">Not known.</Text>)}
      </Loaded>
    </PageSection>
  )
}

function Answer({ clearance }: { clearance: Clearance }): ReactNode {
  // Without a due date, it is needed by the first day on which it is missing.
  const gaps = clearance.items.flatMap((item) =>
    item.is_mandatory && item.gap_on !== null ? [{ ...item, due_on: item.due_on ?? item.gap_on }] : [],
  )
  const later = dueLater(clearance.items)
  return (
    <>
      <ClearanceBadge status={clearance.status} />
      {later && (
        <Text size="sm" mt="xs" c="dimmed">
          {later}
        </Text>
      )}
      {gaps.length > 0 && (
        <>
          <List size="sm" mt="xs" spacing={4}>
            {gaps.map((item) => (
              <List.Item key={item.requirement_id}>
                <Text component="span" fw={600} size="sm">
                  {item.type_name}
                </Text>
                {`: ${itemWords(item, clearance)}. `}
                <Text component="span" size="sm" c="dimmed">
                  {askedBy(item)}.
                </Text>
              </List.Item>
            ))}
          </List>
          <Text size="sm" mt="xs">
            <Link href="/student/credentials">
              {hasToSend({ items: gaps }) ? 'Fix this' : 'See your credentials'}
            </Link>
          </Text>
        </>
      )}
    </>
  )
}
