import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconCertificate, IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatNumber } from '#core/number-text.ts'
import { formatDate } from '#core/plain-date.ts'
import { statusLabels } from '#features/credentials/rules.ts'
import { useAction } from '#platform/web/kit/use-actions.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { lazyDialog } from '#ui/lazy-dialog.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { newestOnlyNotice } from '#ui/newest-only.ts'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import type { PassportEntry, PassportLink, PassportOffer } from '../contract.ts'
import classes from './Passport.module.css'
import { passport, useCarry, useRevoke } from './queries.ts'

const ShareDialog = lazyDialog(() => import('./ShareDialog.tsx').then((m) => m.ShareDialog), {
  opened: false,
})

/** A student's credentials in one document: download it, share it by a link, and offer credentials to the next school. */
export function PassportScreen(): ReactNode {
  const query = useQuery(passport.get.queryOptions({ input: {} }))
  const [isSharing, setSharing] = useState(false)
  const hasAny = (query.data?.entries.length ?? 0) > 0
  return (
    <>
      <Page
        title="Passport"
        description="Your credentials in one document. Background checks and drug screens are never part of it."
        breadcrumbs={[{ label: 'Credentials', href: '/student/credentials' }]}
        query={query}
        failedTitle="Your passport couldn’t be loaded"
        actions={
          hasAny && (
            <>
              <Button
                component="a"
                href="/api/passport/pdf"
                download
                variant="default"
                leftSection={<IconDownload size={18} aria-hidden />}
              >
                Download PDF
              </Button>
              <Button onClick={() => setSharing(true)}>Share by a link</Button>
            </>
          )
        }
      >
        {({ entries, links, offers }) => (
          <Stack gap="lg">
            {offers.length > 0 && <Offers offers={offers} />}
            {entries.length === 0 ? (
              <EmptyState
                icon={IconCertificate}
                title="Nothing in it yet"
                description="What you send under Credentials appears here."
              />
            ) : (
              <Entries entries={entries} />
            )}
            {links.length > 0 && <Links links={links} />}
          </Stack>
        )}
      </Page>
      <ShareDialog opened={isSharing} today={query.data?.today ?? ''} onClose={() => setSharing(false)} />
    </>
  )
}

function Offers({ offers }: { offers: readonly PassportOffer[] }): ReactNode {
  const carry = useCarry()
  const [offer, dialog] = useAction<PassportOffer>({
    label: 'Send',
    ask: (row) => ({
      title: `Send ${row.type_name} to your school?`,
      body: `Your school sees the document, your answers and that ${row.school_name} approved it, and reviews it. Notes of the other school are not sent.`,
    }),
    run: (row) => carry.mutateAsync({ id: crypto.randomUUID(), from_id: row.credential_id }),
    tellsFailure: true,
  })
  return (
    <PageSection look="flush" title="From your other school" description="Send these without a new upload.">
      <ul className={classes.list}>
        {offers.map((row) => (
          <li key={row.credential_id} className={classes.row}>
            <div>
              <Text size="sm" fw={600}>
                {row.type_name}
              </Text>
              <Text size="xs" c="dimmed">
                {`Approved by ${row.school_name} on ${formatDate(row.approved_on)}${row.expires_on ? `, valid until ${formatDate(row.expires_on)}` : ''}`}
              </Text>
            </div>
            <Button
              size="xs"
              aria-label={`Send ${row.type_name}`}
              loading={carry.isPending}
              onClick={() => offer(row)}
            >
              Send
            </Button>
          </li>
        ))}
      </ul>
      {dialog}
    </PageSection>
  )
}

function Entries({ entries }: { entries: readonly PassportEntry[] }): ReactNode {
  return (
    <PageSection look="flush" title="What’s in it">
      <ul className={classes.list}>
        {entries.map((entry) => (
          <li key={entry.credential_id} className={classes.row}>
            <div>
              <Text size="sm" fw={600}>
                {entry.type_name}
              </Text>
              <Text size="xs" c="dimmed">
                {[
                  entry.issued_on && `From ${formatDate(entry.issued_on)}`,
                  entry.expires_on &&
                    `${entry.issued_on ? 'until' : 'Until'} ${formatDate(entry.expires_on)}`,
                  entry.file_ids.length === 0 && (entry.issued_on ? 'no document' : 'No document'),
                ]
                  .filter(Boolean)
                  .join(', ')}
              </Text>
            </div>
            <StateBadge state={entry.shown} label={statusLabels[entry.shown]} />
          </li>
        ))}
      </ul>
    </PageSection>
  )
}

const looks: Record<PassportLink['state'], { state: string; label: string }> = {
  open: { state: 'active', label: 'Open' },
  ended: { state: 'expired', label: 'Ended' },
  revoked: { state: 'revoked', label: 'Turned off' },
}

function Links({ links }: { links: readonly PassportLink[] }): ReactNode {
  const revoke = useRevoke()
  return (
    <PageSection look="flush" title="Links">
      <ul className={classes.list}>
        {links.map((link) => (
          <li key={link.id} className={classes.row}>
            <div>
              <Group gap="xs">
                <Text size="sm" fw={600}>
                  {`Until ${formatDate(link.ends_on)}`}
                </Text>
                <StateBadge {...looks[link.state]} />
              </Group>
              <Text size="xs" c="dimmed">
                Made <RelativeTime value={link.created_at} />
                {link.openings.length === 0 &&
                  (link.state === 'open' ? ', not opened yet' : ', never opened')}
              </Text>
              {link.openings.length > 0 && <Openings link={link} />}
            </div>
            {link.state === 'open' && (
              <Button
                size="xs"
                variant="default"
                aria-label={`Turn off the link until ${formatDate(link.ends_on)}`}
                loading={revoke.isPending}
                onClick={() => revoke.mutate({ id: link.id })}
              >
                Turn off
              </Button>
            )}
          </li>
        ))}
        {links.length === 50 && (
          <li className={classes.row}>
            <Text size="sm" c="dimmed">
              {newestOnlyNotice(50)}
            </Text>
          </li>
        )}
      </ul>
    </PageSection>
  )
}

function Openings({ link: { opened, openings } }: { link: PassportLink }): ReactNode {
  return (
    <details>
      <summary>
        <Anchor component="span" size="xs">
          {opened === 1 ? 'Opened once' : `Opened ${formatNumber(opened)} times`}
        </Anchor>
      </summary>
      <ul className={classes.openings}>
        {openings.map(({ at, address_block: from }) => (
          <li key={at}>
            <Text size="xs" c="dimmed">
              <RelativeTime value={at} /> from {from}
            </Text>
          </li>
        ))}
        {opened > openings.length && (
          <li>
            <Text size="xs" c="dimmed">
              {newestOnlyNotice(openings.length)}
            </Text>
          </li>
        )}
      </ul>
    </details>
  )
}
