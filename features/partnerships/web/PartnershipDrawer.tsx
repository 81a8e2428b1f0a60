import { Group, List, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatMoney, formatNumber, howMany } from '#core/number-text.ts'
import { formatDate, formatRange } from '#core/plain-date.ts'
import { base64Of } from '#platform/web/base64.ts'
import { Banner } from '#ui/Banner.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { FileDrop } from '#ui/FileDrop.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Loaded } from '#ui/Loaded.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { PlainButton } from '#ui/PlainButton.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { Skeletons } from '#ui/Skeletons.tsx'
import { StateBadge } from '#ui/StateBadge.tsx'
import { Timeline } from '#ui/Timeline.tsx'
import { toast } from '#ui/toast.ts'
import { OpenDrawer } from '#ui/OpenDialog.tsx'
import type { Contact, PartnershipDetail, PartnershipEvent, PartnershipTerms } from '../contract.ts'
import {
  agreementKindLabels,
  askingParty,
  datesOf,
  indemnityLabels,
  seatUseWords,
  nextStepText,
} from '../rules.ts'
import { partnerships, useAddFile } from './queries.ts'
import { whyNot } from './why-not.ts'
import { usePartnershipActions } from './use-partnership-actions.tsx'

/** One partnership next to the list: status and actions, the agreement, the people, and the history. */
export function PartnershipDrawer({ id, onClose }: { id: string; onClose: () => void }): ReactNode {
  const query = useQuery(partnerships.get.queryOptions({ input: { id } }))
  return (
    <OpenDrawer
      onClose={onClose}
      position="right"
      size="46rem"
      title={query.data ? `${query.data.organization_name} and ${query.data.school_name}` : 'Partnership'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Loaded
        query={query}
        skeleton={<Skeletons shape="text" count={8} />}
        failedTitle="This partnership couldn’t be loaded"
      >
        {(detail) => <Details detail={detail} />}
      </Loaded>
    </OpenDrawer>
  )
}

function Details({ detail }: { detail: PartnershipDetail }): ReactNode {
  const { buttonsOf, declineTerms, dialog, run } = usePartnershipActions()
  const [openedAt] = useState(() => Date.now())
  const isProposed = ['draft', 'requested', 'under_review'].includes(detail.status)
  const mayAnswer = whyNot('answer', detail, openedAt).why === null
  return (
    <Stack gap="lg">
      <Group gap="sm" align="flex-start">
        <StateBadge state={detail.state} />
        <Text style={{ flex: '1 1 220px' }}>{nextStepText(detail)}</Text>
      </Group>
      <Group gap="xs">{buttonsOf(detail, detail.open_unit_id ? 'plan' : 'accept')}</Group>
      {detail.party === null && (
        <Banner kind="info" title="You can view this partnership.">
          The administrators of the whole organization make the decisions.
        </Banner>
      )}
      {detail.proposal && (
        <Banner
          kind="warning"
          title={`New terms, proposed by the ${detail.proposal_party === 'platform' ? 'superadmin' : detail.proposal_party}`}
          action={
            mayAnswer && (
              <Group gap="xs">
                <PlainButton onClick={() => run('answer', detail)}>Accept terms</PlainButton>
                <PlainButton variant="default" onClick={() => declineTerms(detail)}>
                  Decline terms
                </PlainButton>
              </Group>
            )
          }
        >
          {termWords(detail.proposal)}
        </Banner>
      )}
      {detail.message && (
        <Banner
          kind="info"
          title={askingParty(detail) === 'school' ? 'The school writes' : 'The facility writes'}
        >
          {detail.message}
        </Banner>
      )}
      <PageSection
        look="plain"
        title={isProposed && detail.effective_from ? 'Proposed terms' : 'Agreement'}
        titleOrder={3}
      >
        <KeyValue
          items={[
            { label: 'Kind', value: agreementKindLabels[detail.agreement_kind] },
            { label: 'Dates', value: datesOf(detail) },
            { label: 'Signed on', value: detail.signed_on && formatDate(detail.signed_on) },
            { label: 'Renews automatically', value: detail.auto_renew ? 'Yes, for a year' : 'No' },
            { label: 'Notice', value: howMany(detail.notice_days, 'day') },
            { label: 'Shifts are requested', value: `${howMany(detail.lead_time_days, 'day')} ahead` },
            {
              label: 'Minimum liability insurance',
              value: detail.liability_min_cents !== null && formatMoney(detail.liability_min_cents),
            },
            {
              label: 'Indemnity',
              value: detail.indemnity && indemnityLabels[detail.indemnity],
            },
          ].map((fact) => ({ ...fact, value: fact.value || null }))}
        />
        <Files detail={detail} />
      </PageSection>
      <PageSection look="plain" title="What it is about" titleOrder={3}>
        <KeyValue
          items={[
            {
              label: 'Sites',
              value: detail.all_sites
                ? `All sites (${formatNumber(detail.sites.length)})`
                : detail.site_names.join(', '),
            },
            {
              label: 'Programs',
              value: detail.programs.map(({ name }) => name).join(', ') || 'All programs',
            },
            {
              label: 'Seats per semester',
              value:
                detail.seat_quota_per_semester === null
                  ? 'No limit'
                  : formatNumber(detail.seat_quota_per_semester),
            },
            ...(detail.seat_use.length > 0
              ? [{ label: 'Seats taken', value: seatUseWords(detail.seat_use) }]
              : []),
            ...(detail.quota_by_unit.length > 0
              ? [
                  {
                    label: 'Seats by unit',
                    value: detail.quota_by_unit
                      .map((quota) => `${quota.unit_name ?? 'A unit'}: ${quota.seats}`)
                      .join(', '),
                  },
                ]
              : []),
            {
              label: 'Required credentials',
              value: detail.required_credentials.map(({ name }) => name).join(', '),
            },
            {
              label: 'Shifts',
              value: detail.auto_approve_shifts ? 'Auto-approved' : 'Each is approved by the facility',
            },
            {
              label: 'Closed days',
              value: detail.blackout.length > 0 && (
                <List size="sm" listStyleType="none">
                  {detail.blackout.map((days) => (
                    <List.Item key={`${days.from} ${days.to}`}>
                      {formatRange(days.from, days.to)}
                      {days.reason && `: ${days.reason}`}
                    </List.Item>
                  ))}
                </List>
              ),
            },
            { label: 'Contact at the school', value: <ContactWords contact={detail.contact_school} /> },
            { label: 'Contact at the facility', value: <ContactWords contact={detail.contact_facility} /> },
          ].map((fact) => ({ ...fact, value: fact.value || null }))}
        />
      </PageSection>
      <PageSection look="plain" title="History" titleOrder={3}>
        <Timeline most={200} events={detail.events.map((event) => timelineEvent(event, detail))} />
      </PageSection>
      {dialog}
    </Stack>
  )
}

function ContactWords({ contact: { name, email, phone } }: { contact: Contact }): ReactNode {
  if (!name && !email && !phone) return '—'
  return (
    <>
      {name}
      {email && (
        <>
          {name && ', '}
          <a href={`mailto:${email}`}>{email}</a>
        </>
      )}
      {phone && (
        <>
          {(name ?? email) && ', '}
          <a href={`tel:${phone}`}>{phone}</a>
        </>
      )}
    </>
  )
}

function Files({ detail }: { detail: PartnershipDetail }): ReactNode {
  const [files, setFiles] = useState<File[]>([])
  const add = useAddFile()
  const mayAdd = detail.party !== null && !['declined', 'withdrawn', 'terminated'].includes(detail.status)

  async function send(): Promise<void> {
    const [file] = files
    if (!file) return
    const content = await base64Of(file)
    add.mutate(
      { id: detail.id, file_id: crypto.randomUUID(), name: file.name, content },
      {
        onSuccess: () => {
          setFiles([])
          toast.success('Agreement added')
        },
      },
    )
  }

  return (
    <Stack gap="sm" mt="md">
      {detail.files.length === 0 ? (
        <EmptyState compact titleOrder={4} title="No signed agreement yet" />
      ) : (
        <List listStyleType="none" spacing="xs">
          {detail.files.map((file) => (
            <List.Item key={file.id}>
              <a
                href={`/api/partnerships/${detail.id}/files/${file.id}`}
                download={file.name}
                style={{ display: 'inline-flex', alignItems: 'center', gap: 6, overflowWrap: 'anywhere' }}
              >
                <IconDownload size={16} aria-hidden />
                {file.name}
              </a>
              <Text size="xs" c="dimmed">
                {bytesInWords(file.size_bytes)}, added by the{' '}
                {file.uploaded_party === 'platform' ? 'superadmin' : file.uploaded_party}{' '}
                <RelativeTime value={file.uploaded_at} />
              </Text>
            </List.Item>
          ))}
        </List>
      )}
      {mayAdd && (
        <>
          <FileDrop
            label="Add a signed agreement (PDF, at most 10 MB)"
            files={files}
            onChange={setFiles}
            accept=".pdf"
            maxBytes={10 * 1024 * 1024}
          />
          {files.length > 0 && (
            <div>
              <PlainButton loading={add.isPending} onClick={() => void send()}>
                Add agreement
              </PlainButton>
            </div>
          )}
        </>
      )}
    </Stack>
  )
}

function bytesInWords(bytes: number): string {
  return bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} KB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MB`
}

function termWords(terms: PartnershipTerms): string {
  return `${agreementKindLabels[terms.agreement_kind]}, ${formatRange(terms.effective_from, terms.effective_to)}, ${terms.notice_days === 1 ? '1 day’s' : `${terms.notice_days} days’`} notice${terms.auto_renew ? ', renews automatically' : ''}${terms.seat_quota_per_semester ? `, ${howMany(terms.seat_quota_per_semester, 'seat')} per semester` : ''}.`
}

const titles: Record<string, [title: string, state: string]> = {
  created: ['Draft saved', 'draft'],
  submitted: ['Requested', 'requested'],
  withdrawn: ['Withdrawn', 'withdrawn'],
  restored: ['Withdrawal undone', 'requested'],
  review_started: ['Review started', 'under_review'],
  accepted: ['Accepted', 'active'],
  declined: ['Declined', 'declined'],
  suspended: ['Suspended', 'suspended'],
  resumed: ['Resumed', 'active'],
  ending: ['Ended with notice', 'ending'],
  ending_canceled: ['Ending undone', 'active'],
  terminated: ['Ended', 'terminated'],
  terms_proposed: ['New terms proposed', 'pending'],
  terms_accepted: ['New terms accepted', 'accepted'],
  terms_declined: ['New terms declined', 'declined'],
  terms_changed: ['Sites, seats, days, credentials or contacts changed', 'draft'],
  file_added: ['Agreement added', 'submitted'],
  renewed: ['Renewed for a year', 'active'],
  expired: ['Expired', 'expired'],
  reminded: ['Both parties were reminded', 'due_soon'],
}

function timelineEvent(event: PartnershipEvent, detail: PartnershipDetail) {
  const [title, state] = titles[event.event] ?? [event.event, 'draft']
  const facility =
    event.party === 'school'
      ? detail.school_name
      : event.party === 'facility'
        ? detail.organization_name
        : event.party === 'platform'
          ? 'Placewell'
          : undefined
  const by = event.party === 'system' ? 'Placewell' : [event.actor_name, facility].filter(Boolean).join(', ')
  return {
    id: String(event.id),
    title:
      event.event === 'file_added' && event.details['name']
        ? `${title}: ${String(event.details['name'])}`
        : title,
    ...(by && { by }),
    at: event.at,
    state,
    ...(event.reason && { note: event.reason }),
  }
}
