import { Button, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { formatInstant } from '#core/plain-date.ts'
import { useMe, useSchoolId } from '#features/accounts/web/public.ts'
import { useActions } from '#platform/web/kit/use-actions.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { KeyValue } from '#ui/KeyValue.tsx'
import { Page } from '#ui/Page.tsx'
import { PageSection } from '#ui/PageSection.tsx'
import { PickOne } from '#ui/Pick.tsx'
import type { Billing, Transfer } from '../contract.ts'
import { OFFER_DAYS } from '../rules.ts'
import { billingCrumbs, NoSchool } from './NoSchool.tsx'
import { subscriptions, touches } from './queries.ts'
import { Reach } from './words.tsx'

/** /billing/transfer-ownership: transfers billing to another administrator, who accepts within seven days (Spec §2, Domain §2.19). */
export function TransferOwnershipScreen(): ReactNode {
  const query = useQuery({ ...subscriptions.get.queryOptions(), staleTime: 0, refetchOnMount: 'always' })
  if (!useSchoolId()) return <NoSchool title="Transfer ownership" />
  return (
    <Page
      title="Transfer ownership"
      description="The billing owner looks after the plan, invoices and payment methods."
      breadcrumbs={billingCrumbs}
      width="narrow"
      query={query}
      failedTitle="The billing owner couldn’t be loaded"
    >
      {(billing) => (
        <>
          <PageSection title="Billing owner">
            <Text>{billing.owner ? <Reach {...billing.owner} /> : 'No one yet'}</Text>
          </PageSection>
          {billing.transfer ? (
            <Waiting billing={billing} offer={billing.transfer} />
          ) : billing.may_manage ? (
            <Nominate key={billing.owner?.id} billing={billing} />
          ) : (
            <EmptyState
              title="No offer is waiting for you"
              description="Only the billing owner can hand billing over. Ask them if you should take it on."
            />
          )}
        </>
      )}
    </Page>
  )
}

const quiet = { quiet: true, touches }

function Waiting({ billing, offer }: { billing: Billing; offer: Transfer }): ReactNode {
  const me = useMe()
  const accept = useMutation({ ...subscriptions.acceptOwnership.mutationOptions(), meta: quiet })
  const decline = useMutation({ ...subscriptions.declineOwnership.mutationOptions(), meta: quiet })
  const withdraw = useMutation({ ...subscriptions.withdrawOwnership.mutationOptions(), meta: quiet })
  const isMine = offer.nominee.id === me.id
  const kit = useActions<Transfer>(
    [
      {
        id: 'decline',
        label: 'Decline',
        icon: IconX,
        isOffered: () => isMine,
        run: ({ id }) => decline.mutateAsync({ id }),
        done: () => 'Declined',
      },
      {
        id: 'accept',
        label: 'Accept',
        icon: IconCheck,
        isOffered: () => isMine,
        run: ({ id }) => accept.mutateAsync({ id }),
        done: () => 'You are the billing owner',
      },
      {
        id: 'withdraw',
        label: 'Take back',
        isOffered: () => !isMine && billing.may_manage,
        run: ({ id }) => withdraw.mutateAsync({ id }),
        done: () => 'Offer taken back',
      },
    ],
    { nameOf: ({ nominee }) => nominee.name },
  )
  return (
    <PageSection title={isMine ? 'Take over billing?' : 'An offer is waiting'}>
      <Stack gap="md">
        <KeyValue
          items={[
            { label: 'Offered to', value: isMine ? 'You' : <Reach {...offer.nominee} /> },
            { label: 'By', value: offer.from ? <Reach {...offer.from} /> : 'Placewell' },
            { label: 'Answer by', value: formatInstant(offer.expires_at, billing.time_zone) },
          ]}
        />
        <Group gap="sm">{kit.buttonsOf(offer, isMine ? 'accept' : undefined)}</Group>
      </Stack>
      {kit.dialog}
    </PageSection>
  )
}

function Nominate({ billing }: { billing: Billing }): ReactNode {
  const [nominee, setNominee] = useState<string | null>(null)
  const [id] = useState(() => crypto.randomUUID())
  const offer = useMutation({
    ...subscriptions.offerOwnership.mutationOptions(),
    meta: { done: 'Offer sent', failed: 'The offer couldn’t be sent', touches },
  })
  if (billing.nominees.length === 0)
    return (
      <EmptyState
        title="No other administrator"
        description="Billing can be handed to an active administrator of this school. Invite one first, then come back."
      />
    )
  return (
    <PageSection title="Offer it to another administrator">
      <Stack gap="md">
        <PickOne
          label="New billing owner"
          description={`They have ${OFFER_DAYS} days to accept. You stay the owner until then.`}
          among={billing.nominees.map((one) => ({ id: one.id, name: one.name, detail: one.email }))}
          value={nominee}
          onChange={setNominee}
        />
        <Group justify="flex-end">
          <Button
            disabled={!nominee}
            loading={offer.isPending}
            onClick={() => nominee && offer.mutate({ id, nominee_id: nominee })}
          >
            Send offer
          </Button>
        </Group>
      </Stack>
    </PageSection>
  )
}
