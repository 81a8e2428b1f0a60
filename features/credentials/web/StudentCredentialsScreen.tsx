import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCertificate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { ClearanceItem, Credential } from '../contract.ts'
import { reasonLabels, statusLabels, worstByType } from '../rules.ts'
import { askedBy, itemLooks, itemWords, stepLabels } from './clearance-words.ts'
import { ClearanceBadge } from './ClearanceBadge.tsx'
import { credentials } from './queries.ts'

const SubmitDrawer = lazyDialog(() => import('./SubmitDrawer.tsx').then((m) => m.SubmitDrawer), {
  opened: false,
})

/** A student's credentials: am I cleared for my next shift, what is missing, who asks for it, and what to do now. */
export function StudentCredentialsScreen(): ReactNode {
  const search = useSearch({ strict: false }) as { add?: string }
  const setSearch = useSetSearch()
  const query = useQuery(credentials.mine.queryOptions({ input: {} }))
  const type = query.data?.types.find(({ id }) => id === search.add)
  const before = query.data?.submissions.find(({ type_id: id }) => id === search.add)
  return (
    <>
      <Page
        title="Credentials"
        query={query}
        failedTitle="We couldn’t load your credentials"
        actions={
          <LinkButton variant="default" href="/student/passport">
            Passport
          </LinkButton>
        }
        {...(query.data && { badge: <ClearanceBadge status={query.data.clearance.status} /> })}
      >
        {({ clearance, submissions, next_shift: next }) => (
          <Stack gap="lg">
            <Text size="sm" c="dimmed">
              {next
                ? `For your shift at ${next.place} on ${formatDate(next.date, 'weekday')}${next.last > next.date ? `, through ${formatDate(next.last)}` : ''}.`
                : 'You have no shifts yet. These are your school’s requirements today.'}
            </Text>
            {clearance.items.length === 0 ? (
              <EmptyState
                icon={IconCertificate}
                title="Nothing is required of you"
                description="Requirements of your school and sites appear here."
              />
            ) : (
              <PageSection look="flush" title="Required">
                <Stack component="ul" gap={0} style={{ listStyle: 'none', padding: 0, margin: 0 }}>
                  {worstByType(clearance.items)
                    .toSorted((a, b) => rank(a) - rank(b))
                    .map((item) => (
                      <Item
                        key={item.type_id}
                        item={item}
                        last={clearance.last}
                        others={clearance.items.filter(
                          (each) =>
                            each.type_id === item.type_id && each.requirement_id !== item.requirement_id,
                        )}
                        rejected={submissions.find(
                          (each) => each.type_id === item.type_id && each.status === 'rejected',
                        )}
                        onAdd={() => setSearch({ add: item.type_id })}
                      />
                    ))}
                </Stack>
              </PageSection>
            )}
            {submissions.length > 0 && <Sent rows={submissions} />}
          </Stack>
        )}
      </Page>
      <SubmitDrawer opened={type !== undefined} type={type} before={before} onClose={() => setSearch({})} />
    </>
  )
}

const rank = ({ gap_on: gap, state }: ClearanceItem): number =>
  gap === null ? (state === 'condition' ? 2 : 3) : state === 'in_review' ? 1 : 0

type ItemProps = {
  item: ClearanceItem
  last: string
  others: readonly ClearanceItem[]
  rejected: Credential | undefined
  onAdd: () => void
}

function Item({ item, last, others, rejected, onAdd }: ItemProps): ReactNode {
  const step = stepLabels[item.next_step]
  return (
    <Group
      component="li"
      justify="space-between"
      wrap="nowrap"
      align="flex-start"
      px="md"
      py="sm"
      style={{ borderTop: '1px solid var(--pw-line, #e2e4e8)' }}
    >
      <div style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Text fw={600} size="sm">
            {item.type_name}
          </Text>
          <StateBadge {...itemLooks[item.state]} />
        </Group>
        <Text size="sm">{itemWords(item, { last })}</Text>
        {item.state === 'rejected' && rejected?.reason_code && (
          <Text size="sm">
            {reasonLabels[rejected.reason_code]}. {rejected.note}
          </Text>
        )}
        <Text size="xs" c="dimmed">
          {askedBy(item)}
          {others.length > 0 && `, and by ${others.map(({ scope_name: name }) => name).join(', ')}`}
          {!item.is_mandatory && '. Optional'}
        </Text>
      </div>
      {step && (
        <Button
          size="xs"
          variant={item.gap_on ? 'filled' : 'default'}
          onClick={onAdd}
          style={{ flexShrink: 0 }}
          aria-label={`${step}: ${item.type_name}`}
        >
          {step}
        </Button>
      )}
    </Group>
  )
}

function Sent({ rows }: { rows: readonly Credential[] }): ReactNode {
  return (
    <PageSection look="flush" title="Your submissions">
      <Stack component="ul" gap={0} style={{ listStyle: 'none', padding: 0, margin: 0 }}>
        {rows.map((row) => (
          <Group
            component="li"
            key={row.id}
            justify="space-between"
            px="md"
            py="xs"
            style={{ borderTop: '1px solid var(--pw-line, #e2e4e8)' }}
          >
            <div>
              <Text size="sm">{row.type_name}</Text>
              <Text size="xs" c="dimmed">
                {row.expires_on
                  ? `Valid until ${formatDate(row.expires_on)}`
                  : row.conditional_until
                    ? `Counts until ${formatDate(row.conditional_until)}`
                    : row.waived_until
                      ? `Waived until ${formatDate(row.waived_until)}`
                      : `Sent ${formatDate(row.submitted_at.slice(0, 10))}`}
              </Text>
            </div>
            <StateBadge state={row.shown} label={statusLabels[row.shown]} />
          </Group>
        ))}
      </Stack>
    </PageSection>
  )
}
