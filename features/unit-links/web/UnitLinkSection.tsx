import { Button, CopyButton, Group, Stack, Text, TextInput } from '@mantine/core'
import { IconCheck, IconCopy, IconLink } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatNumber, howMany } from '#core/number-text.ts'
import { formatInstant } from '#core/plain-date.ts'
import type { Action } from '#platform/web/kit/actions.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { Banner } from '#ui/Banner.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { PrintButton } from '#ui/PrintButton.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { UnitLinkStanding } from '../contract.ts'
import { Poster } from './Poster.tsx'
import { unitLinks } from './queries.ts'

const touches = [unitLinks.key()]

/** The link and poster for a unit's charge nurse, shown to the people who run the unit. */
export function UnitLinkSection({ unitId }: { unitId: string }): ReactNode {
  const query = useQuery(unitLinks.get.queryOptions({ input: { facility_id: unitId } }))
  return (
    <PageSection
      title="Charge nurse page"
      description="A link and a poster that show who comes today and tomorrow, without an account: schools, numbers, levels, and instructors with phone. It never shows student names."
    >
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" />}
        failedTitle="The link couldn’t be loaded"
        isEmpty={() => false}
      >
        {(standing) => <Standing standing={standing} />}
      </Loaded>
    </PageSection>
  )
}

const works = ({ link }: UnitLinkStanding) => link?.state === 'open'
const canExtend = ({ link }: UnitLinkStanding) => link?.state === 'open' || link?.state === 'expired'

function Standing({ standing }: { standing: UnitLinkStanding }): ReactNode {
  const { facility_id, unit_name: unit, days, blocker, link } = standing
  // No retry, because a second try would turn off the link that the first one created.
  const make = useMutation({
    ...unitLinks.make.mutationOptions(),
    retry: false,
    meta: { quiet: true, touches },
  })
  const extend = useMutation({ ...unitLinks.extend.mutationOptions(), meta: { quiet: true, touches } })
  const revoke = useMutation({
    ...unitLinks.revoke.mutationOptions(),
    onSuccess: () => make.reset(),
    meta: { quiet: true, touches },
  })
  const actions: Action<UnitLinkStanding>[] = [
    {
      id: 'make',
      label: works(standing) ? 'Make a new link' : 'Make link',
      icon: IconLink,
      blocker: () => blocker,
      ask: () =>
        canExtend(standing)
          ? {
              title: 'Make a new link?',
              body: `${unit}’s current link and posters will stop working right away. Print a new poster.`,
              confirmLabel: 'Make a new link',
            }
          : undefined,
      run: () => make.mutateAsync({ facility_id }),
      done: () => 'Link made',
    },
    {
      id: 'extend',
      label: `Extend for ${howMany(days, 'day')}`,
      isOffered: canExtend,
      blocker: () => blocker,
      run: () => extend.mutateAsync({ facility_id }),
      done: () => `The link works for ${howMany(days, 'day')} from today`,
    },
    {
      id: 'revoke',
      label: 'Turn off',
      danger: true,
      isOffered: () => link !== null && link.state !== 'revoked',
      ask: () => ({
        title: 'Turn off this link?',
        body: `Its page will show nothing, and posters for ${unit} will lead to a note that it was turned off.`,
        confirmLabel: 'Turn off',
      }),
      run: () => revoke.mutateAsync({ facility_id }),
      done: () => 'Link turned off',
    },
  ]
  const kit = useActions(actions, { nameOf: () => unit, idOf: () => facility_id })
  return (
    <Stack gap="md">
      {make.data && <Made url={make.data.url} standing={standing} expiresAt={make.data.expires_at} />}
      {blocker && <Text size="sm">{blocker}</Text>}
      {link ? <Facts standing={standing} link={link} /> : !blocker && <Text size="sm">No link yet.</Text>}
      <Group gap="sm">{kit.buttonsOf(standing, canExtend(standing) ? undefined : 'make')}</Group>
      {kit.dialog}
    </Stack>
  )
}

const badges = {
  open: { state: 'active', label: 'Works' },
  expired: { state: 'expired', label: 'Expired' },
  revoked: { state: 'archived', label: 'Turned off' },
  off: { state: 'paused', label: 'Off for the organization' },
  unknown: { state: 'archived', label: 'No link' },
} as const

type Link = NonNullable<UnitLinkStanding['link']>

function Facts({ standing, link }: { standing: UnitLinkStanding; link: Link }): ReactNode {
  const { opened, openings } = link
  const [last] = openings
  return (
    <KeyValue
      items={[
        { label: 'Status', value: <StateBadge {...badges[link.state]} /> },
        {
          label: link.state === 'expired' ? 'Expired' : 'Works until',
          value: link.state === 'revoked' ? null : formatInstant(link.expires_at, standing.time_zone),
        },
        {
          label: 'Made',
          value: [
            formatInstant(link.created_at, standing.time_zone),
            link.created_by_name && `by ${link.created_by_name}`,
          ]
            .filter(Boolean)
            .join(' '),
        },
        {
          label: 'Opened',
          value: last ? (
            <>
              {opened === 1 ? 'Once' : `${formatNumber(opened)} times`}, last <RelativeTime value={last.at} />
            </>
          ) : (
            'Not yet'
          ),
        },
        ...(openings.length > 0
          ? [
              {
                label: 'Opened from',
                value: (
                  <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
                    {openings.map(({ at, address_block: block }) => (
                      <li key={at}>{`${formatInstant(at, standing.time_zone)} · ${block}`}</li>
                    ))}
                  </ul>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}

/** The address of a new link, shown only once, with its poster. */
function Made({
  url,
  standing,
  expiresAt,
}: {
  url: string
  standing: UnitLinkStanding
  expiresAt: string
}): ReactNode {
  return (
    <Stack gap="sm">
      <Banner kind="success" live title="Copy or print it now: it is not shown again">
        Anyone with this link can see who comes to the unit. Put the poster where only staff see it.
      </Banner>
      <TextInput label="Link" readOnly value={url} onFocus={({ currentTarget }) => currentTarget.select()} />
      <Group gap="sm">
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
              onClick={copy}
            >
              {copied ? 'Copied' : 'Copy link'}
            </Button>
          )}
        </CopyButton>
        <PrintButton label="Print poster" />
      </Group>
      <Poster
        url={url}
        unit={standing.unit_name}
        site={standing.site_name}
        until={formatInstant(expiresAt, standing.time_zone)}
      />
    </Stack>
  )
}
