import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDate } from '#core/plain-date.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { Release } from '../contract.ts'
import { PAPER_VERSION, releaseStateLabels } from '../rules.ts'
import { useRevoke } from './queries.ts'

const badges = { in_force: 'active', revoked: 'revoked', expired: 'expired' } as const

/** A student's releases, newest first, each with its facilities, last day and text; those in force can be revoked. */
export function ReleaseList({
  releases,
  mayRevoke,
}: {
  releases: readonly Release[]
  mayRevoke: boolean
}): ReactNode {
  const revoke = useRevoke()
  const [ask, dialog] = useAction<Release>({
    label: 'Revoke',
    danger: true,
    ask: (release) => ({
      title: `Revoke the release for ${facilityOf(release)}?`,
      body: 'The name is hidden there from now on. Earlier views stay in the log.',
    }),
    run: ({ id }) => revoke.mutateAsync({ id }),
    tellsFailure: true,
  })
  return (
    <>
      <Stack gap="md" component="ul" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {releases.map((release) => {
          const { state } = release
          return (
            <Group component="li" key={release.id} justify="space-between" align="flex-start" gap="sm">
              <div style={{ flex: '1 1 14rem' }}>
                <Group gap="xs">
                  <Text fw={600}>{facilityOf(release)}</Text>
                  <StateBadge state={badges[state]} label={releaseStateLabels[state]} />
                </Group>
                <Text size="sm" c="dimmed">
                  {release.text_version === PAPER_VERSION && release.signed_on
                    ? `Signed on paper on ${formatDate(release.signed_on)}, recorded by ${release.granted_by_name ?? 'the school'} `
                    : `Agreed to text ${release.text_version} `}
                  <RelativeTime value={release.granted_at} />
                  {', '}
                  {release.revoked_at ? (
                    <>
                      revoked <RelativeTime value={release.revoked_at} />
                    </>
                  ) : (
                    `until ${formatDate(release.last_day)}`
                  )}
                </Text>
              </div>
              {state === 'in_force' && mayRevoke && (
                <Button
                  variant="default"
                  size="compact-sm"
                  loading={revoke.isPending && revoke.variables.id === release.id}
                  aria-label={`Revoke the release for ${facilityOf(release)}`}
                  onClick={() => ask(release)}
                >
                  Revoke
                </Button>
              )}
            </Group>
          )
        })}
      </Stack>
      {dialog}
    </>
  )
}

const facilityOf = ({ facility_scope, facility_name }: Release): string =>
  facility_scope === null ? 'every facility' : (facility_name ?? 'one facility')
