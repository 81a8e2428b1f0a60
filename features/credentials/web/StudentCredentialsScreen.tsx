import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCertificate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { useMe } from '#features/accounts/web/public.ts'
import { useSearchParams } from '#platform/web/kit/use-search.ts'
import { idParam } from '#platform/web/search-params.ts'
import { useSetSearch } from '#platform/web/set-search.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { LinkButton } from '#ui/LinkButton.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { ClearanceItem, Credential } from '../contract.ts'
import { acceptedFor, byDuty, isShown, reasonLabels, statusLabels, nextStepOf } from '../rules.ts'
import { nextShiftWords, stepLabels, validityOf } from './clearance-words.ts'
import { ClearanceBadge } from './ClearanceBadge.tsx'
import { credentials } from './queries.ts'
import { RequiredItems } from './RequiredItems.tsx'

const SubmitDrawer = lazyDialog(() => import('./SubmitDrawer.tsx').then((m) => m.SubmitDrawer), {
  opened: false,
})

/**
 * A student's or instructor's credentials: whether they are cleared for the
 * next shift, what is missing, who requires it, and the next step.
 */
export function StudentCredentialsScreen(): ReactNode {
  const [search] = useSearchParams({ add: idParam, at: idParam })
  const setSearch = useSetSearch()
  const query = useQuery(credentials.mine.queryOptions({ input: {} }))
  const type = query.data?.types.find(
    ({ id, evidence }) => id === search.add && evidence !== 'external_check',
  )
  const before = query.data?.submissions.find(
    ({ type_id: id, facility_id: facility }) => id === search.add && (!search.at || facility === search.at),
  )
  const asked = [
    ...(query.data?.clearance.items ?? []),
    ...(query.data?.later ?? []).flatMap(({ items }) => items),
  ]
  const rulesOfType = (query.data?.rules ?? []).filter((rule) =>
    asked.some(
      (item) =>
        item.requirement_id === rule.requirement_id &&
        item.type_id === search.add &&
        (!search.at || item.facility_id === search.at),
    ),
  )
  const isStudent = useMe().role === 'student'
  const action = (item: ClearanceItem) =>
    query.data && (
      <Next
        item={item}
        step={nextStepOf(item, query.data.submissions, query.data.today)}
        onAdd={() => setSearch(addressOf(item))}
      />
    )
  return (
    <>
      <Page
        title="Credentials"
        query={query}
        failedTitle="Your credentials couldn’t be loaded"
        actions={
          isStudent && (
            <LinkButton variant="default" href="/student/passport">
              Passport
            </LinkButton>
          )
        }
        {...(query.data && { badge: <ClearanceBadge status={query.data.clearance.status} /> })}
      >
        {({ clearance, submissions, later, rules, next_shift: next }) => (
          <Stack gap="lg">
            <Text size="sm" c="dimmed">
              {next
                ? nextShiftWords(next)
                : 'You have no shifts yet. These are your school’s requirements today.'}
            </Text>
            {!clearance.items.some(isShown) ? (
              <EmptyState
                icon={IconCertificate}
                title="No credentials required"
                description="Requirements of your school and sites appear here."
              />
            ) : (
              Object.entries(byDuty(clearance.items)).map(
                ([duty, items]) =>
                  items.some(isShown) && (
                    <PageSection
                      key={duty}
                      look="flush"
                      title={duty === 'required' ? 'Required' : 'Optional'}
                    >
                      <RequiredItems
                        label={duty === 'required' ? 'Required' : 'Optional'}
                        items={items}
                        last={clearance.last}
                        rules={rules}
                        submissions={submissions}
                        action={action}
                      />
                    </PageSection>
                  ),
              )
            )}
            {later.map(({ shift, items }) => (
              <PageSection
                key={shift.id}
                look="flush"
                title={`Also for ${shift.facility_name || 'your shift'} from ${formatDate(shift.date)}`}
                description="A later shift of yours asks for this as well."
              >
                <RequiredItems
                  label={`Required for ${shift.facility_name || 'your shift'}`}
                  items={items}
                  last={shift.last}
                  rules={rules}
                  submissions={submissions}
                  action={action}
                />
              </PageSection>
            ))}
            {submissions.length > 0 && <Sent rows={submissions} />}
          </Stack>
        )}
      </Page>
      <SubmitDrawer
        opened={type !== undefined}
        type={type}
        facilityId={search.at ?? null}
        instructions={rulesOfType.map((rule) => rule.instructions)}
        accepted={query.data && search.add ? acceptedFor(query.data, search.add) : []}
        attachments={rulesOfType.flatMap((rule) => rule.attachments)}
        before={before}
        onClose={() => setSearch({})}
      />
    </>
  )
}

/** The address for adding an item: for an orientation, with its site. */
const addressOf = ({
  type_id: add,
  is_per_facility: isPerFacility,
  facility_id: facility,
}: ClearanceItem) => ({
  add,
  ...(isPerFacility && facility && { at: facility }),
})

type NextProps = { item: ClearanceItem; step: ClearanceItem['next_step']; onAdd: () => void }

function Next({ item, step: next, onAdd }: NextProps): ReactNode {
  const step = stepLabels[next]
  if (next === 'wait' && item.gap_on === null && item.state === 'covered')
    return (
      <Text size="sm" c="dimmed">
        Renewal in review
      </Text>
    )
  return (
    step && (
      <Button
        size="xs"
        variant={item.gap_on ? 'filled' : 'default'}
        onClick={onAdd}
        style={{ flexShrink: 0 }}
        aria-label={`${step}: ${item.type_name}`}
      >
        {step}
      </Button>
    )
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
                {[row.other_school && `Sent to ${row.other_school}`, validityOf(row)]
                  .filter(Boolean)
                  .join(' · ')}
              </Text>
              {row.status === 'rejected' && row.reason_code && (
                <Text size="xs">{`${reasonLabels[row.reason_code]}. ${row.note ?? ''}`}</Text>
              )}
              {row.status !== 'rejected' && row.note && <Text size="xs">{row.note}</Text>}
            </div>
            <StateBadge state={row.shown} label={statusLabels[row.shown]} />
          </Group>
        ))}
      </Stack>
    </PageSection>
  )
}
